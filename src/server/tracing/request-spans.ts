import { type Attributes, type SpanContext, SpanKind } from "@opentelemetry/api";
import type {
  OperationSpans,
  RequestSpans,
  StatementOutcome,
} from "../../system/tracing/tracer.ts";
import { type SpanGroup, SpanRecord, type SpanSource } from "./send-span.ts";
import { basePath } from "../../http/requests/base-path.ts";
import { routes } from "../../rest/routes/index.ts";
import { exportRoutes } from "../../rest/serve-export.ts";

/*
 * Names and attributes follow the semantic conventions of OpenTelemetry for HTTP, GraphQL and PostgreSQL. Values of
 * clients are omitted: addresses, paths, queries, header fields, documents, variables and values of statements.
 * Statements have the names of the metrics (`db.query.summary`).
 *
 * Parents are passed as arguments: on Node 20, hooks that follow them through promises cost more than all spans.
 */

/** Begins the spans of a request, whose own span has this context. */
export function openRequestSpans(
  source: SpanSource,
  method: string,
  context: SpanContext,
  parent: SpanContext | undefined,
): RequestSpans {
  return new RequestRecorder(source, method, context, parent);
}

/** The name of a method that OpenTelemetry does not define, and of the class of an error without a code. */
export const otherName = "_OTHER";

class RequestRecorder implements RequestSpans {
  operation: OperationRecorder | null = null;
  readonly group: SpanGroup;
  readonly #method: string;
  readonly #span: SpanRecord;
  /** All spans of the request use one clock, so that setting the time of the machine does not change them. */
  readonly #startedAt = performance.now();

  constructor(
    source: SpanSource,
    method: string,
    { traceId, traceFlags, spanId }: SpanContext,
    parent: SpanContext | undefined,
  ) {
    this.group = { source, traceId, traceFlags, origin: Date.now() };
    this.#method = method;
    this.#span = new SpanRecord(this.group, SpanKind.SERVER, "", 0, parent, spanId);
  }

  /** Whole microseconds since the request began. */
  now(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000);
  }

  operationStarted(type: string, name: string | null): void {
    this.operation = new OperationRecorder(this, this.#span, operationLabel(type, name));
  }

  statementEnded({ name, milliseconds, error }: StatementOutcome): void {
    const endedAt = this.now();
    const startedAt = endedAt - Math.round(milliseconds * 1000);
    const parent = this.operation?.parentOfStatements() ?? this.#span;
    const span = new SpanRecord(this.group, SpanKind.CLIENT, name, startedAt, parent);
    const attributes = this.group.source.attributesOf(name);
    const code = error === undefined ? null : codeOf(error);
    const isAnswer = code !== null && /^[0-9A-Z]{5}$/.test(code);
    span.attributes = isAnswer ? { ...attributes, "db.response.status_code": code } : attributes;
    span.end(endedAt, code);
    span.send();
  }

  requestEnded(route: string, status: number | null): void {
    const { name, attributes } = requestLabel(this.#method, route, status);
    this.#span.name = name;
    this.#span.attributes = attributes;
    this.#span.end(this.now(), status !== null && status >= 500 ? String(status) : null);
    this.#span.send();
  }
}

class OperationRecorder implements OperationSpans {
  readonly #request: RequestRecorder;
  readonly #span: SpanRecord;
  readonly #fields = new Map<string, SpanRecord>();

  constructor(request: RequestRecorder, parent: SpanContext, { name, attributes }: SpanLabel) {
    this.#request = request;
    this.#span = new SpanRecord(request.group, SpanKind.SERVER, name, request.now(), parent);
    this.#span.attributes = attributes;
  }

  fieldStarted(key: string, name: string): void {
    // An operation that is executed again resolves its fields again: each has one span.
    if (this.#fields.has(key)) return;
    const { group } = this.#request;
    const span = new SpanRecord(group, SpanKind.INTERNAL, name, this.#request.now(), this.#span);
    this.#fields.set(key, span);
  }

  fieldEnded(key: string, failure: string | null): void {
    this.#fields.get(key)?.end(this.#request.now(), failure);
  }

  /**
   * The only field of the root, or the operation if there are several: fields that are resolved together share
   * statements.
   */
  parentOfStatements(): SpanContext {
    const [first] = this.#fields.values();
    return first === undefined || this.#fields.size > 1 ? this.#span : first;
  }

  ended(failure: string | null): void {
    this.#request.operation = null;
    for (const field of this.#fields.values()) field.send();
    this.#span.end(this.#request.now(), failure);
    this.#span.send();
  }
}

interface SpanLabel {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Labels of requests and operations. There are few, because they have no values of clients. */
const labels = new Map<string, SpanLabel>();

function labelOf(key: string, compose: () => SpanLabel): SpanLabel {
  const known = labels.get(key);
  if (known !== undefined) return known;
  const label = compose();
  labels.set(key, label);
  return label;
}

function operationLabel(type: string, operationName: string | null): SpanLabel {
  return labelOf(`${type} ${operationName ?? ""}`, () => ({
    name: operationName === null ? type : `${type} ${operationName}`,
    attributes: {
      "graphql.operation.type": type,
      ...(operationName !== null && { "graphql.operation.name": operationName }),
    },
  }));
}

function requestLabel(method: string, route: string, status: number | null): SpanLabel {
  return labelOf(`${method} ${route} ${status}`, () => {
    const path = httpRoutes.get(route);
    const shownMethod = method === otherName ? "HTTP" : method;
    return {
      name: path === undefined ? shownMethod : `${shownMethod} ${path}`,
      attributes: {
        "http.request.method": method,
        "url.scheme": "http",
        ...(path !== undefined && { "http.route": path }),
        ...(status !== null && { "http.response.status_code": status }),
      },
    };
  });
}

/** The code of an error, such as a SQLSTATE. Its message may quote a value. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : otherName;
}

/** The template of the path of each route, by its name in log and metrics. Files of pages have none. */
const httpRoutes: ReadonlyMap<string, string> = new Map([
  ...routes.map(
    ({ name, path }) => [name, basePath + path.replaceAll(/:([A-Za-z]+)/g, "{$1}")] as const,
  ),
  ...exportRoutes.map(({ name, path }) => [name, path] as const),
  ["graphql", "/graphql"],
  ["openapi", "/openapi.json"],
  ["schema", "/schema.graphql"],
]);
