/** A change of a criterion by a version of the site. */
export type CriterionChange = ReturnType<typeof changesOf>[number];

interface Version {
  readonly appliedAt: string;
  readonly changes: readonly string[];
}

/** True if a criterion was changed after an instant, in Unix seconds: windows from then on went by other rules. */
export function hasChangedSince(first: number, versions: readonly Version[]): boolean {
  return versions
    .toSorted((a, b) => appliedSecond(a.appliedAt) - appliedSecond(b.appliedAt))
    .slice(1)
    .filter(({ appliedAt }) => appliedSecond(appliedAt) > first)
    .some(({ changes }) => changes.some((each) => /^criteria(?:\.|$)/.test(each)));
}

/** When a criterion was changed, as far as the versions list it. */
export function changesOf(criterionId: string, versions: readonly Version[]) {
  const path = `criteria.${criterionId}`;
  return versions.flatMap(({ appliedAt, changes }) => {
    const own = changes.filter((each) => each === path || each.startsWith(`${path}.`));
    if (own.length === 0) return [];
    // It changed nothing but the limit, which is served with each window.
    const isOfLimit = own.every((each) => each === `${path}.limit`);
    // `at` is when it came into force, in Unix seconds.
    return [{ at: appliedSecond(appliedAt), isOfLimit }];
  });
}

/**
 * The versions in force over a range, in Unix seconds, both inside, oldest first. What lies before the first known
 * version has none. `appliedAt` of the versions is in any order.
 */
export function rulesInForce(
  versions: readonly { readonly appliedAt: string }[],
  { first, last }: { readonly first: number; readonly last: number },
) {
  const applied = versions
    .map(({ appliedAt }) => ({ asOf: appliedAt, at: appliedSecond(appliedAt) }))
    .toSorted((a, b) => a.at - b.at);
  return applied.flatMap(({ asOf, at }, index) => {
    const end = Math.min(applied[index + 1]?.at ?? Infinity, last + 1);
    const start = Math.max(at, first);
    return start < end ? [{ first: start, end, asOf }] : [];
  });
}

/** The instant of a version in Unix seconds, with its milliseconds. */
export function appliedSecond(instant: string): number {
  return Date.parse(instant) / 1000;
}
