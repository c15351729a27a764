import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import protobuf from "protobufjs";

/** A span as it came over the wire, with its resource. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly status: string;
  readonly events: number;
  readonly links: number;
  readonly resource: Readonly<Record<string, string | number>>;
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A collector of OTLP over HTTP on a free port. */
export interface Collector {
  readonly endpoint: string;
  readonly received: readonly Received[];
  /** Everything that has arrived. */
  spans(): ReceivedSpan[];
  /** The status of each answer; null: none comes. Default: 200. */
  status: number | null;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = "", headers } = request;
    received.push({ path, headers, body: await buffer(request) });
    if (collector.status === null) return;
    response.writeHead(collector.status, { "content-type": "application/x-protobuf" }).end();
  };
  const server = createServer((request, response) => {
    // A sender may give up before it has sent everything.
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${port}`,
    received,
    spans: () => received.flatMap(({ body }) => decode(body)),
    status: 200,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

/** The messages of OTLP 1 that carry spans; `double_value`, lists and maps of attributes are not sent. */
const schema = protobuf
  .parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    Kind kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
    repeated Event events = 11; repeated Link links = 13; Status status = 15;
  }
  enum Kind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
  message Event { string name = 2; }
  message Link { bytes trace_id = 1; }
  message Status { string message = 2; Code code = 3; }
  enum Code { UNSET = 0; OK = 1; ERROR = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; } }
`)
  .root.lookupType("Request");

interface Attribute {
  readonly key: string;
  readonly value?: { readonly stringValue?: string; readonly intValue?: string };
}

interface Message {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly Attribute[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly SpanMessage[] }[];
  }[];
}

interface SpanMessage {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly traceState?: string;
  readonly parentSpanId?: Buffer;
  readonly name: string;
  readonly kind: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly unknown[];
  readonly links?: readonly unknown[];
  readonly status?: { readonly code?: string };
}

function decode(body: Buffer): ReceivedSpan[] {
  const message = schema.toObject(schema.decode(body), { enums: String, longs: String }) as Message;
  return (message.resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        traceId: span.traceId.toString("hex"),
        spanId: span.spanId.toString("hex"),
        parentSpanId: span.parentSpanId?.toString("hex") ?? "",
        traceState: span.traceState ?? "",
        name: span.name,
        kind: span.kind,
        startedAt: BigInt(span.startTimeUnixNano),
        endedAt: BigInt(span.endTimeUnixNano),
        attributes: valuesOf(span.attributes),
        status: span.status?.code ?? "UNSET",
        events: span.events?.length ?? 0,
        links: span.links?.length ?? 0,
        resource: valuesOf(resource?.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[] = []): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value?.stringValue ?? Number(value?.intValue)]),
  );
}

/** A span with those below it. In one that a test expects, a value of an attribute may be a matcher. */
export interface SpanTree extends Pick<ReceivedSpan, "name" | "kind" | "status"> {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly below: readonly SpanTree[];
}

/** The spans whose parent is `parentSpanId`, `inOrder`. Default: those that nothing here is above. */
export function treesOf(spans: readonly ReceivedSpan[], parentSpanId?: string): SpanTree[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const found = spans.filter((span) =>
    parentSpanId === undefined ? !ids.has(span.parentSpanId) : span.parentSpanId === parentSpanId,
  );
  return inOrder(
    found.map(({ name, kind, status, attributes, spanId }) => ({
      name,
      kind,
      status,
      attributes,
      below: treesOf(spans, spanId),
    })),
  );
}

/**
 * Sorts siblings, and all below them, by name, attributes and what is below. Their begins are no order: the clock of
 * each request starts at a whole millisecond, and statements may be sent at the same time.
 */
export function inOrder(siblings: readonly SpanTree[]): SpanTree[] {
  const keyed = siblings.map((span) => {
    const below = inOrder(span.below);
    const attributes = Object.entries(span.attributes).toSorted(([a], [b]) => compare(a, b));
    return {
      key: JSON.stringify([span.name, attributes, span.status, below]),
      tree: { ...span, below },
    };
  });
  return keyed.toSorted((a, b) => compare(a.key, b.key)).map(({ tree }) => tree);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
