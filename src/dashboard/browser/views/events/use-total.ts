import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { ask } from "../../graphql/ask.ts";
import { exceedanceCountsDocument } from "../../graphql/generated/exceedance-counts.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { validOnly } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { instantText } from "../../time/local-time.ts";
import type { EventSource } from "./read-events.ts";

/** How many exceedances a source has; null if it is unknown. */
export interface Total {
  readonly count: number | null;
  readonly isLoading: boolean;
}

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
    const counts = answers.map(([, { sensor }]) => {
      const buckets = sensor?.aggregates?.buckets;
      return buckets === undefined ? NaN : buckets.reduce((sum, { events }) => sum + events, 0);
    });
    const sum = counts.reduce((all, count) => all + count, 0);
    return { data: { identity, count: Number.isNaN(sum) ? null : sum }, issues: [] };
  }, identity);
  const isKnown = data?.identity === identity;
  return { count: isWanted && isKnown ? data.count : null, isLoading: isWanted && !isKnown };
}
