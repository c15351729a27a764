import { Gauge, type Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { readSensorReadings, type SensorReadings } from "../../operator/status/sensor-readings.ts";

/** The metrics of each sensor, up to a bound. */
export interface SensorMetrics {
  /** Works them out. Never rejects: what cannot be read is absent. */
  refresh(signal: AbortSignal): Promise<void>;
}

export interface SensorMetricsOptions {
  readonly register: Registry;
  readonly openSession: (signal: AbortSignal) => Database;
  readonly clock: () => Instant;
  /** Sensors beyond it are left out. */
  readonly atMost: number;
}

/** Adds the metrics of each sensor. A scrape tells what the last refresh has found. */
export function createSensorMetrics(options: SensorMetricsOptions): SensorMetrics {
  const { register, openSession, clock, atMost } = options;
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({
      name: `acoustic_sensor_${name}`,
      help,
      labelNames: ["project", "sensor", ...labels],
      registers: [register],
    });
  const newest = gauge(
    "newest_sample_timestamp_seconds",
    "The newest sample of a sensor that is not in the future; absent without one.",
  );
  const future = gauge(
    "future_sample_timestamp_seconds",
    "The newest sample of a sensor where it is in the future; else absent.",
  );
  const over = gauge(
    "over_limit_decibels",
    "LAeq of the newest sample minus its limit; absent without a limit, and unless the sensor is current.",
  );
  const states = gauge(
    "state",
    "1 for the state that the sensor has, as in acoustic_sensors.",
    "state",
  );
  const leftOut = new Gauge({
    name: "acoustic_sensor_metrics_left_out",
    help: "Sensors beyond SENSOR_METRICS, which have no metrics of their own.",
    // Without labels, prom-client would show 0 before it is set.
    labelNames: [],
    registers: [register],
  });
  const show = (readings: SensorReadings | null) => {
    for (const metric of [newest, future, over, states]) metric.reset();
    leftOut.remove({});
    if (readings === null) return;
    for (const { project, sensor, state, ...values } of readings.sensors) {
      const labels = { project, sensor };
      states.set({ ...labels, state }, 1);
      if (values.newest !== null) newest.set(labels, values.newest);
      if (values.future !== null) future.set(labels, values.future);
      if (values.over !== null) over.set(labels, values.over);
    }
    leftOut.set(readings.leftOut);
  };
  return {
    async refresh(signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMilliseconds)]);
      const read = async () => readSensorReadings(openSession(deadline), clock(), atMost);
      show(await read().catch(() => null));
    },
  };
}

const deadlineMilliseconds = 30_000;
