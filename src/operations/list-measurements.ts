import { cutPage, type PageRequest } from "#acoustics/paging.ts";
import { requireScopes } from "#auth/principal.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import type { Sample } from "#graphql/generated/resolvers.ts";
import type { LoadAnnotations } from "./annotations.ts";
import { type LoadSensorSettings, requireReading } from "./sensor-settings.ts";
import { type PageRecord, authorizePage, presentMeta } from "./authorize-page.ts";
import type { OperationContext } from "./operation-context.ts";
import { createSampleRecords } from "./present-samples.ts";
import { loadLatestSample, type LoadSamples } from "./load-samples.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** Samples of sensors. All need `v0:data:read`. */
export interface MeasurementLoaders {
  /** One page. Throws as `authorizePage` does. */
  loadMeasurements(reference: SensorReference, request: PageRequest): Promise<PageRecord<Sample>>;
  /**
   * The last sample inside the contract that has an equivalent level of the weighting, or null.
   * Throws `forbidden`, `not_found` and `contract_unavailable`.
   */
  loadLatest(reference: SensorReference, weighting: Weighting): Promise<Sample | null>;
}

export function createMeasurementLoaders(
  { principal, now, budget }: OperationContext,
  loadSensorSettings: LoadSensorSettings,
  loadSamples: LoadSamples,
  loadAnnotations: LoadAnnotations,
): MeasurementLoaders {
  return {
    async loadMeasurements(reference, request) {
      const { sensor, plan } = await authorizePage(
        { principal, budget },
        "v0:data:read",
        loadSensorSettings,
        reference,
        request,
        request.pageSize,
      );
      const { seconds } = plan;
      const selection = { order: request.order, atMost: request.pageSize + 1, reported: null };
      const { sensorNo } = sensor;
      const rows = seconds === null ? [] : await loadSamples({ sensorNo, seconds, selection });
      const page = cutPage(rows, request.pageSize);
      const annotationsAt = await loadAnnotations(
        sensor,
        "measurements",
        page.rows,
        request.withAudio,
      );
      return {
        data: createSampleRecords(sensor, page.rows, request.weighting, annotationsAt, now),
        cursor: page.cursor,
        meta: presentMeta(plan),
      };
    },
    async loadLatest(reference, weighting) {
      requireScopes(principal, ["v0:data:read"]);
      budget.take(1);
      const sensor = requireReading(await loadSensorSettings(reference));
      const { sensorNo, reading } = sensor;
      const sample = await loadLatestSample(loadSamples, sensorNo, reading.contract, weighting);
      const rows = sample === null ? [] : [sample];
      const annotationsAt = await loadAnnotations(sensor, "measurements", rows, false);
      return createSampleRecords(sensor, rows, weighting, annotationsAt, now)[0] ?? null;
    },
  };
}
