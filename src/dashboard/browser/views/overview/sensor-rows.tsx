import "./sensor-rows.css";
import type { Signal } from "@preact/signals";
import { glanceLevels, exactText } from "../../components/level-text.ts";
import { EndKept } from "../../components/end-kept.tsx";
import { ageText, stateText } from "../../components/sensor-state.ts";
import { Sparkline } from "../../plots/sparkline.tsx";
import { linkTo } from "../../state/address.ts";
import { dateTimeText, instantText, offsetText, zoneOf } from "../../time/local-time.ts";
import { haveSeveralOffsets, type ListedSensor } from "./attention.ts";

interface RowSettings {
  readonly now: number;
  /** True if each row names its project. */
  readonly hasProjects?: boolean;
  /** The sensor that has the pointer or the focus, here or on a map. */
  readonly pointed?: Signal<string | null>;
}

/** Sensors with their newest levels, in the order given. */
export function SensorRows(
  props: RowSettings & { readonly label: string; readonly rows: readonly ListedSensor[] },
) {
  const { label, rows, ...settings } = props;
  if (rows.length === 0) return <p class="muted">No sensors</p>;
  const hasOffsets = haveSeveralOffsets(rows, settings.now);
  return (
    <ul class="sensor-rows plain-list" aria-label={label}>
      {rows.map((entry) => (
        <SensorRow
          key={entry.status.sensor.id}
          entry={entry}
          hasOffsets={hasOffsets}
          {...settings}
        />
      ))}
    </ul>
  );
}

function SensorRow(
  props: RowSettings & { readonly entry: ListedSensor; readonly hasOffsets: boolean },
) {
  const { entry, hasProjects, hasOffsets, now, pointed } = props;
  const { project, status, series } = entry;
  const zone = zoneOf(project.timezone);
  const { sensor, newest, state } = status;
  const compared = newest && glanceLevels(newest);
  const point = () => pointed !== undefined && (pointed.value = sensor.id);
  const leave = () => pointed !== undefined && (pointed.value = null);
  return (
    <li
      class={`sensor-row finger-row${pointed?.value === sensor.id ? " pointed" : ""}`}
      data-testid="sensor-row"
      data-sensor={sensor.id}
      data-state={state.kind === "unknown" ? undefined : state.kind}
      onMouseEnter={point}
      onMouseLeave={leave}
      onFocusIn={point}
      onFocusOut={leave}
    >
      <span class="sensor-place">
        <a
          class="sensor-name quiet-link finger-link"
          href={linkTo({ view: "sensor", project: project.id, sensor: sensor.id })}
        >
          {sensor.name}
        </a>
        {hasProjects === true && <EndKept class="two-lines muted small" name={project.name} />}
      </span>
      <span class="sensor-level key-figure" title={levelTitle(newest?.level ?? null)}>
        {compared === null ? (
          <span class="muted">{state.kind === "unknown" ? "—" : "–"}</span>
        ) : (
          <>
            {compared?.level}
            <span class="quantity"> dB</span>
          </>
        )}
      </span>
      <span class="sensor-spark">
        {series !== undefined && <Sparkline buckets={series.buckets} />}
      </span>
      <span class="sensor-facts row muted small">
        {state.kind !== "unknown" && (
          <span class={`sensor-state ${state.kind}`}>
            {state.kind === "above" && <span aria-hidden="true">▲ </span>}
            {stateText(state, zone, now, hasOffsets)}
          </span>
        )}
        {newest?.limit != null && (
          <span class="sensor-limit" title={levelTitle(newest.limit)}>
            limit {compared?.limit}
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

function levelTitle(level: number | null): string | undefined {
  return level === null ? undefined : `${exactText(level)} dB`;
}
