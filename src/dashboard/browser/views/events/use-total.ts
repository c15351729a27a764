import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { ask } from "../../graphql/ask.ts";
import { exceedanceCountsDocument } from "../../graphql/generated/exceedance-counts.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { validOnly } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { instantText } from "../../time/local-time.ts";
import type { EventSource } from "./read-events.ts";

/** How many exceedances a source has. */
export interface Total {
  /** Null if it is unknown. */
  readonly count: number | null;
  /** True if there are samples, and none has a limit: none can be an exceedance. */
  readonly hasNoLimit: boolean;
  readonly isLoading: boolean;
}

const unknown = { count: null, hasNoLimit: false } as const;

/** Queries how many exceedances a source has whose filter chooses only sensors. `isWanted` false sends no query. */
export function useTotal(
  { projectId, first, last, weighting, filter }: EventSource,
  isWanted: boolean,
): Total {
  const scope = useProject();
  const sensorIds = filter.sensors ?? scope.project.sensors.map(({ id }) => id);
  const range = {
    first: instantText(first),
    last: instantText(last),
    weighting,
    validOnly: validOnly.value,
  };
  const identity = JSON.stringify([projectId, sensorIds, range, isWanted]);
  const { data } = useAsked(async (signal) => {
    const answers = await askInBatches(
      isWanted ? sensorIds : [],
      samplesRead(scope, { first, last }),
      (sensors) => ask(exceedanceCountsDocument, { project: projectId, sensors, ...range }, signal),
    );
    const totals = answers.map(([, { sensor }]) => sensor?.aggregates?.buckets[0]);
    const sum = totals.reduce((all, total) => all + (total?.events ?? NaN), 0);
    const hasSamples = totals.some((total) => (total?.samples ?? 0) > 0);
    const hasNoLimit = hasSamples && totals.every((total) => total?.maxOver === null);
    const count = Number.isNaN(sum) ? null : sum;
    return { data: { identity, count, hasNoLimit }, issues: [] };
  }, identity);
  const isKnown = data?.identity === identity;
  const { count, hasNoLimit } = isWanted && isKnown ? data : unknown;
  return { count, hasNoLimit, isLoading: isWanted && !isKnown };
}
