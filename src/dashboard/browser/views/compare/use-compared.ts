import { readSamples } from "../../data/read-samples.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { dataOfSamples, type LevelData } from "../../plots/level-data.ts";
import { shiftDays } from "../../plots/shift-days.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";

/** Two lines over one range; the times of the second are those of the first with the same local time. */
export interface Compared {
  readonly first: LevelData;
  readonly second: LevelData;
}

/** The levels of two sensors, the second's from days earlier. Null for `sensors` sends no query. */
export function useCompared(
  sensors: { readonly first: string; readonly second: string; readonly daysEarlier: number } | null,
): Query<Compared> {
  const { project, extents, zone, range } = useProject();
  const w = weighting.value;
  const days = sensors?.daysEarlier ?? 0;
  const read = async (sensorId: string, earlier: number, signal: AbortSignal) => {
    const intervalSeconds = extents.get(sensorId)?.interval?.seconds ?? 300;
    const part = {
      first: shiftDays(range.first, -earlier, zone),
      last: shiftDays(range.last, -earlier, zone),
    };
    const answer = await readSamples(
      { projectId: project.id, sensorId, ...part, weighting: w, intervalSeconds },
      signal,
    );
    // The plot has only levels: two sensors may have two limits.
    const rows = (answer.data ?? []).map((row) => ({
      ...row,
      second: shiftDays(row.second, earlier, zone),
      LA10: null,
      LA50: null,
      LA90: null,
      limit: null,
      over: null,
    }));
    return { data: dataOfSamples(rows, intervalSeconds, w), issues: answer.issues };
  };
  return useAsked<Compared>(
    (signal) => {
      if (sensors === null) return null;
      return Promise.all([read(sensors.first, 0, signal), read(sensors.second, days, signal)]).then(
        ([first, second]) => ({
          data: { first: first.data, second: second.data },
          issues: [...first.issues, ...second.issues],
        }),
      );
    },
    JSON.stringify([project.id, sensors, range.first, range.last, w]),
    "v0:data:read",
  );
}
