import { useState } from "preact/hooks";
import { readSamples, type SampleRow } from "../../data/read-samples.ts";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import {
  type SurroundingLimitsQuery,
  surroundingLimitsDocument,
} from "../../graphql/generated/surrounding-limits.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { asOf } from "../../state/as-of.ts";
import { useProject } from "../../state/project-scope.tsx";
import { type LocalRange, rangeOfSeconds, rangeSoFar } from "../../time/range.ts";

export interface LoadedSurroundings {
  readonly range: LocalRange;
  readonly interval: number;
  readonly rows: readonly SampleRow[];
  readonly limits: SurroundingLimitsQuery["sensor"];
}

const secondsAround = 2 * 3600;

/** The samples around a second, and the limits that hold there. */
export function useSurroundings(sensorId: string, second: number): Query<LoadedSurroundings> {
  const { project, extents, zone } = useProject();
  const interval = extents.get(sensorId)?.interval?.seconds ?? 300;
  // The future is no gap.
  const [now] = useState(asOf.value);
  const around = rangeOfSeconds(
    Math.max(0, second - secondsAround),
    second + interval + secondsAround - 1,
    zone,
  );
  const range = rangeSoFar(around, Math.max(now, second + interval - 1));
  const request = {
    projectId: project.id,
    sensorId,
    first: range.first,
    last: range.last,
    weighting: weighting.value,
    intervalSeconds: interval,
  };
  return useAsked<LoadedSurroundings>(
    async (signal) => {
      const [samples, limits] = await Promise.all([
        readSamples(request, signal),
        ask(surroundingLimitsDocument, sensorVariables(project.id, sensorId, range), signal),
      ]);
      const issues = [...samples.issues, ...limits.issues];
      if (samples.data === null) return { data: null, issues };
      const loaded = { range, interval, rows: samples.data, limits: limits.data?.sensor ?? null };
      return { data: loaded, issues };
    },
    JSON.stringify(request),
    "v0:data:read",
  );
}
