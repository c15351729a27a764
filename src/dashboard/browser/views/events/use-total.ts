import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { rangeVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import { exceedanceCountsDocument } from "../../graphql/generated/exceedance-counts.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { EventSource } from "./read-events.ts";

/** Queries how many exceedances a source has whose filter chooses only sensors. `isWanted` false sends no query. */
export function useTotal({ projectId, first, last, filter }: EventSource, isWanted: boolean) {
  const scope = useProject();
  const sensorIds = filter.sensors ?? scope.project.sensors.map(({ id }) => id);
  const variables = rangeVariables(projectId, { first, last });
  const { data, isLoading } = useAsked(
    async (signal) => {
      const answers = await askInBatches(
        isWanted ? sensorIds : [],
        samplesRead(scope, { first, last }),
        (sensors) => ask(exceedanceCountsDocument, { ...variables, sensors }, signal),
      );
      const totals = answers.map(([, { sensor }]) => sensor?.aggregates?.buckets[0]);
      const sum = totals.reduce((all, total) => all + (total?.events ?? NaN), 0);
      const hasSamples = totals.some((total) => (total?.samples ?? 0) > 0);
      const hasNoLimit = hasSamples && totals.every((total) => total?.maxOver === null);
      return { data: { count: Number.isNaN(sum) ? null : sum, hasNoLimit }, issues: [] };
    },
    JSON.stringify([variables, sensorIds, isWanted]),
  );
  const known = isWanted && !isLoading ? data : null;
  return {
    /** Null if it is unknown. */
    count: known?.count ?? null,
    /** True if there are samples, and none has a limit: none can be an exceedance. */
    hasNoLimit: known?.hasNoLimit === true,
    isLoading: isWanted && isLoading,
  };
}
