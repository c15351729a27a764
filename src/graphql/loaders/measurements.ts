import { cutPage } from "#domain/cursor.ts";
import type { PageRequest } from "#domain/page-request.ts";
import { requireScopes } from "#domain/viewer.ts";
import type { Weighting } from "#domain/weighting.ts";
import type { Sample } from "#graphql/generated/resolvers.ts";
import type { LoadAttachments } from "./attachments.ts";
import { type LoadConfiguration, requireReading } from "./configurations.ts";
import { type PageRecord, permitPage, presentMeta } from "./page.ts";
import type { Reader } from "./reader.ts";
import { createSampleRecords } from "./sample-record.ts";
import { loadLatestSample, type LoadSamples } from "./samples.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** Samples of sensors. All need `v0:data:read`. */
export interface MeasurementLoaders {
  /** One page. Throws as `permitPage` does. */
  loadMeasurements(reference: SensorReference, request: PageRequest): Promise<PageRecord<Sample>>;
  /**
   * The last sample inside the contract that has an equivalent level of the weighting, or null.
   * Throws `forbidden`, `not_found` and `contract_unavailable`.
   */
  loadLatest(reference: SensorReference, weighting: Weighting): Promise<Sample | null>;
}

export function createMeasurementLoaders(
  { viewer, now, budget }: Reader,
  loadConfiguration: LoadConfiguration,
  loadSamples: LoadSamples,
  loadAttachments: LoadAttachments,
): MeasurementLoaders {
  return {
    async loadMeasurements(reference, request) {
      const { sensor, plan } = await permitPage(
        { viewer, budget },
        "v0:data:read",
        loadConfiguration,
        reference,
        request,
        request.limit,
      );
      const { seconds } = plan;
      const selection = { order: request.order, atMost: request.limit + 1, reported: null };
      const { sensorKey } = sensor;
      const rows = seconds === null ? [] : await loadSamples({ sensorKey, seconds, selection });
      const page = cutPage(rows, request.limit);
      const attachmentsAt = await loadAttachments(
        sensor,
        "measurements",
        page.rows,
        request.withAudio,
      );
      return {
        data: createSampleRecords(sensor, page.rows, request.weighting, attachmentsAt, now),
        cursor: page.cursor,
        meta: presentMeta(plan),
      };
    },
    async loadLatest(reference, weighting) {
      requireScopes(viewer, ["v0:data:read"]);
      budget.take(1);
      const sensor = requireReading(await loadConfiguration(reference));
      const { sensorKey, reading } = sensor;
      const sample = await loadLatestSample(loadSamples, sensorKey, reading.contract, weighting);
      const rows = sample === null ? [] : [sample];
      const attachmentsAt = await loadAttachments(sensor, "measurements", rows, false);
      return createSampleRecords(sensor, rows, weighting, attachmentsAt, now)[0] ?? null;
    },
  };
}
