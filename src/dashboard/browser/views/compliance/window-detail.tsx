import { useEffect, useRef, useState } from "preact/hooks";
import { exclusionText } from "../../components/excluded-list.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { durationText, signedTwoDecimals } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { useEscape } from "../../components/use-escape.ts";
import { windowEvidenceDocument } from "../../graphql/generated/window-evidence.ts";
import { readSamples } from "../../data/read-samples.ts";
import { useAsked, useQuery } from "../../graphql/use-query.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, instantText, localClock, secondOf } from "../../time/local-time.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { rangeOfSeconds } from "../../time/range.ts";
import { ReferenceTimes } from "./reference-times.tsx";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { weightingOf, windowSentence } from "./verdict-words.ts";
import { WindowPlot } from "./window-plot.tsx";
import { cutOf, isRunning, stateSigns, stateWords, type WindowState } from "./window-state.ts";

/** The evidence of a verdict: the levels of its window, reference times, adjustments and exclusions. */
export function WindowDetail(props: {
  readonly window: AssessedWindow;
  /** Today's criterion: its levels are drawn. */
  readonly criterion: Criterion | null;
  /** The criterion in whose words the verdict is said; null without any. */
  readonly words: Criterion | null;
  readonly sensor: SensorFacts;
  readonly state: WindowState;
  readonly onClose: () => void;
}) {
  const { window, criterion, sensor, state } = props;
  const { project, zone, range, contract } = useProject();
  const [first, end] = [secondOf(window.startAt), secondOf(window.endAt)];
  const goesOn = isRunning(window, shownUntil.value);
  const cut = cutOf(window, contract);
  const { data, issues, isLoading } = useQuery(windowEvidenceDocument, {
    project: project.id,
    sensor: sensor.id,
    criterion: window.criterionId,
    first: instantText(first),
    last: instantText(goesOn ? Math.min(range.last, end - 1) : end - 1),
    asOf: window.asOf,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEscape(props.onClose);
  const answer = data?.sensor?.assessments?.data.find(({ date }) => date === window.date) ?? null;
  const exclusions = data?.sensor?.exclusions ?? [];
  const interval = data?.sensor?.assessments?.interval?.seconds ?? 300;
  const margin = Math.round((end - first) / 20);
  const [whole] = useState(() => rangeOfSeconds(first - margin, end + margin - 1, zone));
  const asked = {
    projectId: project.id,
    sensorId: sensor.id,
    first: whole.first,
    last: whole.last,
    weighting: weightingOf(criterion?.level ?? "LAeq"),
    intervalSeconds: interval,
  };
  const samples = useAsked(
    (signal) => (answer === null ? null : readSamples(asked, signal)),
    JSON.stringify([asked, answer === null]),
  );
  return (
    <section class="window-detail column-3" aria-label="Chosen window" data-testid="window">
      <div class="row spread">
        <h3 tabIndex={-1} ref={heading}>
          <span class={`verdict-badge verdict-${state}`}>
            {stateSigns[state]} {stateWords(state)}
          </span>{" "}
          {sensor.name}
        </h3>
        <button type="button" class="no-print" onClick={props.onClose}>
          Close
        </button>
      </div>
      <p class="window-sentence">{windowSentence(window, props.words)}</p>
      <p class="muted small">
        {`${dateTimeText(first, zone)} to ${dateTimeText(end, zone)} (${zone}) · samples cover ${percentText(window.coverage)}`}
        {window.excludedSeconds > 0 && ` · ${durationText(window.excludedSeconds)} excluded`}
        {goesOn && ` · still running until ${localClock(end, zone)}`}
      </p>
      {cut !== null && (
        <p>The contract {cut} inside this window: only the part inside the contract is assessed.</p>
      )}
      <BudgetBar window={window} criterion={props.words} title="Budget of the window" />
      {issues[0] !== undefined && <IssueNote issue={issues[0]} />}
      {answer === null && isLoading && <Skeleton height={320} />}
      {answer !== null && (
        <>
          <WindowPlot
            window={window}
            criterion={criterion}
            sensor={sensor}
            answer={answer}
            exclusions={exclusions}
            gaps={data?.sensor?.availability?.gaps ?? []}
            interval={interval}
            samples={samples}
            whole={whole}
          />
          <ReferenceTimes
            answer={answer}
            window={window}
            criterion={criterion}
            samples={samples.data ?? []}
          />
          <div class="window-facts small">
            <WordList
              title="Adjustments"
              items={answer.adjustments.map(
                ({ name, add, seconds }) =>
                  `${name}: ${signedTwoDecimals(add)} dB over ${durationText(seconds)}`,
              )}
            />
            <WordList
              title="Excluded time"
              items={exclusions.map((exclusion) => exclusionText(exclusion, zone))}
            />
          </div>
        </>
      )}
    </section>
  );
}

function WordList(props: { readonly title: string; readonly items: readonly string[] }) {
  const { title, items } = props;
  if (items.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul class="plain-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
