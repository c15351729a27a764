import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Standbys } from "../../database/scale-out/standbys.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import type { StatementObserver } from "../../database/client/statement-observer.ts";
import type { RequestObserver } from "../../http/requests/request-context.ts";
import type { UnreadResponses } from "../../http/connections/unread-responses.ts";
import type { Limiters, StatementLimiter } from "../limiters.ts";

/** The metrics of one gateway. Labels have values of our own; nothing of a request becomes one. */
export interface Metrics {
  readonly statements: StatementObserver;
  requestsOf(listener: ListenerName): RequestObserver;
  readonly leaseIssued: () => void;
  /** For metrics of other files. */
  readonly register: Registry;
  /** Prometheus text, version 0.0.4. */
  readonly contentType: string;
  print(): Promise<string>;
}

export type ListenerName = "public" | "internal";

export interface MetricsSources {
  readonly limiters: Limiters;
  readonly statementLimiter: Pick<StatementLimiter, "queued">;
  readonly unread: UnreadResponses;
  readonly poolMax: number;
  /** Null: none is configured. */
  readonly standbys: Pick<Standbys, "state" | "counts"> | null;
}

export function createMetrics(sources: MetricsSources): Metrics {
  const { limiters, statementLimiter, unread, poolMax, standbys } = sources;
  const register = new Registry();
  const registers = [register];
  // The processor, the memory, the event loop's delay, the garbage collector.
  collectDefaultMetrics({ register });

  const { version, commit } = readBuildInfo();
  new Gauge({
    name: "acoustic_build_info",
    help: "Always 1: the version of this service and of Node, and the commit where the build knew it.",
    labelNames: ["version", "node", "commit"],
    registers,
  }).set({ version, node: process.versions.node, ...(commit !== undefined && { commit }) }, 1);
  const requests = new Counter({
    name: "acoustic_http_requests_total",
    help: "Requests that ended, by the listener, the route (none: no route was reached) and the status (none: the client went before it was answered).",
    labelNames: ["listener", "route", "status"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "acoustic_http_request_duration_seconds",
    help: "From a request's arrival to the end of its answer.",
    labelNames: ["listener", "route"],
    buckets: secondBuckets,
    registers,
  });
  const open = new Gauge({
    name: "acoustic_http_requests_open",
    help: "Requests that have arrived and are not answered yet, waiting ones included.",
    labelNames: ["listener"],
    registers,
  });
  const statementSeconds = new Histogram({
    name: "acoustic_sql_statement_duration_seconds",
    help: "From a statement's sending to its last row, by its name.",
    labelNames: ["statement"],
    buckets: secondBuckets,
    registers,
  });
  const statementFailures = new Counter({
    name: "acoustic_sql_statement_failures_total",
    help: "Statements that failed, by their name.",
    labelNames: ["statement"],
    registers,
  });
  const leases = new Counter({
    name: "acoustic_audio_leases_issued_total",
    help: "Audio leases issued, one a page that has recordings.",
    registers,
  });
  let statementsOpen = 0;
  observe(
    "acoustic_sql_statements_open",
    "Statements sent and not answered yet.",
    () => statementsOpen,
  );
  observe(
    "acoustic_sql_statements_queued",
    "Statements that wait for a connection.",
    () => statementLimiter.queued,
  );
  observe(
    "acoustic_database_pool_connections_max",
    "Connections the pool may have.",
    () => poolMax,
  );
  observe(
    "acoustic_responses_unread_bytes",
    "Bytes of complete answers that their clients have not read yet.",
    () => unread.bytes,
  );
  if (standbys !== null) {
    observe(
      "acoustic_standby_used",
      "Whether telemetry is read on a standby: 1, or 0 while it is read on the primary.",
      () => (standbys.state().state === "used" ? 1 : 0),
    );
    observe(
      "acoustic_standby_lag_seconds",
      "By how much the standby is behind the primary at most; NaN: it is not known.",
      () => (standbys.state().lagMilliseconds ?? Number.NaN) / 1000,
    );
    const sent: Counter<"outcome"> = new Counter({
      name: "acoustic_standby_statements_total",
      help: "Statements that were sent to a standby, by outcome: answered, or sent_again to the primary.",
      labelNames: ["outcome"],
      registers,
      collect: () => {
        sent.reset();
        sent.inc({ outcome: "answered" }, standbys.counts.sent - standbys.counts.sentAgain);
        sent.inc({ outcome: "sent_again" }, standbys.counts.sentAgain);
      },
    });
  }
  const names = Object.keys(limiters) as (keyof Limiters)[];
  const inFlight: Gauge<"limiter"> = new Gauge({
    name: "acoustic_requests_in_flight",
    help: `Requests with a key that are being worked on, by limiter: ${names.join(", ")}.`,
    labelNames: ["limiter"],
    registers,
    collect: () => {
      for (const name of names) inFlight.set({ limiter: name }, limiters[name].inFlight);
    },
  });
  const queued: Gauge<"limiter"> = new Gauge({
    name: "acoustic_requests_queued",
    help: "Requests with a key that wait for a slot, by limiter.",
    labelNames: ["limiter"],
    registers,
    collect: () => {
      for (const name of names) queued.set({ limiter: name }, limiters[name].queued);
    },
  });
  const refused: Counter<"limiter"> = new Counter({
    name: "acoustic_requests_refused_total",
    help: "Requests refused with 503 because their queue was full or they waited too long, by limiter.",
    labelNames: ["limiter"],
    registers,
    collect: () => {
      refused.reset();
      for (const name of names) refused.inc({ limiter: name }, limiters[name].refused);
    },
  });

  function observe(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  }

  return {
    statements: {
      started: () => {
        statementsOpen += 1;
      },
      ended: ({ name, milliseconds, error }) => {
        statementsOpen -= 1;
        statementSeconds.observe({ statement: name }, milliseconds / 1000);
        if (error !== undefined) statementFailures.inc({ statement: name });
      },
    },
    requestsOf: (listener) => ({
      started: () => open.inc({ listener }),
      ended: (route, status, milliseconds) => {
        open.dec({ listener });
        requests.inc({ listener, route, status: status ?? "none" });
        requestSeconds.observe({ listener, route }, milliseconds / 1000);
      },
    }),
    leaseIssued: () => {
      leases.inc();
    },
    register,
    contentType: register.contentType,
    print: () => register.metrics(),
  };
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
