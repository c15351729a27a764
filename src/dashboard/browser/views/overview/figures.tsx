import "./figures.css";
import { countText } from "../../components/level-text.ts";
import { replaceParameters } from "../../state/address.ts";
import type { SensorFilter } from "./attention.ts";
import { type RecentDays, recentDays } from "./use-recent-series.ts";
import type { SensorStatus } from "./sensor-status.ts";

/**
 * How many sensors there are, what is wrong with them now, and how often they were above their limit in a day. Each
 * figure is a button that leaves its sensors in the list; a second press shows all again.
 */
export function Figures(props: {
  readonly sensors: number;
  /** Null before the levels are known, and where they cannot be read. */
  readonly statuses: readonly SensorStatus[] | null;
  readonly recent: RecentDays;
  readonly filter: SensorFilter | null;
}) {
  const { sensors, statuses, recent } = props;
  const [above, silent] = [countOf(statuses, "above"), countOf(statuses, "silent")];
  const figures: readonly Figure[] = [
    { name: sensors === 1 ? "sensor" : "sensors", value: countText(sensors), filter: null },
    { name: "above limit now", value: above ?? "–", filter: "above", tone: above ? "alarm" : "" },
    { name: "silent", value: silent ?? "–", filter: "silent", tone: silent ? "stale" : "" },
    {
      name: "exceedances in the last 24 h of data",
      value: statuses === null ? "–" : exceedanceText(recent),
      filter: "exceedances",
      title: `Samples above their limit in the 24 hours up to the newest sample of each of ${recentDays(recent).length} sensors; sensors without a sample in that day are not counted`,
    },
  ];
  return (
    <div class="figures" role="group" aria-label="Figures, and filters of the list">
      {figures.map(({ name, value, filter, tone = "", title }) => (
        <button
          key={name}
          type="button"
          class="figure card"
          aria-pressed={props.filter === filter}
          title={title}
          onClick={() =>
            replaceParameters({ show: props.filter === filter ? undefined : (filter ?? undefined) })
          }
        >
          <span class={`figure-value ${tone}`}>
            {tone === "alarm" && <span aria-hidden="true">▲ </span>}
            {value}
          </span>
          <span class="figure-name muted">{name}</span>
        </button>
      ))}
    </div>
  );
}

interface Figure {
  readonly name: string;
  readonly value: string | number;
  /** The sensors that it leaves in the list; null leaves all. */
  readonly filter: SensorFilter | null;
  readonly tone?: "alarm" | "stale" | "";
  readonly title?: string;
}

function countOf(
  statuses: readonly SensorStatus[] | null,
  kind: SensorStatus["state"]["kind"],
): number | null {
  // Zero would be a statement about sensors whose state is unknown.
  if (statuses === null) return null;
  if (statuses.length > 0 && statuses.every(({ state }) => state.kind === "unknown")) return null;
  return statuses.filter(({ state }) => state.kind === kind).length;
}

/** A dash where no sample has a limit. Days that could not be read may hold more. */
function exceedanceText(recent: RecentDays): string {
  if (recent.isLoading) return "…";
  const counts = recentDays(recent).flatMap(({ events }) => events ?? []);
  const isAllRead = recent.issues.length === 0;
  if (isAllRead && counts.length === 0 && recentDays(recent).length > 0) return "–";
  const count = counts.reduce((total, events) => total + events, 0);
  return isAllRead ? countText(count) : `≥ ${countText(count)}`;
}
