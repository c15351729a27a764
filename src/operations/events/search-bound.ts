/*
 * The work bound of the search for events: 150,000 samples for one request, more than a year of five-minute samples
 * (docs/contract.md, 2.4, demands at least 10,000).
 *
 * The first step searches 2,500 samples. The size of every later step is chosen so that, if the rest is as loud, it
 * finds about 2,500 exceedances, which are checked against the schedule in a few milliseconds. Worked example: after
 * 2,500 samples with 1,250 exceedances the next 5,000 are searched.
 */

/** The samples that the next step may search, after `searched` ones with `exceedances`; 0 at the bound. */
export function nextSearchSize(
  searched: number,
  exceedances: number,
  searchBound = mostSearched,
): number {
  if (searched < firstSearch) return firstSearch - searched;
  const size =
    exceedances === 0 ? searchBound : Math.ceil((exceedancesAtOnce * searched) / exceedances);
  return Math.min(size, searchBound - searched);
}

const mostSearched = 150_000;
const firstSearch = 2500;
const exceedancesAtOnce = 2500;
