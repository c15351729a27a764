import { type SampleRow, type SampleSelection, selectSamples } from "#database/queries/samples.ts";
import {
  type ContractPeriod,
  type SecondRange,
  secondsInside,
} from "#acoustics/time/contract-period.ts";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { createLoader } from "./create-loader.ts";
import type { OperationContext } from "./operation-context.ts";

/** A search in one sensor's samples. */
export interface SampleSearch {
  readonly sensorNo: number;
  readonly seconds: SecondRange;
  readonly selection: SampleSelection;
}

export type LoadSamples = (search: SampleSearch) => Promise<readonly SampleRow[]>;

/** Searches in samples; those of one request that select alike, at one sensor each, share a statement. */
export function createSamplesLoader({ database, principal }: OperationContext): LoadSamples {
  const load = createLoader(async (searches: readonly SampleSearch[]) => {
    const found = new Map<SampleSearch, readonly SampleRow[]>();
    await Promise.all(
      groupSearches(searches).map(async (group) => {
        const rows = await selectSamples(database, principal.grants, group, group[0].selection);
        for (const search of group) found.set(search, rows.get(search.sensorNo) ?? []);
      }),
    );
    return found;
  });
  return async (search) => (await load(search)) ?? [];
}

/** The last sample inside the contract that has an equivalent level of the weighting, or null. */
export async function loadLatestSample(
  loadSamples: LoadSamples,
  sensorNo: number,
  contract: ContractPeriod,
  weighting: Weighting,
): Promise<SampleRow | null> {
  const seconds = secondsInside(contract);
  if (seconds === null) return null;
  const selection = { order: "desc", atMost: 1, reported: equivalentLevel[weighting] } as const;
  const [sample] = await loadSamples({ sensorNo, seconds, selection });
  return sample ?? null;
}

type Group = [SampleSearch, ...SampleSearch[]];

/** Groups of one selection in which no sensor stands twice. */
function groupSearches(searches: readonly SampleSearch[]): Group[] {
  const groups: Group[] = [];
  for (const search of searches) {
    const group = groups.find(
      ([first, ...others]) =>
        JSON.stringify(first.selection) === JSON.stringify(search.selection) &&
        [first, ...others].every(({ sensorNo }) => sensorNo !== search.sensorNo),
    );
    if (group === undefined) groups.push([search]);
    else group.push(search);
  }
  return groups;
}
