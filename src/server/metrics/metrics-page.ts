import { AggregatorRegistry, Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import { jobSession } from "../../database/client/statement.ts";
import { createHealthCheck, type HealthOptions } from "../health.ts";
import { createDataMetrics } from "./data-metrics.ts";
import { createPartMetrics, type Volumes } from "./part-metrics.ts";
import { createSensorMetrics } from "./sensor-metrics.ts";

export type MetricsPage = ReturnType<typeof createMetricsPage>;

/** The metrics of another thread, whose series have other labels. */
export type OtherMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface MetricsPageOptions {
  /** The metrics that this thread counts itself. */
  readonly register: Registry;
  /** Reads those of the other thread; null: there is none. */
  readonly readOthers: (() => Promise<OtherMetrics>) | null;
  /** For the reads; the checks have the sessions of `health`. */
  readonly database: HealthOptions["database"];
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
  const { register, readOthers, database, health, clock, volumes, sensorsBound } = options;
  const readMilliseconds = Math.min(2000, options.deadlineMilliseconds - 500);
  const waitMilliseconds = Math.min(options.scrapeMilliseconds, readMilliseconds);
  const readRegister = new Registry();
  const openSession = (signal: AbortSignal) => database.sessionFor({ ...jobSession, signal });
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
    /** Computes the metrics of each sensor; a scrape shows the last result. */
    refreshSensors,
    contentType: register.contentType,
    /** Prometheus text, version 0.0.4. */
    async print() {
      // The values of this process are read at once, also if the other reads last long.
      const own =
        readOthers === null
          ? await register.metrics()
          : await merge(await Promise.all([readOthers(), register.getMetricsAsJSON()]));
      await Promise.all([refreshData(), refreshParts()]);
      return `${own}\n${await readRegister.metrics()}`;
    },
  };
}

/** One page of several threads. Each series is of one thread. */
function merge(threads: readonly OtherMetrics[]): Promise<string> {
  const kept = threads.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: "first" as const })),
  );
  return AggregatorRegistry.aggregate(kept).metrics();
}
