import { weightings } from "../../../../acoustics/levels/weighting.ts";
import type { LimitOwner } from "../../../../acoustics/limits/limit-rules.ts";
import { capitalised, exactText, levelText, twoDecimals } from "../../components/level-text.ts";
import { type LimitLevels, type ScheduleFacts, windowWords } from "../../data/limit-words.ts";
import { say } from "../../words/say.ts";

/** The recurring limits of a project or a sensor in words, in their order. */
export function RuleList(props: {
  readonly title: string;
  readonly owner: LimitOwner;
  readonly schedule: ScheduleFacts;
}) {
  const { title, owner, schedule } = props;
  const { windows, default: levels, exceptions } = schedule;
  const kind = owner === "sensor" ? "Sensor" : "Project";
  return (
    <section class="card rule-list column-3" aria-label={`Limits of the ${owner}`}>
      <h2>
        {kind}: {title}
        {owner === "sensor" && <span class="goes-first small"> goes first</span>}
      </h2>
      {windows.length === 0 && levels === null && (
        <p class="muted">
          No recurring limits of its own
          {exceptions.length > 0 && "; its exceptions are listed below"}.
        </p>
      )}
      {windows.length > 0 && (
        <ol class="column-2">
          {windows.map((window, index) => (
            <li key={index}>
              {capitalised(windowWords(window))}: <LevelsText levels={window.limit} />
            </li>
          ))}
        </ol>
      )}
      {levels !== null && (
        <p>
          Default, where nothing else matches: <LevelsText levels={levels} />
        </p>
      )}
    </section>
  );
}

/** `A 55.0 dB, C 70.0 dB`; with two decimals in a report. */
export function LevelsText(props: { readonly levels: LimitLevels; readonly isReport?: boolean }) {
  const { levels, isReport = false } = props;
  const textOf = (level: number) => (isReport ? `${twoDecimals(level)} dB` : levelText(level));
  const given = weightings.flatMap((name) => {
    const level = levels[name];
    return level === null ? [] : [{ name, level }];
  });
  if (given.length === 0) return <span class="muted">{say("limits.noLimit")}</span>;
  return (
    <span title={given.map(({ name, level }) => `${name} ${exactText(level)} dB`).join(", ")}>
      {given.map(({ name, level }) => `${name} ${textOf(level)}`).join(", ")}
    </span>
  );
}
