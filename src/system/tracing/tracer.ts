import { parseTraceContext, type TraceContext } from "./trace-context.ts";

/*
 * The parts of the server call these interfaces, and do not depend on the exporter of the spans. Without a tracer
 * nothing is measured: a request then has a trace only if its client sent a context, which is forwarded.
 */

/** Begins the traces of requests. */
export interface Tracer {
  /** `parent` is the context that the client sent; null: the trace begins here. */
  startRequest(method: string, parent: TraceContext | null): RequestTrace;
}

/** The trace of one request. */
export interface RequestTrace {
  /** The context to send with each request of the server itself. */
  readonly context: TraceContext;
  /** Null: nothing of this request is exported. */
  readonly spans: RequestSpans | null;
}

/** The spans of one request. Names are ours, of the schema, or of the operator's documents, never of clients. */
export interface RequestSpans {
  /** The operation that is being executed; null: none. */
  readonly operation: OperationSpans | null;
  /** Begins to execute an operation; `name` is null for a name that a client chose. */
  operationStarted(type: string, name: string | null): void;
  /** A statement has been answered, or has failed with `error`. */
  statementEnded(statement: StatementOutcome): void;
  /** The request has ended; `route` is a name of our own, `status` is null if nothing was answered. */
  requestEnded(route: string, status: number | null): void;
}

/** The spans of an operation. `failure` is the code of an error that the server caused; null: none. */
export interface OperationSpans {
  /** Calls the resolver of a field of the root. `key` is its response key, which is not exported. */
  fieldStarted(key: string, name: string): void;
  /** A resolver of that field, or of a field below it, has answered. The last one ends the field. */
  fieldEnded(key: string, failure: string | null): void;
  ended(failure: string | null): void;
}

export interface StatementOutcome {
  readonly name: string;
  readonly milliseconds: number;
  /** Undefined: it succeeded. */
  readonly error: unknown;
}

/** The trace of a request with these header fields; null without a tracer and without a valid context in them. */
export function traceOf(
  tracer: Tracer | null,
  method: string,
  headers: Parameters<typeof parseTraceContext>[0],
): RequestTrace | null {
  const parent = headers["traceparent"] === undefined ? null : parseTraceContext(headers);
  if (tracer !== null) return tracer.startRequest(method, parent);
  return parent === null ? null : { context: parent, spans: null };
}
