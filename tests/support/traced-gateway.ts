import { createLog } from "../../src/log.ts";
import type { Gateway, GatewayOptions } from "../../src/server/start.ts";
import { type Collector, type ReceivedSpan, startCollector } from "./collector.ts";
import { startTestGateway } from "./gateway.ts";
import type { Tenant } from "./tenant.ts";
import { test as base } from "./test.ts";

export interface TracedGateway extends Gateway {
  readonly collector: Collector;
  /** The lines of its log so far. */
  lines(): Record<string, unknown>[];
  /** Stops the gateway, which sends what waits, and returns all spans. */
  finish(): Promise<ReceivedSpan[]>;
}

export type TracedOptions = Partial<GatewayOptions> & {
  /** The address of the collector; null: none. Default: one that accepts everything. */
  readonly endpoint?: string | null;
};

/** Gateways of a test's own that export their spans. */
export const test = base.extend<{
  serveTraced: (options?: TracedOptions) => Promise<TracedGateway>;
}>({
  serveTraced: async ({ database, databaseConfig, audioStore }, use) => {
    const stops: (() => Promise<unknown>)[] = [];
    await use(async ({ endpoint, ...options } = {}) => {
      const collector = await startCollector();
      stops.push(collector.close);
      const written: string[] = [];
      const gateway = await startTestGateway({
        databaseConfig,
        database,
        store: audioStore,
        tracing:
          endpoint === null ? null : { ...sampling, endpoint: endpoint ?? collector.endpoint },
        log: await createLog(
          { level: "debug", format: "json" },
          { write: (line) => void written.push(line) },
        ),
        ...options,
      });
      let stopping: Promise<void> | null = null;
      const stop = () => (stopping ??= gateway.stop());
      stops.unshift(stop);
      return {
        ...gateway,
        collector,
        lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
        finish: async () => {
          await stop();
          return collector.spans();
        },
      };
    });
    for (const stop of stops) await stop();
  },
});

/** The default of the settings. */
const sampling = { sampler: { root: "always_on", isParentBased: true }, share: 1 } as const;

export const keyOf = ({ key }: Pick<Tenant, "key">) => ({ "svc-api-key": `Bearer ${key}` });

/** A day of samples of a tenant, and a second in it. */
export const range = "startAt=2019-03-10&endAt=2019-03-11";
export const second = Date.parse("2019-03-10T12:00:00Z") / 1000;

/** The context that a client sends. */
export const incoming = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
};

export { expect } from "./expect.ts";
