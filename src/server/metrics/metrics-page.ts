import { Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import { jobSession } from "../../database/client/statement.ts";
import { createHealthCheck, type HealthOptions } from "../health.ts";
import { createDataMetrics } from "./data-metrics.ts";
import { createOwnMetrics, type MetricsSources } from "./own-metrics.ts";
import { createPartMetrics, type Volumes } from "./part-metrics.ts";
import { createSensorMetrics } from "./sensor-metrics.ts";
import { createWatchMetrics } from "./watch-metrics.ts";

export type MetricsPage = ReturnType<typeof createMetricsPage>;

export interface MetricsPageOptions {
  readonly sources: MetricsSources;
  readonly health: Omit<HealthOptions, "observer" | "hasWorkers">;
  readonly clock: () => Instant;
  readonly volumes: Volumes;
  /** The number of sensors that have metrics of their own. */
  readonly sensorsBound: number;
  /** The longest wait of a scrape for the database, the store and the disks. */
  readonly scrapeMilliseconds: number;
  /** The deadline of a request. The reads of a scrape end before it. */
  readonly deadlineMilliseconds: number;
}

/** All metrics of `/metrics`. */
export function createMetricsPage(options: MetricsPageOptions) {
  const { sources, health, clock, volumes, sensorsBound } = options;
  const readMilliseconds = Math.min(2000, options.deadlineMilliseconds - 500);
  const waitMilliseconds = Math.min(options.scrapeMilliseconds, readMilliseconds);
  const ownRegister = new Registry();
  const readRegister = new Registry();
  const openSession = (signal: AbortSignal) =>
    health.database.sessionFor({ ...jobSession, signal });
  const refreshData = createDataMetrics(readRegister, openSession, clock, {
    readMilliseconds,
    waitMilliseconds,
  });
  const refreshSensors = createSensorMetrics({
    register: readRegister,
    openSession,
    clock,
    sensorsBound,
  });
  // Statements of a scrape are not counted. The metrics omit workers, whose check may last long.
  const checkHealth = createHealthCheck({
    ...health,
    observer: jobSession.observer,
    hasWorkers: false,
  });
  const refreshParts = createPartMetrics(readRegister, checkHealth, volumes, waitMilliseconds);
  return {
    own: createOwnMetrics(ownRegister, sources),
    /** Metrics of the drop folder, for the process that watches one. */
    watch: createWatchMetrics(ownRegister),
    /** Computes the metrics of each sensor; a scrape shows the last result. */
    refreshSensors,
    contentType: ownRegister.contentType,
    /** Prometheus text, version 0.0.4. */
    async print() {
      // The values of this process are read at once, also if the other reads last long.
      const own = await ownRegister.metrics();
      await Promise.all([refreshData(), refreshParts()]);
      return `${own}\n${await readRegister.metrics()}`;
    },
  };
}
