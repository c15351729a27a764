import type { Criterion } from "../../acoustics/assessment/criterion.ts";
import { writeCriterion } from "../../database/queries/sites/written-criterion.ts";
import type { Written } from "../../database/queries/sites/written-parts.ts";
import { type Change, compareValues } from "./compare-values.ts";

/**
 * Old and new value of what differs between two lists of criteria, as a site file writes them. Criteria are known by
 * their ids: `criteria.works-day.limit`. A criterion that only one list has is `criteria.works-day`; the order of those
 * that both have is `criteria`.
 */
export function compareCriteria(
  old: readonly Criterion[],
  changed: readonly Criterion[],
): Change[] {
  const [before, after] = [writtenById(old), writtenById(changed)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const inBoth = (list: ReadonlyMap<string, Written>) =>
    [...list.keys()].filter((id) => before.has(id) && after.has(id));
  return [
    ...compareValues("criteria", inBoth(before), inBoth(after)),
    ...[...ids].flatMap((id) =>
      compareValues(`criteria.${id}`, before.get(id) ?? null, after.get(id) ?? null),
    ),
  ];
}

/** Paths as `compareCriteria` has them, but no deeper than a member of a criterion. */
export function changedCriteria(
  old: readonly Criterion[],
  changed: readonly Criterion[],
): string[] {
  const paths = compareCriteria(old, changed).map(({ path }) => path.split(/[.[]/).slice(0, 3));
  return [...new Set(paths.map((steps) => steps.join(".")))];
}

function writtenById(criteria: readonly Criterion[]): Map<string, Written> {
  return new Map(criteria.map((criterion) => [criterion.id, writeCriterion(criterion)]));
}
