import "./wallboard.css";
import { EndKept } from "../../components/end-kept.tsx";
import { CopyLink } from "../../components/frame/copy-link.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { counted, exactText, glanceLevels } from "../../components/level-text.ts";
import { limitAndCriterion, limitAndCriterionShort } from "../../components/limit-and-criterion.ts";
import { ageText, stateText } from "../../components/sensor-state.ts";
import { linkTo } from "../../state/address.ts";
import { productName } from "../../state/product-name.ts";
import { localClock, zoneOf } from "../../time/local-time.ts";
import { haveSeveralOffsets, type ListedSensor, matching } from "../overview/attention.ts";
import { useAllSensors } from "../overview/use-all-sensors.ts";
import { useWindowsNow } from "../overview/use-windows-now.ts";
import { WindowsText } from "../overview/windows-text.tsx";

/**
 * Columns that fill a screen of 16 to 9 best: with large levels, which take 25 % of the width of a tile or 34 % of its
 * height, and with few places that stay empty. Thirteen tiles stand 5 by 3.
 */
function columnsFor(tiles: number): number {
  const worthOf = (columns: number) => {
    const rows = Math.ceil(tiles / columns);
    const level = Math.min((25 * 16) / columns, (34 * 9) / rows);
    return (level * tiles) / (columns * rows);
  };
  const choices = Array.from({ length: tiles }, (_, index) => index + 1);
  return choices.reduce((best, each) => (worthOf(each) > worthOf(best) ? each : best), 1);
}

/**
 * All sensors at a glance, for a screen on a wall: those that exceed a criterion today first, then those above their
 * limit, then silent ones. It polls.
 */
export function Wallboard() {
  const all = useAllSensors({ isOnWall: true });
  const { sensors, now, answeredAt } = all;
  const windows = useWindowsNow(all.projects, now);
  // Verdicts decide the order: tiles that came before them would move.
  const isReady = sensors !== null && windows.every(({ counts }) => counts !== null);
  const exceededBy = ({ project, status }: ListedSensor) =>
    windows
      .find((each) => each.project.id === project.id)
      ?.criteriaBySensor.get(status.sensor.id) ?? [];
  const listed = matching(sensors ?? [], null, "", () => 0).toSorted(
    (a, b) => Number(exceededBy(b).length > 0) - Number(exceededBy(a).length > 0),
  );
  const hasOffsets = haveSeveralOffsets(listed, now);
  const [only, ...others] = all.projects;
  const hasProjects = new Set(listed.map(({ project }) => project.id)).size > 1;
  const count = (kind: string) => listed.filter(({ status }) => status.state.kind === kind).length;
  const [above, silent] = [count("above"), count("silent")];
  const own = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [issue] = all.issues;
  return (
    <div class="wall column-2" data-testid="wall" data-ready={isReady ? "true" : "false"}>
      <div class="wall-head row large">
        <h1 class="visually-hidden">Wallboard</h1>
        <a class="text-link" href="#/">
          {productName}
        </a>
        {windows.length > 0 && (
          <div class={windows.length > 1 ? "wall-windows of-several" : "wall-windows"}>
            {windows.map((each) => (
              <p key={each.project.id} class={windows.length > 1 ? "cut" : undefined}>
                <WindowsText counts={each.counts} />
                {windows.length > 1 && <span class="muted small"> {each.project.name}</span>}
              </p>
            ))}
          </div>
        )}
        <p class={above > 0 ? "alarm" : undefined}>
          {above > 0 && <span aria-hidden="true">▲ </span>}
          {above} above limit
        </p>
        <p class={silent > 0 ? "stale" : undefined}>{silent} silent</p>
        <p class="muted">
          {counted(listed.length, "sensor")}
          {only !== undefined && others.length === 0 && <span class="small"> {only.name}</span>}
        </p>
        <CopyLink range={null} isKnown />
        <div class="wall-head-end row one-line">
          {windows.length > 0 && (
            <p class="wall-note muted" title={limitAndCriterion}>
              {limitAndCriterionShort}
            </p>
          )}
          <p class="wall-clock">
            {localClock(now, own)}
            {answeredAt !== null && now - answeredAt / 1000 > 180 && (
              <span class="stale"> levels of {ageText(Math.floor(answeredAt / 1000), now)}</span>
            )}
          </p>
        </div>
      </div>
      {issue !== undefined && <IssueNote issue={issue} />}
      {!isReady && issue === undefined && <Skeleton height={480} />}
      <ul
        class="wall-tiles plain-list"
        ref={(list) => list?.style.setProperty("--columns", String(columnsFor(listed.length)))}
      >
        {isReady &&
          listed.map((entry) => (
            <Tile
              key={entry.status.sensor.id}
              entry={entry}
              now={now}
              exceeds={exceededBy(entry)}
              hasOffsets={hasOffsets}
              hasProjects={hasProjects}
            />
          ))}
      </ul>
    </div>
  );
}

function Tile(props: {
  readonly entry: ListedSensor;
  readonly now: number;
  /** The criteria that are exceeded in windows of today. */
  readonly exceeds: readonly string[];
  readonly hasOffsets: boolean;
  readonly hasProjects: boolean;
}) {
  const { entry, now, hasOffsets, hasProjects } = props;
  const [exceeded, ...others] = props.exceeds;
  const { project, status } = entry;
  const { sensor, newest, state } = status;
  const isCurrent = ["above", "within", "no-limit"].includes(state.kind);
  const compared = newest && glanceLevels(newest);
  return (
    <li
      class={`wall-tile card ${state.kind}${exceeded === undefined ? "" : " exceeds"}`}
      data-testid="sensor-row"
      data-sensor={sensor.id}
      data-state={state.kind === "unknown" ? undefined : state.kind}
    >
      <a
        class="wall-name text-link quiet-link"
        title={`${sensor.name}, ${project.name}`}
        href={linkTo({ view: "sensor", project: project.id, sensor: sensor.id })}
      >
        {sensor.name}
      </a>
      <span
        class="wall-level cut"
        title={newest?.level == null ? undefined : `${exactText(newest.level)} dB`}
      >
        {isCurrent && compared !== null ? compared.level : "–"}
        {isCurrent && compared !== null && <small> dB</small>}
      </span>
      <span class="wall-state muted">
        {state.kind === "above" && "▲ "}
        {isCurrent && compared?.over !== undefined && compared.over !== null
          ? `${compared.over} dB · ${ageText(newest?.second ?? now, now)}`
          : stateText(state, zoneOf(project.timezone), now, hasOffsets)}
      </span>
      {exceeded === undefined ? (
        <EndKept class="wall-project two-lines muted" name={hasProjects ? project.name : ""} />
      ) : (
        <span class="wall-project alarm" title={props.exceeds.join(", ")}>
          <span class="wall-criteria">
            ▲ {exceeded}
            {others.length > 0 && ` and ${others.length} more`} exceeded
          </span>
          <span class="wall-criteria-count">▲ {props.exceeds.length} exceeded</span>
        </span>
      )}
    </li>
  );
}
