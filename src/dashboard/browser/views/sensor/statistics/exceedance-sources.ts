import type { LimitSource } from "../../../../../acoustics/limits/limit-rules.ts";
import type { LimitExceedancesQuery } from "../../../graphql/generated/limit-exceedances.ts";

/** A stretch of time with one limit and one source, as `aggregates(bucket: limit)` has it. */
export type LimitStretch = NonNullable<
  NonNullable<LimitExceedancesQuery["sensor"]>["aggregates"]
>["buckets"][number];

export type SourceSum = Omit<LimitStretch, "limitSource"> & { readonly limitSource: LimitSource };

/** All stretches of a source with the same limit as one; by exceedances, then by samples, most first. */
export function exceedanceSources(stretches: readonly LimitStretch[]): SourceSum[] {
  const sums = new Map<string, SourceSum>();
  for (const stretch of stretches) {
    const limitSource = stretch.limitSource ?? "none";
    const key = `${limitSource} ${stretch.limit}`;
    const known = sums.get(key);
    sums.set(key, known === undefined ? { ...stretch, limitSource } : together(known, stretch));
  }
  return [...sums.values()]
    .filter(({ samples }) => samples > 0)
    .toSorted((left, right) => right.events - left.events || right.samples - left.samples);
}

function together(left: SourceSum, right: LimitStretch): SourceSum {
  return {
    ...left,
    samples: left.samples + right.samples,
    events: left.events + right.events,
    overSeconds: left.overSeconds + right.overSeconds,
    maxOver:
      left.maxOver === null || (right.maxOver !== null && right.maxOver > left.maxOver)
        ? right.maxOver
        : left.maxOver,
  };
}
