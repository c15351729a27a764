import { type Cursor, secondsBeyond } from "../../acoustics/paging.ts";
import { lengthOf, type SecondRange } from "../../acoustics/time/contract-period.ts";
import type {
  Exceedance,
  ExceedanceSearch,
  FoundExceedances,
} from "../../database/queries/events/exceedances.ts";
import type { ReadBudget } from "../read-budget.ts";
import { nextSearchSize } from "./search-bound.ts";

export interface SearchStep<Found extends Exceedance = Exceedance> {
  /** In the order of the search. */
  readonly exceedances: readonly Found[];
  /** The number of samples that the step has searched. */
  readonly searched: number;
  /** The second of the last sample searched, if the work bound forbids a further step; else null. */
  readonly cutAt: Cursor | null;
}

/** The bounds of a search. Default of `searchBound`: that of `nextSearchSize`. */
export type SearchBudget = Pick<ReadBudget, "chargeSearch" | "refundSearch"> &
  Partial<Pick<ReadBudget, "searchBound">>;

export type SelectExceedances<Found extends Exceedance = Exceedance> = (
  search: ExceedanceSearch,
) => Promise<FoundExceedances<Found>>;

/**
 * Searches the samples of a range for levels above a bound, step by step, until the range ends or the work bound is
 * reached. Each step is charged for the samples that it may read, and then refunded for the rest. `mayHalve`: a long
 * step may use two statements at once; false for a command, which has one connection.
 */
export async function* searchInSteps<Found extends Exceedance>(
  select: SelectExceedances<Found>,
  budget: SearchBudget,
  search: Omit<ExceedanceSearch, "searchAtMost">,
  mayHalve = true,
): AsyncGenerator<SearchStep<Found>> {
  const { searchBound } = budget;
  let rest: SecondRange | null = search.seconds;
  let searched = 0;
  let exceedances = 0;
  while (rest !== null) {
    const searchAtMost = nextSearchSize(searched, exceedances, searchBound);
    // There is at most one sample a second.
    const charged = Math.min(searchAtMost, lengthOf(rest));
    budget.chargeSearch(charged);
    const expected = mayHalve ? expectedSamples(searched, search.seconds, rest) : null;
    const found: SearchResult<Found> = await searchOnce(
      select,
      { ...search, seconds: rest, searchAtMost },
      expected,
    );
    budget.refundSearch(charged - found.read);
    searched += found.searched;
    exceedances += found.exceedances.length;
    const last = found.isAtEnd ? null : found.lastSearched;
    rest = last === null ? null : secondsBeyond(rest, last, search.order);
    const isCut = rest !== null && nextSearchSize(searched, exceedances, searchBound) === 0;
    yield {
      exceedances: found.exceedances,
      searched: found.searched,
      cutAt: isCut ? last : null,
    };
    if (isCut) return;
  }
}

interface SearchResult<Found extends Exceedance> extends FoundExceedances<Found> {
  /** The number of samples that were read, including those of a discarded half. */
  readonly read: number;
  /** True if the range has no samples beyond the last one searched. */
  readonly isAtEnd: boolean;
}

/**
 * Searches at most `searchAtMost` samples. `expected` is the approximate number of samples in the range, or null. A
 * long search uses two statements at the same time, which is faster while the database has a connection and a processor
 * for each.
 */
function searchOnce<Found extends Exceedance>(
  select: SelectExceedances<Found>,
  search: ExceedanceSearch,
  expected: number | null,
): Promise<SearchResult<Found>> {
  const isHalved = expected !== null && isWorthHalving(expected, search.searchAtMost);
  return isHalved ? searchHalves(select, search) : searchWhole(select, search);
}

/**
 * The approximate number of samples in the rest of a range, if they are as dense as the `searched` ones before it. Null
 * before the first search. Worked example: after 2,500 samples in the first 10 of 30 days, 5,000.
 */
export function expectedSamples(
  searched: number,
  range: SecondRange,
  rest: SecondRange,
): number | null {
  const secondsSearched = lengthOf(range) - lengthOf(rest);
  return secondsSearched === 0 ? null : (searched / secondsSearched) * lengthOf(rest);
}

/**
 * True if two statements are faster. A short search is not worth a second statement. A search that will be cut would
 * read its second half in vain; a margin of a quarter allows for samples that are not spread evenly.
 */
export function isWorthHalving(expected: number, searchAtMost: number): boolean {
  return expected >= longStep && expected <= 0.75 * searchAtMost;
}

/** In samples: about a millisecond of the database server. */
const longStep = 10_000;

async function searchWhole<Found extends Exceedance>(
  select: SelectExceedances<Found>,
  search: ExceedanceSearch,
): Promise<SearchResult<Found>> {
  const found = await select(search);
  return { ...found, read: found.searched, isAtEnd: found.searched < search.searchAtMost };
}

/**
 * Searches the two halves of a range, each with half of the samples. If the bound cuts the first half, the other half
 * does not continue it and is discarded.
 */
async function searchHalves<Found extends Exceedance>(
  select: SelectExceedances<Found>,
  search: ExceedanceSearch,
): Promise<SearchResult<Found>> {
  const { first, last } = search.seconds;
  const middle = Math.floor((first + last) / 2);
  const halves = [
    { first, last: middle },
    { first: middle + 1, last },
  ] as const;
  const [nearSeconds, farSeconds] = search.order === "asc" ? halves : [halves[1], halves[0]];
  const searchAtMost = Math.floor(search.searchAtMost / 2);
  const [near, far] = await Promise.all([
    searchWhole(select, { ...search, seconds: nearSeconds, searchAtMost }),
    searchWhole(select, { ...search, seconds: farSeconds, searchAtMost }),
  ]);
  const read = near.read + far.read;
  if (!near.isAtEnd) return { ...near, read };
  return {
    exceedances: [...near.exceedances, ...far.exceedances],
    searched: near.searched + far.searched,
    lastSearched: far.lastSearched,
    read,
    isAtEnd: far.isAtEnd,
  };
}
