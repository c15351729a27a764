import {
  inferInterval,
  type SampleInterval,
  samplesOfInterval,
} from "../../acoustics/aggregates/sample-interval.ts";
import type { Interval } from "../../acoustics/time/instant.ts";
import { secondsInside } from "../../acoustics/time/contract-period.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { NewestSearch } from "../../database/queries/samples/sample-columns.ts";
import type { OperationContext } from "../operation-context.ts";
import {
  type ReadableSensor,
  requireSensorWithinBudget,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/** The records that are charged for reading the newest samples: a twentieth of the samples. */
const recordsOfInterval = Math.ceil(samplesOfInterval / 20);

/**
 * The interval of a sensor's samples. Scope `v0:data:read`. Throws `forbidden`, `invalid_request` over budget,
 * `not_found`, `contract_unavailable`.
 */
export async function getSampleInterval(
  context: OperationContext,
  reference: SensorReference,
): Promise<SampleInterval> {
  requireScopes(context.principal, ["v0:data:read"]);
  const sensor = await requireSensorWithinBudget(context, reference, recordsOfInterval);
  return readInterval(sensor, context.loaders.newestSamples);
}

/** The settings of a sensor that decide its interval. */
export interface IntervalSensor extends Pick<ReadableSensor, "sensorNo"> {
  readonly reading: Pick<ReadableSensor["reading"], "contract" | "declaredInterval">;
}

/** The same; the contract is null if it is missing or invalid. */
interface UnservedSensor extends Pick<ReadableSensor, "sensorNo"> {
  readonly reading: Pick<IntervalSensor["reading"], "declaredInterval"> & {
    readonly contract: Interval | null;
  };
}

/**
 * The declared interval, or the interval of the newest samples in the contract, read by `newest`. It does not depend on
 * the arguments of the request.
 */
export async function readInterval(
  sensor: UnservedSensor,
  newest: (search: NewestSearch) => Promise<readonly number[] | null>,
): Promise<SampleInterval> {
  const { sensorNo, reading } = sensor;
  const seconds = reading.contract && secondsInside(reading.contract);
  const isRead = reading.declaredInterval === null && seconds !== null;
  const seen = isRead ? await newest({ sensorNo, seconds, atMost: samplesOfInterval }) : null;
  return declaredInterval(sensor) ?? inferInterval(seen ?? []);
}

/** The interval that the operator declares, or null. */
export function declaredInterval({
  reading,
}: Pick<UnservedSensor, "reading">): SampleInterval | null {
  const { declaredInterval: seconds } = reading;
  return seconds === null ? null : { seconds, source: "declared", agrees: true };
}
