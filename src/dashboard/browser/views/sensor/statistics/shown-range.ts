import type { Weighting } from "../../../../../acoustics/levels/weighting.ts";
import { validOnly } from "../../../state/address.ts";
import type { ProjectScope } from "../../../state/project-scope.tsx";
import { instantText } from "../../../time/local-time.ts";

/** The range and weighting of a sensor's statistics. */
export interface StatisticsRange {
  readonly project: string;
  readonly sensor: string;
  /** Instants as the server takes them, both inside. */
  readonly first: string;
  readonly last: string;
  readonly weighting: Weighting;
  readonly seconds: number;
}

/** The shown range as far as the contract goes; null where they have nothing in common, and without a sensor. */
export function statisticsRange(
  { project, sensor, range, countedLast, contract }: ProjectScope,
  weighting: Weighting,
): StatisticsRange | null {
  const first = Math.max(range.first, contract?.first ?? -Infinity);
  const last = Math.min(countedLast, contract?.last ?? Infinity);
  if (sensor === null || last < first) return null;
  return {
    project: project.id,
    sensor: sensor.id,
    first: instantText(first),
    last: instantText(last),
    weighting,
    seconds: last - first + 1,
  };
}

/** The level of each weighting that is averaged and spread. */
export const levelOfWeighting = { A: "LAeq", C: "LCeq", Z: "LZeq" } as const;

const mostBuckets = 10_000;

/** Enough buckets of a length for a range, with some for clock changes; null if the server has not so many. */
export function bucketsFor(seconds: number, length: number): number | null {
  const needed = Math.ceil(seconds / length) + 1;
  return needed > mostBuckets ? null : Math.min(mostBuckets, needed + 49);
}

/** The variables that all documents of statistics have. */
export function variablesOf({ project, sensor, first, last, weighting }: StatisticsRange) {
  return { project, sensor, first, last, weighting, validOnly: validOnly.value };
}
