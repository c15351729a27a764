import { requireScopes } from "../../auth/principal.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SampleRecord } from "../measurements/present-samples.ts";

/** The recording of a sample, without a lease: null as on pages. Scope `v0:audio:read`. Throws `forbidden`. */
export async function getRecordingInfo(
  context: OperationContext,
  { sensor: { sensorNo }, row: { second } }: Pick<SampleRecord, "sensor" | "row">,
) {
  requireScopes(context.principal, ["v0:audio:read"]);
  const found = await context.loaders.recordings({ sensorNo, second });
  if (found === null) return null;
  const { totalSamples, sampleRateHertz, byteLength } = found;
  const durationSeconds = totalSamples / sampleRateHertz;
  return { durationSeconds, sampleRate: sampleRateHertz, byteLength };
}
