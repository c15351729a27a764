import { cutPage, type Page, type PagePlan, type PageRequest } from "../../acoustics/paging.ts";
import type { ClassifiedSample } from "../../database/queries/samples/samples.ts";
import { leaseAudio, noAudioAt } from "../audio/lease-audio.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentSamples } from "./present-samples.ts";
import { authorizePage, planSensorPage, presentPage } from "./sensor-page.ts";
import type { ReadableSensor, SensorReference } from "../projects/sensor-settings.ts";

/**
 * A page of samples. Scope `v0:data:read`, with audio `v0:audio:read`. Throws the errors of `authorizePage` and
 * `planSensorPage`.
 */
export async function listMeasurements(
  context: OperationContext,
  reference: SensorReference,
  request: PageRequest,
) {
  const { weighting, withAudio, pageSize } = request;
  const sensor = await authorizePage(context, "v0:data:read", reference, request, pageSize);
  const plan = planSensorPage(sensor, request);
  const { rows, cursor } = await readSamples(context, sensor, plan, request);
  const audioAt = withAudio ? await leaseAudio(context, sensor, "measurements", rows) : noAudioAt;
  const records = presentSamples(context, sensor, weighting, rows, audioAt);
  return presentPage(records, cursor, plan);
}

async function readSamples(
  { loaders }: OperationContext,
  { sensorNo, reading }: ReadableSensor,
  { seconds }: PagePlan,
  { order, pageSize }: PageRequest,
): Promise<Page<ClassifiedSample>> {
  if (seconds === null) return { rows: [], cursor: null };
  const selection = { order, pageSize, model: reading.model };
  return cutPage((await loaders.samples({ sensorNo, seconds, selection })) ?? [], pageSize);
}
