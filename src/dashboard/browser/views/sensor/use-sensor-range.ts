import type { Seconds } from "../../time/range.ts";
import { deliveringIn } from "../../data/delivering-part.ts";
import { dueVariables, sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import {
  type SensorRangeQuery,
  sensorRangeDocument,
} from "../../graphql/generated/sensor-range.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { eventsScope } from "../../components/scope-note.tsx";
import { validOnly, weighting } from "../../state/address.ts";
import { lacksScope } from "../../state/api-key.ts";
import { useSensor } from "../../state/project-scope.tsx";

/** The range added up, with the range that it is of: old data stays while a new range is read. */
export interface RangeSummary {
  readonly identity: string;
  readonly sensor: SensorRangeQuery["sensor"];
}

/** Reads what the summary strip shows, and the gaps and periods of the plot. */
export function useSensorRange(): Query<RangeSummary> {
  const { sensor, range, ...scope } = useSensor();
  const identity = rangeIdentity(sensor.id, range);
  const due = dueVariables(deliveringIn(scope, sensor.id, range));
  const variables = {
    ...sensorVariables(scope.project.id, sensor.id, range),
    ...due,
    withEpisodes: !lacksScope(eventsScope),
  };
  return useAsked(
    async (signal) => {
      const { data, issues } = await ask(sensorRangeDocument, variables, signal);
      return { data: { identity, sensor: data?.sensor ?? null }, issues };
    },
    JSON.stringify([identity, due]),
    "v0:data:read",
  );
}

/** The identity of the shown data: a sensor, a range and a weighting. */
export function rangeIdentity(sensorId: string, { first, last }: Seconds): string {
  return `${sensorId} ${first} ${last} ${weighting.value} ${validOnly.value}`;
}
