import { episodesOf } from "../../data/episodes.ts";
import type { SampleRow } from "../../data/read-samples.ts";

/** How many episodes the exceedances of a sensor's samples are. All samples of the range, oldest first. */
export function episodeCount(rows: readonly SampleRow[], interval: number): number {
  const exceedances = rows.flatMap(({ second, Leq, over, label }) =>
    Leq !== null && over !== null && over > 0 ? [{ sensorId: "", second, Leq, over, label }] : [],
  );
  const indexes = new Map(rows.map(({ second }, index) => [second, index] as const));
  return episodesOf(exceedances, {
    intervalOf: () => interval,
    isMissing: (_sensor, after, before) => {
      const next = rows[(indexes.get(after) ?? 0) + 1];
      return next === undefined || next.second >= before;
    },
  }).length;
}
