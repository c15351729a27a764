import { sensorVariables } from "../../../data/sensor-variables.ts";
import type { ProjectScope } from "../../../state/project-scope.tsx";
import { insideContract } from "../../../time/range.ts";

export type StatisticsRange = NonNullable<ReturnType<typeof statisticsRange>>;

/** The shown range as far as the contract goes; null where they have nothing in common, and without a sensor. */
export function statisticsRange(scope: ProjectScope) {
  const { project, sensor, range, countedLast, contract } = scope;
  const { first, last } = insideContract({ first: range.first, last: countedLast }, contract);
  if (sensor === null || last < first) return null;
  const variables = sensorVariables(project.id, sensor.id, { first, last });
  return { variables, seconds: last - first + 1 };
}

const mostBuckets = 10_000;

/** Enough buckets of a length for a range, with some for clock changes; null if the server has not so many. */
export function bucketsFor(seconds: number, length: number): number | null {
  const needed = Math.ceil(seconds / length) + 1;
  return needed > mostBuckets ? null : Math.min(mostBuckets, needed + 49);
}
