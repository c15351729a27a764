import "./figures.css";
import { countText } from "../../components/level-text.ts";
import type { RecentSeries } from "./recent-series.ts";
import type { RecentDays } from "./use-recent-series.ts";
import type { SensorStatus } from "./sensor-status.ts";

/** How many sensors there are, what is wrong with them now, and how often they were above their limit in a day. */
export function Figures(props: {
  readonly sensors: number;
  /** Null before the levels are known, and where they cannot be read. */
  readonly statuses: readonly SensorStatus[] | null;
  readonly recent: RecentDays;
}) {
  const { sensors, statuses, recent } = props;
  const above = countOf(statuses, "above");
  const silent = countOf(statuses, "silent");
  return (
    <dl class="figures">
      <Figure name="sensors" value={String(sensors)} />
      <Figure
        name="above limit now"
        value={above === null ? "–" : String(above)}
        tone={above !== null && above > 0 ? "alarm" : undefined}
      />
      <Figure
        name="silent"
        value={silent === null ? "–" : String(silent)}
        tone={silent !== null && silent > 0 ? "stale" : undefined}
      />
      <Figure
        name="exceedances in the last 24 h"
        value={statuses === null ? "–" : exceedanceText(recent)}
        title={recentTitle(recent)}
      />
    </dl>
  );
}

function Figure(props: {
  readonly name: string;
  readonly value: string;
  readonly tone?: "alarm" | "stale" | undefined;
  readonly title?: string;
}) {
  const { name, value, tone, title } = props;
  return (
    <div class="figure card" title={title}>
      <dt>{name}</dt>
      <dd class={tone}>
        {tone === "alarm" && <span aria-hidden="true">▲ </span>}
        {value}
      </dd>
    </div>
  );
}

function countOf(
  statuses: readonly SensorStatus[] | null,
  kind: SensorStatus["state"]["kind"],
): number | null {
  // Where no state is known, none is not a number of sensors.
  if (statuses === null) return null;
  if (statuses.length > 0 && statuses.every(({ state }) => state.kind === "unknown")) return null;
  return statuses.filter(({ state }) => state.kind === kind).length;
}

/** The days that end less than a day before the newest of all samples: one that ended years ago is not among them. */
function recentDays({ series }: RecentDays): readonly RecentSeries[] {
  const days = [...series.values()];
  const newest = Math.max(...days.map(({ wanted }) => wanted.newest));
  return days.filter(({ wanted }) => wanted.newest > newest - 86_400);
}

function recentTitle(recent: RecentDays): string {
  return `Samples above their limit in the 24 hours up to the newest sample of each of ${recentDays(recent).length} sensors; sensors without a sample in that day are not counted`;
}

/** Days that could not be read may hold more. */
function exceedanceText(recent: RecentDays): string {
  if (recent.isLoading) return "…";
  const count = recentDays(recent).reduce((total, { events }) => total + events, 0);
  return recent.issues.length === 0 ? countText(count) : `≥ ${countText(count)}`;
}
