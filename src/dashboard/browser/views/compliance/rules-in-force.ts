/** A part of a range over which one version of the site was in force. */
export interface RulesInForce {
  /** Unix seconds; the end is outside. */
  readonly first: number;
  readonly end: number;
  /** When that version was applied, as served: what `asOf` takes. */
  readonly asOf: string;
}

/**
 * The versions in force over a range, in Unix seconds, both inside, oldest first. What lies before the first known
 * version has none. `appliedAt` of the versions is in any order.
 */
export function rulesInForce(
  versions: readonly { readonly appliedAt: string }[],
  { first, last }: { readonly first: number; readonly last: number },
): RulesInForce[] {
  const applied = versions
    .map(({ appliedAt }) => ({ asOf: appliedAt, at: Date.parse(appliedAt) / 1000 }))
    .toSorted((a, b) => a.at - b.at);
  return applied.flatMap(({ asOf, at }, index) => {
    const end = Math.min(applied[index + 1]?.at ?? Infinity, last + 1);
    const start = Math.max(at, first);
    return start < end ? [{ first: start, end, asOf }] : [];
  });
}
