import { exactLevel, levelText } from "#dashboard/browser/components/level-text.ts";
import type { TableContent } from "#dashboard/browser/components/data-table.tsx";
import type { PlotCounts } from "#dashboard/browser/components/plot-block.tsx";
import { localMinute, type TimeZone } from "#dashboard/browser/time/local-time.ts";
import type { LoadedLevels } from "./use-levels.ts";
import type { RangeSummary } from "./use-sensor-range.ts";

/** Samples with a level, those above the limit, and gaps as served. Null until the gaps are known. */
export function countsOf(
  { rows, data }: LoadedLevels,
  sensor: RangeSummary["sensor"],
): PlotCounts | null {
  const gaps = sensor?.availability?.gapCount;
  if (gaps === undefined) return null;
  const [total] = sensor?.aggregates?.buckets ?? [];
  if (rows === null && total !== undefined) {
    return { points: total.samples, over: total.events, gaps };
  }
  const sum = (count: "samples" | "events") =>
    data.points.reduce((all, point) => all + point[count], 0);
  return { points: sum("samples"), over: sum("events"), gaps };
}

/** The samples as a table, oldest first, with the values as served. Of a long range, its buckets. */
export function levelTable(
  { rows, data }: LoadedLevels,
  caption: string,
  zone: TimeZone,
): TableContent {
  const columns = [
    { title: "Time" },
    { title: "Leq", isNumber: true },
    { title: "Limit", isNumber: true },
    { title: "Source" },
    { title: "Over", isNumber: true },
  ];
  const points = data.points.filter(({ Leq }) => Leq !== null);
  return {
    caption: rows === null ? `${caption}: each row is the energy mean of several samples` : caption,
    columns,
    rows: points.map(({ second, Leq, limit, limitSource, over }) => [
      localMinute(second, zone),
      exactLevel(Leq),
      exactLevel(limit),
      limitSource ?? "",
      exactLevel(over),
    ]),
  };
}

/** `LAeq,1 h, Mon 25 Mar – Sun 31 Mar 2019: 52.6 dB to 76.5 dB, 90 of 167 above the limit`. */
export function levelSummary(
  { data }: LoadedLevels,
  title: string,
  counts: PlotCounts | null,
): string {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { Leq, low, high } of data.points) {
    const isBucket = data.kind === "buckets";
    lowest = Math.min(lowest, (isBucket ? low : Leq) ?? Infinity);
    highest = Math.max(highest, (isBucket ? high : Leq) ?? -Infinity);
  }
  if (lowest > highest) return `${title}: no samples`;
  const above = counts === null ? "" : `, ${counts.over} of ${counts.points} above the limit`;
  return `${title}: ${levelText(lowest)} to ${levelText(highest)}${above}`;
}
