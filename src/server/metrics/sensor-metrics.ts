import type { Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import {
  readReportedSensors,
  type ReportedSensors,
} from "../../operator/status/reported-sensors.ts";
import { definerOf } from "./define-metrics.ts";

export interface SensorMetricsOptions {
  readonly register: Registry;
  readonly openSession: (signal: AbortSignal) => Database;
  readonly clock: () => Instant;
  /** Further sensors have no metrics. */
  readonly sensorsBound: number;
}

/**
 * Adds the metrics of sensors. The returned function updates them and never rejects: metrics that could not be read are
 * absent.
 */
export function createSensorMetrics(
  options: SensorMetricsOptions,
): (signal: AbortSignal) => Promise<void> {
  const { register, openSession, clock, sensorsBound } = options;
  const define = definerOf(register);
  const gauge = (name: string, help: string) =>
    define.gauge(`sensor_${name}{project,sensor}`, help);
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
  const states = define.gauge(
    "sensor_state{project,sensor,state}",
    "1 for the state that the sensor has, as in acoustic_sensors.",
  );
  const budgetUsed = define.gauge(
    "criterion_budget_used_ratio{project,sensor,criterion}",
    "The share of the energy that a criterion allows in the window of the newest sample; 1 is all of it.",
  );
  const leftOut = define.gauge(
    "sensor_metrics_left_out",
    "Sensors beyond SENSOR_METRICS, which have no metrics of their own.",
  );
  const show = (reported: ReportedSensors | null) => {
    for (const metric of [newest, future, over, states, budgetUsed]) metric.reset();
    leftOut.remove({});
    if (reported === null) return;
    for (const { project, sensor, state, ...values } of reported.sensors) {
      const labels = { project, sensor };
      states.set({ ...labels, state }, 1);
      if (values.newest !== null) newest.set(labels, values.newest);
      if (values.future !== null) future.set(labels, values.future);
      if (values.over !== null) over.set(labels, values.over);
      for (const { criterion, used } of values.budgets)
        budgetUsed.set({ ...labels, criterion }, used);
    }
    leftOut.set(reported.leftOut);
  };
  return async (signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMilliseconds)]);
    const read = async () => readReportedSensors(openSession(deadline), clock(), sensorsBound);
    show(await read().catch(() => null));
  };
}

const deadlineMilliseconds = 30_000;
