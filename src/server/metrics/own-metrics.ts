import { collectDefaultMetrics, type Registry } from "prom-client";
import type { StatementObserver } from "../../database/client/statement.ts";
import type { Standbys } from "../../database/scale-out/standbys.ts";
import type { UnreadResponses } from "../../http/connections/unread-responses.ts";
import type { RequestObserver } from "../../http/requests/request-context.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import type { Limiters, StatementLimiter } from "../limiters.ts";
import type { EndReason } from "../supervise.ts";
import { definerOf } from "./define-metrics.ts";

export type ListenerName = "public" | "internal";

/** The threads of a gateway, as a label of their metrics. */
export type ThreadName = "main" | "internal";

export interface MetricsSources {
  readonly limiters: Limiters;
  readonly statementLimiter: Pick<StatementLimiter, "queued">;
  readonly unread: UnreadResponses;
  readonly poolMax: number;
  /** Null: none is configured. */
  readonly standbys: Pick<Standbys, "state" | "counts"> | null;
}

/**
 * The metrics that a thread counts itself. Their labels are our own values, never parts of a request. `thread`: the
 * label by which the series of several threads differ; null: there is one thread.
 */
export function createOwnMetrics(
  register: Registry,
  sources: MetricsSources,
  thread: ThreadName | null,
) {
  if (thread !== null) register.setDefaultLabels({ thread });
  // Processor, memory, delay of the event loop, garbage collector.
  collectDefaultMetrics({ register });
  if (thread === "internal") removeProcessMetrics(register);
  else addBuildInfo(register);
  const { gauge, counter, seconds } = definerOf(register);
  observeSources(register, sources);
  const requests = counter(
    "http_requests_total{listener,route,status}",
    "Requests that ended, by the listener, the route (none: no route was reached) and the status (none: the client went before it was answered).",
  );
  const requestSeconds = seconds(
    "http_request_duration_seconds{listener,route}",
    "From a request's arrival to the end of its answer.",
  );
  const open = gauge(
    "http_requests_open{listener}",
    "Requests that have arrived and are not answered yet, waiting ones included.",
  );
  const statementSeconds = seconds(
    "sql_statement_duration_seconds{statement}",
    "From a statement's sending to its last row, by its name.",
  );
  const statementFailures = counter(
    "sql_statement_failures_total{statement}",
    "Statements that failed, by their name.",
  );
  const statementsOpen = gauge("sql_statements_open", "Statements sent and not answered yet.");
  const leases = counter(
    "audio_leases_issued_total",
    "Audio leases issued, one a page that has recordings.",
  );
  const threadEnds = counter(
    "thread_ends_total{name,reason}",
    "Ends of threads that were started again, by the thread (internal, watch) and the reason: memory, error, hung (silent for ten seconds), exit.",
  );
  const statements: StatementObserver = {
    started: () => statementsOpen.inc(),
    ended: ({ name, milliseconds, error }) => {
      statementsOpen.dec();
      statementSeconds.observe({ statement: name }, milliseconds / 1000);
      if (error !== undefined) statementFailures.inc({ statement: name });
    },
  };
  return {
    statements,
    requestsOf: (listener: ListenerName): RequestObserver => ({
      started: () => open.inc({ listener }),
      ended: (route, status, milliseconds) => {
        open.dec({ listener });
        requests.inc({ listener, route, status: status ?? "none" });
        requestSeconds.observe({ listener, route }, milliseconds / 1000);
      },
    }),
    leaseIssued: () => leases.inc(),
    threadEnded: (name: "internal" | "watch", reason: EndReason) =>
      threadEnds.inc({ name, reason }),
  };
}

/** The main thread has the metrics of the process. */
function removeProcessMetrics(register: Registry): void {
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith("process_")) register.removeSingleMetric(name);
  }
}

function addBuildInfo(register: Registry): void {
  const { version, commit } = readBuildInfo();
  definerOf(register)
    .gauge(
      "build_info{version,node,commit}",
      "Always 1: the version of the gateway and of Node, and the commit if the build knew it.",
    )
    .set({ version, node: process.versions.node, ...(commit !== undefined && { commit }) }, 1);
}

/** Adds the metrics of limiters, pool and standbys, which are read at each scrape. */
function observeSources(
  register: Registry,
  { limiters, statementLimiter, unread, poolMax, standbys }: MetricsSources,
): void {
  const { observedGauge, observedByLabel } = definerOf(register);
  observedGauge(
    "sql_statements_queued",
    "Statements that wait for a connection.",
    () => statementLimiter.queued,
  );
  observedGauge("database_pool_connections_max", "Connections the pool may have.", () => poolMax);
  observedGauge(
    "responses_unread_bytes",
    "Bytes of answers that clients have not read, and of the bodies of these requests.",
    () => unread.bytes,
  );
  const byLimiter = (figure: "inFlight" | "queued" | "refused") => () =>
    Object.fromEntries(Object.entries(limiters).map(([name, limiter]) => [name, limiter[figure]]));
  observedByLabel(
    "gauge",
    "requests_in_flight{limiter}",
    `Requests with a key that are being worked on, by limiter: ${Object.keys(limiters).join(", ")}.`,
    byLimiter("inFlight"),
  );
  observedByLabel(
    "gauge",
    "requests_queued{limiter}",
    "Requests with a key that wait for a slot, by limiter.",
    byLimiter("queued"),
  );
  observedByLabel(
    "counter",
    "requests_refused_total{limiter}",
    "Requests refused with 503 because their queue was full or they waited too long, by limiter.",
    byLimiter("refused"),
  );
  if (standbys === null) return;
  observedGauge(
    "standby_used",
    "1 while telemetry is read on a standby, 0 while it is read on the primary.",
    () => (standbys.state().state === "used" ? 1 : 0),
  );
  observedGauge(
    "standby_lag_seconds",
    "By how much the standby is behind the primary; NaN: it is not known.",
    () => (standbys.state().lagMilliseconds ?? Number.NaN) / 1000,
  );
  observedByLabel(
    "counter",
    "standby_statements_total{outcome}",
    "Statements that were sent to a standby, by outcome: answered, or sent_again to the primary.",
    () => ({
      answered: standbys.counts.sent - standbys.counts.sentAgain,
      sent_again: standbys.counts.sentAgain,
    }),
  );
}
