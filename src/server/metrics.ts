import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { StatementWatch } from "#database/client/statement-observer.ts";
import type { Gates } from "./gates.ts";
import type { ExchangeWatch } from "#http/request-log.ts";

/** What is counted of one gateway. Labels are names of ours: nothing of a request becomes one. */
export interface Metrics {
  readonly statements: StatementWatch;
  exchangesOf(listener: Listener): ExchangeWatch;
  leaseIssued(): void;
  /** Prometheus text, version 0.0.4. */
  readonly contentType: string;
  print(): Promise<string>;
}

type Listener = "public" | "internal";

export interface MetricsSources {
  readonly gates: Gates;
  readonly poolMax: number;
}

export function createMetrics({ gates, poolMax }: MetricsSources): Metrics {
  const register = new Registry();
  const registers = [register];
  // The processor, the memory, the event loop's delay, the garbage collector.
  collectDefaultMetrics({ register });

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
    help: "From a statement's sending to its last row, waiting for a connection included, by its name.",
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
    "acoustic_database_pool_connections_max",
    "Connections the pool may have.",
    () => poolMax,
  );
  observe(
    "acoustic_work_in_flight",
    "Requests with a key that are worked on.",
    () => gates.work.working + gates.largeWork.working,
  );
  observe(
    "acoustic_work_queue_length",
    "Requests that wait to be worked on.",
    () => gates.work.waiting + gates.largeWork.waiting,
  );
  observe("acoustic_audio_streams", "Recordings that are being sent.", () => gates.streams.working);
  observe(
    "acoustic_answers",
    "JSON answers to requests with a key that are being sent.",
    () => gates.answers.working + gates.graphqlAnswers.working + gates.largeAnswers.working,
  );
  const shed: Counter<"bound"> = new Counter({
    name: "acoustic_requests_shed_total",
    help: "Requests refused because too much was done at once: worked on (work; largeWork: large operations of GraphQL) or sent (streams: recordings; answers, graphqlAnswers, largeAnswers: JSON).",
    labelNames: ["bound"],
    registers,
    collect: () => {
      shed.reset();
      for (const [bound, { refused }] of Object.entries(gates)) shed.inc({ bound }, refused);
    },
  });

  function observe(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  }

  return {
    statements: {
      began: () => {
        statementsOpen += 1;
      },
      ended: ({ name, milliseconds, error }) => {
        statementsOpen -= 1;
        statementSeconds.observe({ statement: name }, milliseconds / 1000);
        if (error !== undefined) statementFailures.inc({ statement: name });
      },
    },
    exchangesOf: (listener) => ({
      began: () => open.inc({ listener }),
      ended: (route, status, milliseconds) => {
        open.dec({ listener });
        requests.inc({ listener, route, status: status ?? "none" });
        requestSeconds.observe({ listener, route }, milliseconds / 1000);
      },
    }),
    leaseIssued: () => leases.inc(),
    contentType: register.contentType,
    print: () => register.metrics(),
  };
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
