import type { Exclusion } from "../../components/excluded-list.tsx";
import { type TableContent, tableOf } from "../../components/data-table.tsx";
import { levelColumn, textColumn } from "../../components/plain-table.tsx";
import type { PlotCounts } from "../../components/plot-block.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { LevelData, LevelPoint } from "../../plots/level-data.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { localMinute, type TimeZone } from "../../time/local-time.ts";
import { spokenRange } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";
import type { LoadedLevels } from "./use-levels.ts";
import type { RangeSummary } from "./use-sensor-range.ts";

/** Samples with a level, those above the limit, and gaps as served. Null until the gaps are known. */
export function countsOf(
  { rows, data }: LoadedLevels,
  sensor: RangeSummary["sensor"],
): PlotCounts | null {
  if (sensor === null || sensor.availability === null) return null;
  // Nothing is missing where no sample is expected.
  const gaps = sensor.availability?.gapCount ?? 0;
  const [total] = sensor.aggregates?.buckets ?? [];
  const { points, over } = sampleCounts(data.points);
  if (total === undefined) return { points, over, gaps };
  // Excluded samples are drawn, and above no limit.
  return { points: rows === null ? total.samples : points, over: total.events, gaps };
}

/** The samples or buckets as a table, oldest first, as served; a column has the reasons of excluded time. */
export function levelTable(
  { rows, data, exclusions = [] }: Pick<LoadedLevels, "rows" | "data"> & ExcludedTime,
  caption: string,
  zone: TimeZone,
): TableContent {
  const points = data.points.filter(({ Leq }) => Leq !== null);
  const excluded = exclusions.length === 0 ? null : reasonsAt(exclusions);
  const note = rows === null ? ": each row is the energy mean of several samples" : "";
  return tableOf(`${caption}${note}`, points, [
    textColumn("Time", ({ second }) => localMinute(second, zone)),
    levelColumn("Leq", ({ Leq }) => Leq),
    levelColumn("Limit", ({ limit }) => limit),
    textColumn("Source", ({ limitSource }) => limitSource),
    levelColumn("Over", ({ over }) => over),
    ...(excluded === null
      ? []
      : [textColumn("Excluded", ({ second }: LevelPoint) => excluded(second))]),
  ]);
}

interface ExcludedTime {
  readonly exclusions?: readonly Exclusion[];
}

/** The reasons for which a sample that starts at a second does not count. */
function reasonsAt(exclusions: readonly Exclusion[]): (second: number) => string {
  const stretches = drawnStretches(exclusions);
  return (second) =>
    stretches
      .filter(({ first, end }) => first <= second && second < end)
      .map(({ reason }) => reason)
      .join(", ");
}

/** `LAeq, 1 h, 25 to 31 March 2019: 52.6 to 76.5 dB, 90 of 167 above the limit`. */
export function levelSummary(
  data: LevelData,
  about: { readonly quantity: string; readonly range: LocalRange; readonly zone: TimeZone },
  counts: Pick<PlotCounts, "points" | "over"> | null,
): string {
  const { quantity, range, zone } = about;
  const levels = data.points.flatMap(({ Leq, low, high }) =>
    data.kind === "buckets" ? [low, high] : [Leq],
  );
  return plotSummary({ quantity, time: spokenRange(range, zone), levels, counts });
}
