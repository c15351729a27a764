import { type SpanContext, SpanKind } from "@opentelemetry/api";
import type { OperationSpans, RequestSpans } from "../../system/tracing/tracer.ts";
import { httpRoutes } from "./http-routes.ts";
import { type EndedSpan, sendSpan, type SpanSource } from "./send-span.ts";

/*
 * Names and attributes follow the semantic conventions of OpenTelemetry for HTTP, GraphQL and PostgreSQL. What they
 * would take from a client is left out: addresses, paths, queries, header fields, documents, variables and values of
 * statements. Statements have the names that the metrics have (`db.query.summary`).
 *
 * Parents go from hand to hand: the hooks that would follow them through promises cost more on Node 20 than all spans.
 */

/** Begins the spans of a request, whose own span has this context. */
export function openRequestSpans(
  source: SpanSource,
  method: string,
  context: SpanContext,
  parent: SpanContext | undefined,
): RequestSpans {
  // One clock for all spans of the request, even if the time of the machine is set meanwhile.
  const origin = Date.now() - performance.now();
  const clock = () => origin + performance.now();
  const startedAt = clock();
  const { traceId, traceFlags } = context;
  const scope: TraceScope = {
    clock,
    newContext: () => ({ traceId, traceFlags, spanId: source.newSpanId() }),
    send: (span) => sendSpan(source, span),
  };
  let operation: OpenOperation | null = null;
  return {
    get operation() {
      return operation;
    },
    operationStarted(type, name) {
      operation = openOperation(scope, context, type, name, () => (operation = null));
    },
    statementEnded({ name, milliseconds, error }) {
      const endedAt = clock();
      const attributes = source.attributesOf(name);
      const code = error === undefined ? null : codeOf(error);
      const isAnswer = code !== null && /^[0-9A-Z]{5}$/.test(code);
      scope.send({
        name,
        kind: SpanKind.CLIENT,
        context: scope.newContext(),
        parent: operation?.parentOfStatements() ?? context,
        startedAt: endedAt - milliseconds,
        endedAt,
        attributes: isAnswer ? { ...attributes, "db.response.status_code": code } : attributes,
        failure: code,
      });
    },
    requestEnded(route, status) {
      const path = httpRoutes.get(route);
      const shownMethod = method === otherName ? "HTTP" : method;
      scope.send({
        name: path === undefined ? shownMethod : `${shownMethod} ${path}`,
        kind: SpanKind.SERVER,
        context,
        parent,
        startedAt,
        endedAt: clock(),
        attributes: {
          "http.request.method": method,
          "url.scheme": "http",
          ...(path !== undefined && { "http.route": path }),
          ...(status !== null && { "http.response.status_code": status }),
        },
        failure: status !== null && status >= 500 ? String(status) : null,
      });
    },
  };
}

/** The name of a method that OpenTelemetry does not know, and of the class of an error without a code. */
export const otherName = "_OTHER";

interface TraceScope {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly newContext: () => SpanContext;
  readonly send: (span: EndedSpan) => void;
}

interface OpenOperation extends OperationSpans {
  /**
   * The only field of the root, or else the operation itself: fields that are resolved together share statements, for
   * the loaders read once what several ask for.
   */
  parentOfStatements(): SpanContext;
}

interface OpenField {
  readonly name: string;
  readonly context: SpanContext;
  readonly startedAt: number;
  /** The time of its last resolver. */
  settledAt: number;
  failure: string | null;
}

function openOperation(
  { clock, newContext, send }: TraceScope,
  parent: SpanContext,
  type: string,
  name: string | null,
  whenEnded: () => void,
): OpenOperation {
  const startedAt = clock();
  const context = newContext();
  const fields = new Map<string, OpenField>();
  return {
    fieldStarted(key, fieldName) {
      const now = clock();
      const times = { startedAt: now, settledAt: now };
      fields.set(key, { name: fieldName, context: newContext(), ...times, failure: null });
    },
    fieldSettled(key, failure) {
      const field = fields.get(key);
      if (field === undefined) return;
      field.failure ??= failure;
      field.settledAt = clock();
    },
    parentOfStatements() {
      const [first, ...others] = fields.values();
      return first === undefined || others.length > 0 ? context : first.context;
    },
    ended(failure) {
      whenEnded();
      for (const field of fields.values()) {
        send({
          name: field.name,
          kind: SpanKind.INTERNAL,
          context: field.context,
          parent: context,
          startedAt: field.startedAt,
          endedAt: field.settledAt,
          attributes: {},
          failure: field.failure,
        });
      }
      send({
        name: name === null ? type : `${type} ${name}`,
        kind: SpanKind.SERVER,
        context,
        parent,
        startedAt,
        endedAt: clock(),
        attributes: {
          "graphql.operation.type": type,
          ...(name !== null && { "graphql.operation.name": name }),
        },
        failure,
      });
    },
  };
}

/** The code of an error, such as a SQLSTATE. Its message may quote a value. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : otherName;
}
