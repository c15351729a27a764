import { randomUUID } from "node:crypto";
import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  trace,
  TraceFlags,
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
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import { ExportResultCode } from "@opentelemetry/core";
import type { DatabaseConfig, TracingConfig } from "../../config.ts";
import type { Log } from "../../log.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import { parseServerAddresses } from "../../system/server-addresses.ts";
import { randomFlag, type TraceContext } from "../../system/tracing/trace-context.ts";
import type { Tracer } from "../../system/tracing/tracer.ts";
import { withDeadline } from "../../system/with-deadline.ts";
import { openRequestSpans, otherName } from "./request-spans.ts";
import type { SpanSource } from "./send-span.ts";

/*
 * Only this folder imports the packages of OpenTelemetry, and it is imported only if a collector is configured. The
 * packages read the header fields for the collector and the attributes of the service from the environment. Nothing is
 * registered globally in this process, so no other package begins to trace.
 */

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the waiting spans, for at most a second. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  readonly config: TracingConfig;
  readonly database: DatabaseConfig;
  readonly log: Log;
}

/** Exports spans to a collector. The queue is bounded: spans beyond it are dropped, with one line in the log. */
export function startTracing({ config, database, log }: TracingOptions): Tracing {
  const { version } = readBuildInfo();
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(config.endpoint),
    timeoutMillis: exportMilliseconds,
  });
  const processor = new BatchSpanProcessor({
    exporter: reportFailures(exporter, log),
    maxExportBatchSize: batchSpans,
    maxQueueSize: 4 * batchSpans,
  });
  const own = resourceFromAttributes({
    "service.name": "acoustic",
    "service.version": version,
    "service.instance.id": randomUUID(),
  });
  const ids = new RandomIdGenerator();
  const source: SpanSource = {
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    scope: { name: "acoustic", version },
    attributesOf: attributesOfStatements(database),
    newSpanId: ids.generateSpanId,
    receive: (span) => processor.onEnd(span),
  };
  return {
    tracer: createTracer(source, samplerOf(config), ids),
    stop: () => withDeadline(processor.shutdown(), stopMilliseconds, undefined),
  };
}

/** Twice the default: a request to the collector costs as much as a hundred spans. */
const batchSpans = 1024;

/** The exporter repeats a request within this time. Until then it keeps the process running, also after a stop. */
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

function createTracer(source: SpanSource, sampler: Sampler, ids: RandomIdGenerator): Tracer {
  return {
    startRequest(sentMethod, sent) {
      const method = methods.has(sentMethod) ? sentMethod : otherName;
      const parent = sent === null ? undefined : remoteContext(sent);
      const around =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const traceId = parent?.traceId ?? ids.generateTraceId();
      const { decision } = sampler.shouldSample(around, traceId, method, SpanKind.SERVER, {}, []);
      const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED;
      const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
      const context = { traceId, spanId: ids.generateSpanId(), traceFlags };
      const flags = traceFlags | ((sent?.flags ?? 0) & randomFlag);
      return {
        // `tracestate` is forwarded, but not exported: its values belong to other services.
        context: { traceId, spanId: context.spanId, flags, state: sent?.state ?? null },
        spans: isSampled ? openRequestSpans(source, method, context, parent) : null,
      };
    },
  };
}

function remoteContext({ traceId, spanId, flags }: TraceContext): SpanContext {
  return { traceId, spanId, traceFlags: flags & TraceFlags.SAMPLED, isRemote: true };
}

/** The methods that OpenTelemetry defines; any other one is a value of a client. */
const methods = new Set("GET POST HEAD PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY".split(" "));

function tracesUrl(endpoint: string): string {
  return new URL("v1/traces", endpoint.endsWith("/") ? endpoint : `${endpoint}/`).href;
}

/** Statements have few names, and their attributes depend only on the name. */
function attributesOfStatements(database: DatabaseConfig): SpanSource["attributesOf"] {
  const ofAll = attributesOf(database);
  const known = new Map<string, Attributes>();
  return (name) => {
    let attributes = known.get(name);
    if (attributes === undefined) {
      attributes = { ...ofAll, "db.query.summary": name };
      known.set(name, attributes);
    }
    return attributes;
  };
}

/**
 * The attributes of every statement. The server is named only if there is a single one: otherwise the server of a
 * statement is unknown.
 */
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

/** The exporter with one line in the log when the collector begins to fail, and one when it accepts spans again. */
export function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) {
          if (lost > 0) log.info({ lost }, "spans are exported again");
          lost = 0;
        } else {
          if (lost === 0)
            log.warn({ cause: error }, "spans are lost: the collector does not accept them");
          lost += spans.length;
        }
        // Reported as success: the failure is logged, and the processor must not report it again.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
