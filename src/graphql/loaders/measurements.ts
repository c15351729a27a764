import type { SampleRow } from "#database/samples.ts";
import { secondsInside } from "#domain/contract-period.ts";
import { type Cursor, cutPage } from "#domain/cursor.ts";
import { GatewayError } from "#domain/errors.ts";
import { equivalentLevel } from "#domain/levels.ts";
import { type PagePlan, type PageRequest, planPage } from "#domain/page-request.ts";
import { requireScopes } from "#domain/viewer.ts";
import type { Weighting } from "#domain/weighting.ts";
import { type LoadConfiguration, requireReading } from "./configurations.ts";
import type { Reader } from "./reader.ts";
import { createSampleRecords, type SampleRecord } from "./sample-record.ts";
import type { LoadSamples } from "./samples.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** One page of a sensor's samples. */
export interface MeasurementsPageRecord {
  readonly data: readonly SampleRecord[];
  readonly cursor: Cursor | null;
  readonly meta: Pick<PagePlan, "clamped" | "effectiveRange">;
}

/** Samples of sensors. All need `v0:data:read`. */
export interface MeasurementLoaders {
  /**
   * One page. Throws `forbidden`, `not_found`, `contract_unavailable` and `cursor_out_of_range`, in
   * this order.
   */
  loadMeasurements(
    reference: SensorReference,
    request: PageRequest,
  ): Promise<MeasurementsPageRecord>;
  /**
   * The last sample inside the contract that has an equivalent level of the weighting, or null.
   * Throws as `loadMeasurements` does.
   */
  loadLatest(reference: SensorReference, weighting: Weighting): Promise<SampleRecord | null>;
}

export function createMeasurementLoaders(
  { viewer, now }: Reader,
  loadConfiguration: LoadConfiguration,
  loadSamples: LoadSamples,
): MeasurementLoaders {
  return {
    async loadMeasurements(reference, request) {
      requireScopes(viewer, ["v0:data:read"]);
      if (request.withAudio) requireScopes(viewer, ["v0:data:read", "v0:audio:read"]);
      const sensor = requireReading(await loadConfiguration(reference));
      const plan = planPage(request, sensor.reading.contract);
      if (plan === "cursor_out_of_range") throw GatewayError.of(plan);
      const { seconds, ...meta } = plan;
      const selection = { order: request.order, atMost: request.limit + 1, reported: null };
      const rows =
        seconds === null
          ? []
          : await loadSamples({ sensorKey: sensor.sensorKey, seconds, selection });
      const page = cutPage<SampleRow>(rows, request.limit);
      return {
        data: createSampleRecords(sensor, page.rows, request.weighting, now),
        cursor: page.cursor,
        meta,
      };
    },
    async loadLatest(reference, weighting) {
      requireScopes(viewer, ["v0:data:read"]);
      const sensor = requireReading(await loadConfiguration(reference));
      const seconds = secondsInside(sensor.reading.contract);
      if (seconds === null) return null;
      const selection = { order: "desc", atMost: 1, reported: equivalentLevel[weighting] } as const;
      const rows = await loadSamples({ sensorKey: sensor.sensorKey, seconds, selection });
      return createSampleRecords(sensor, rows, weighting, now)[0] ?? null;
    },
  };
}
