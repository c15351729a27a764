import "./sensor-rows.css";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { comparedLevels, exactLevel } from "../../components/level-text.ts";
import { ageText, stateText } from "../../components/sensor-state.ts";
import { Sparkline } from "../../plots/sparkline.tsx";
import { linkTo } from "../../state/address.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { dateTimeText, instantText, offsetText, type TimeZone } from "../../time/local-time.ts";
import type { RecentSeries } from "./recent-series.ts";
import type { SensorStatus } from "./sensor-status.ts";

/** The sensors of a project with their newest levels, in the order given. */
export function SensorRows(props: {
  readonly project: ProjectFacts;
  readonly statuses: readonly SensorStatus[];
  /** Times are written in it. */
  readonly zone: TimeZone;
  readonly now: number;
  readonly seriesOf: (sensor: string) => RecentSeries | undefined;
  /** The sensor that has the pointer or the focus, here or on a map. */
  readonly pointed?: Signal<string | null>;
}) {
  const { project, statuses, zone, now, seriesOf, pointed } = props;
  if (project.sensors.length === 0) return <p class="muted">No sensors</p>;
  return (
    <ul class="sensor-rows" aria-label={`Sensors of ${project.name}`}>
      {statuses.map((status) => (
        <SensorRow
          key={status.sensor.id}
          projectId={project.id}
          status={status}
          zone={zone}
          now={now}
          series={seriesOf(status.sensor.id)}
          pointed={pointed}
        />
      ))}
    </ul>
  );
}

function SensorRow(props: {
  readonly projectId: string;
  readonly status: SensorStatus;
  readonly zone: TimeZone;
  readonly now: number;
  readonly series: RecentSeries | undefined;
  readonly pointed: Signal<string | null> | undefined;
}) {
  const { status, zone, now, series, pointed } = props;
  const { sensor, newest, state } = status;
  const compared =
    newest?.level == null ? null : comparedLevels(newest.level, newest.limit, newest.over);
  const point = () => pointed !== undefined && (pointed.value = sensor.id);
  const leave = () => pointed !== undefined && (pointed.value = null);
  return (
    <li
      class={isPointed(pointed, sensor.id) ? "sensor-row pointed" : "sensor-row"}
      data-testid="sensor-row"
      data-sensor={sensor.id}
      data-state={state.kind === "unknown" ? undefined : state.kind}
      onMouseEnter={point}
      onMouseLeave={leave}
      onFocusIn={point}
      onFocusOut={leave}
    >
      <a
        class="sensor-name"
        href={linkTo({ view: "sensor", project: props.projectId, sensor: sensor.id })}
      >
        {sensor.name}
      </a>
      <span class="sensor-level" title={levelTitle(newest?.level ?? null)}>
        {compared === null ? (
          <span class="muted">{state.kind === "unknown" ? "—" : "–"}</span>
        ) : (
          <>
            {compared?.level}
            <span class="unit"> dB</span>
          </>
        )}
      </span>
      <span class="sensor-spark">
        {series !== undefined && <Sparkline buckets={series.buckets} />}
      </span>
      <span class="sensor-facts">
        {state.kind !== "unknown" && (
          <span class={`sensor-state ${state.kind}`}>
            {state.kind === "above" && <span aria-hidden="true">▲ </span>}
            <span class="state-text">{stateText(state, zone, now)}</span>
          </span>
        )}
        {newest?.limit != null && (
          <span class="sensor-limit">
            <span class="fact-name">limit </span>
            {compared?.limit}
          </span>
        )}
        {newest?.over != null && (
          <span class={`sensor-over ${state.kind}`} title={levelTitle(newest.over)}>
            {compared?.over}
          </span>
        )}
        {newest !== null && (
          <time
            class="sensor-age"
            dateTime={instantText(newest.second)}
            title={`${dateTimeText(newest.second, zone)} (${zone}, ${offsetText(newest.second, zone)})`}
          >
            {ageText(newest.second, now)}
          </time>
        )}
      </span>
    </li>
  );
}

function isPointed(pointed: ReadonlySignal<string | null> | undefined, sensor: string): boolean {
  return pointed?.value === sensor;
}

function levelTitle(level: number | null): string | undefined {
  return level === null ? undefined : `${exactLevel(level)} dB`;
}
