import type { ExceedanceSearch, FoundExceedances } from "#database/queries/exceedances.ts";
import type { SecondRange } from "#acoustics/time/contract-period.ts";

/** What a search has found. */
export interface SearchedRange extends FoundExceedances {
  /** How many samples were read; more than `searched` if some of them do not follow on those. */
  readonly read: number;
  /** Whether there are no samples beyond the last one searched. */
  readonly isAtEnd: boolean;
}

export type SelectExceedances = (search: ExceedanceSearch) => Promise<FoundExceedances>;

/** Searches a range with one statement. */
export async function searchWhole(
  select: SelectExceedances,
  search: ExceedanceSearch,
): Promise<SearchedRange> {
  const found = await select(search);
  return { ...found, read: found.searched, isAtEnd: found.searched < search.searchAtMost };
}

/**
 * Searches both halves of a range with two statements at the same time: half the time, while the database is not busy. Each
 * may search half of the samples. If that cuts the half which comes first, only what it has found is returned: the other
 * one does not follow on it.
 */
export async function searchHalves(
  select: SelectExceedances,
  search: ExceedanceSearch,
): Promise<SearchedRange> {
  const searchAtMost = Math.floor(search.searchAtMost / 2);
  const { first, last } = search.seconds;
  const middle = Math.floor((first + last) / 2);
  const searchHalf = (seconds: SecondRange) =>
    searchWhole(select, { ...search, seconds, searchAtMost });
  const [earlier, later] = await Promise.all([
    searchHalf({ first, last: middle }),
    searchHalf({ first: middle + 1, last }),
  ]);
  const [near, far] = search.order === "asc" ? [earlier, later] : [later, earlier];
  const read = near.read + far.read;
  if (!near.isAtEnd) return { ...near, read };
  return {
    exceedances: [...near.exceedances, ...far.exceedances],
    searched: near.searched + far.searched,
    lastSearched: far.lastSearched ?? near.lastSearched,
    read,
    isAtEnd: far.isAtEnd,
  };
}

/**
 * Whether a search of at most `searchAtMost` samples is divided, if about `expected` are there: it takes longer than a statement
 * does at all, and hardly will be cut. Not if nothing is known of how many to expect (`NaN`).
 */
export function isWorthHalving(expected: number, searchAtMost: number): boolean {
  return expected >= 10_000 && expected <= searchAtMost;
}
