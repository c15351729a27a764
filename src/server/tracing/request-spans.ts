import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import type {
  OperationSpans,
  RequestSpans,
  StatementOutcome,
} from "../../system/tracing/tracer.ts";
import { httpRoutes } from "./http-routes.ts";

/*
 * Names and attributes follow the semantic conventions of OpenTelemetry for HTTP servers, GraphQL servers and PostgreSQL.
 * What they would take from a client is left out: addresses, paths, queries, header fields, documents, variables and
 * values of statements. Statements have the names that the metrics have (`db.query.summary`).
 */

/**
 * The spans below that of a request. Contexts go from hand to hand: the hooks that would follow them through promises
 * cost more on Node 20 than all spans together.
 */
export function createRequestSpans(
  tracer: Tracer,
  request: Span,
  method: string,
  database: Attributes,
): RequestSpans {
  const ofRequest = trace.setSpan(ROOT_CONTEXT, request);
  let operation: OpenOperation | null = null;
  return {
    get operation() {
      return operation;
    },
    operationStarted(type, name) {
      const started = openOperation(tracer, ofRequest, type, name);
      operation = {
        ...started,
        ended(failure) {
          operation = null;
          started.ended(failure);
        },
      };
    },
    statementEnded({ name, milliseconds, error }: StatementOutcome) {
      const now = performance.now();
      const span = tracer.startSpan(
        name,
        {
          kind: SpanKind.CLIENT,
          startTime: now - milliseconds,
          attributes: { ...database, "db.query.summary": name },
        },
        operation?.parentOfStatements() ?? ofRequest,
      );
      if (error !== undefined) {
        const code = codeOf(error);
        if (/^[0-9A-Z]{5}$/.test(code)) span.setAttribute("db.response.status_code", code);
        fail(span, code);
      }
      span.end(now);
    },
    requestEnded(route, status) {
      const path = httpRoutes.get(route);
      if (path !== undefined) {
        request.updateName(`${method} ${path}`);
        request.setAttribute("http.route", path);
      }
      if (status !== null) request.setAttribute("http.response.status_code", status);
      if (status !== null && status >= 500) fail(request, String(status));
      request.end();
    },
  };
}

interface OpenOperation extends OperationSpans {
  /**
   * The only field of the root, or else the operation itself: fields that are resolved together share statements, for
   * the loaders read once what several ask for.
   */
  parentOfStatements(): Context;
}

interface OpenField {
  readonly span: Span;
  readonly context: Context;
  failure: string | null;
  /** The time of its last resolver, on the clock of `performance`. */
  settledAt: number;
}

function openOperation(
  tracer: Tracer,
  parent: Context,
  type: string,
  name: string | null,
): OpenOperation {
  const span = tracer.startSpan(
    name === null ? type : `${type} ${name}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        "graphql.operation.type": type,
        ...(name !== null && { "graphql.operation.name": name }),
      },
    },
    parent,
  );
  const ofOperation = trace.setSpan(parent, span);
  const fields = new Map<string, OpenField>();
  return {
    fieldStarted(key, fieldName) {
      const field = tracer.startSpan(fieldName, {}, ofOperation);
      const context = trace.setSpan(parent, field);
      fields.set(key, { span: field, context, failure: null, settledAt: performance.now() });
    },
    fieldSettled(key, failure) {
      const field = fields.get(key);
      if (field === undefined) return;
      field.failure ??= failure;
      field.settledAt = performance.now();
    },
    parentOfStatements() {
      const [first, ...others] = fields.values();
      return first === undefined || others.length > 0 ? ofOperation : first.context;
    },
    ended(failure) {
      for (const field of fields.values()) {
        if (field.failure !== null) fail(field.span, field.failure);
        field.span.end(field.settledAt);
      }
      if (failure !== null) fail(span, failure);
      span.end();
    },
  };
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code of an error, such as a SQLSTATE. Its message may quote a value. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "_OTHER";
}
