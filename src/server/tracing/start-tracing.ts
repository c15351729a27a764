import { randomUUID } from "node:crypto";
import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Tracer as OfficialTracer,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { DatabaseConfig, TracingConfig } from "../../config.ts";
import type { Log } from "../../log.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import { parseServerAddresses } from "../../system/server-addresses.ts";
import { randomFlag, sampledFlag } from "../../system/tracing/trace-context.ts";
import type { Tracer } from "../../system/tracing/tracer.ts";
import { withDeadline } from "../../system/with-deadline.ts";
import { reportFailures } from "./report-failures.ts";
import { createRequestSpans } from "./request-spans.ts";

/*
 * This folder alone imports the packages of OpenTelemetry, and is imported itself where a collector is configured.
 * They read the header fields for the collector and the attributes of the service from the environment themselves.
 * Nothing is registered in this process, so no other package begins to trace.
 */

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the spans that wait, for at most a second. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  readonly config: TracingConfig;
  readonly database: DatabaseConfig;
  readonly log: Log;
}

/**
 * Exports spans to a collector. The queue is bounded: while the collector is slow or away, spans are dropped, and the
 * log has one line.
 */
export function startTracing({ config, database, log }: TracingOptions): Tracing {
  const { version } = readBuildInfo();
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(config.endpoint),
    timeoutMillis: exportMilliseconds,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": "acoustic",
          "service.version": version,
          "service.instance.id": randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, log) })],
  });
  const official = provider.getTracer("acoustic", version);
  return {
    tracer: createTracer(official, attributesOf(database)),
    stop: () => withDeadline(provider.shutdown(), stopMilliseconds, undefined),
  };
}

/** The exporter repeats a request within this time. It keeps the process until then, also after a stop. */
const exportMilliseconds = 2000;

const stopMilliseconds = 1000;

function samplerOf({ sampler, share }: TracingConfig): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }[sampler.root]();
  return sampler.isParentBased ? new ParentBasedSampler({ root }) : root;
}

function createTracer(official: OfficialTracer, database: Attributes): Tracer {
  return {
    startRequest(sentMethod, parent) {
      const method = methods.has(sentMethod) ? sentMethod : "_OTHER";
      const span = official.startSpan(
        method === "_OTHER" ? "HTTP" : method,
        {
          kind: SpanKind.SERVER,
          attributes: { "http.request.method": method, "url.scheme": "http" },
        },
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: parent.flags & sampledFlag,
              isRemote: true,
            }),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      const random = (parent?.flags ?? 0) & randomFlag;
      return {
        // `tracestate` goes on, but is not exported: its values are those of other services.
        context: { traceId, spanId, flags: traceFlags | random, state: parent?.state ?? null },
        spans: span.isRecording() ? createRequestSpans(official, span, method, database) : null,
      };
    },
  };
}

/** The methods that OpenTelemetry knows; any other one is a value of a client. */
const methods = new Set(
  "GET POST HEAD PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY".split(" "),
);

function tracesUrl(endpoint: string): string {
  return new URL("v1/traces", endpoint.endsWith("/") ? endpoint : `${endpoint}/`).href;
}

/** The attributes of every statement. A server is named where there is one alone: a statement does not say which. */
function attributesOf(database: DatabaseConfig): Attributes {
  const system = { "db.system.name": "postgresql" };
  if (database.kind === "embedded") return system;
  const [server, ...others] = parseServerAddresses(database.url)?.hosts ?? [];
  if (server === undefined) return system;
  const name = decodeURIComponent(new URL(server.url).pathname.slice(1));
  return {
    ...system,
    ...(name !== "" && { "db.namespace": name }),
    ...(others.length === 0 &&
      database.standby === undefined && {
        "server.address": server.host,
        "server.port": server.port,
      }),
  };
}
