import { readSamples, type SampleRow } from "../../data/read-samples.ts";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import {
  type SurroundingLimitsQuery,
  surroundingLimitsDocument,
} from "../../graphql/generated/surrounding-limits.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { shownUntil, refreshShownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { usePolling } from "../../state/use-polling.ts";
import { instantText } from "../../time/local-time.ts";
import { lastCounted, type LocalRange, rangeOfSeconds, rangeSoFar } from "../../time/range.ts";

export interface LoadedSurroundings {
  readonly range: LocalRange;
  readonly interval: number;
  readonly rows: readonly SampleRow[];
  readonly limits: SurroundingLimitsQuery["sensor"];
}

const secondsAround = 2 * 3600;

/** The samples around a second, and the limits that hold there; read again until the hours after it have passed. */
export function useSurroundings(sensorId: string, second: number): Query<LoadedSurroundings> {
  const { project, extents, zone } = useProject();
  const interval = extents.get(sensorId)?.interval?.seconds ?? 300;
  const around = rangeOfSeconds(
    Math.max(0, second - secondsAround),
    second + interval + secondsAround - 1,
    zone,
  );
  // The future is no gap.
  const range = rangeSoFar(around, Math.max(shownUntil.value, second + interval - 1));
  const counted = Math.max(
    range.first,
    Math.min(range.last, lastCounted(shownUntil.value, second, interval)),
  );
  usePolling(refreshShownUntil, second, range.last === around.last);
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
        ask(
          surroundingLimitsDocument,
          { ...sensorVariables(project.id, sensorId, range), counted: instantText(counted) },
          signal,
        ),
      ]);
      const issues = [...samples.issues, ...limits.issues];
      if (samples.data === null) return { data: null, issues };
      const loaded = { range, interval, rows: samples.data, limits: limits.data?.sensor ?? null };
      return { data: loaded, issues };
    },
    JSON.stringify([request, counted]),
    "v0:data:read",
  );
}
