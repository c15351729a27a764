import {
  type Attributes,
  type HrTime,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
} from "@opentelemetry/api";
import { type InstrumentationScope, millisToHrTime } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** The origin of all spans of this process, and their way out. */
export interface SpanSource {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  /** The attributes of a statement with this name. */
  readonly attributesOf: (statement: string) => Attributes;
  readonly newSpanId: () => string;
  /** Takes a span that has ended. */
  readonly take: (span: ReadableSpan) => void;
}

export interface EndedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: SpanContext;
  /** Undefined: the trace begins with this span. */
  readonly parent: SpanContext | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  /** The class of the error that it ended with; null: none. */
  readonly failure: string | null;
}

/**
 * Hands a span to the official processor, in the form that it takes. The official tracer would copy and check what it
 * is given, which is already right.
 */
export function sendSpan(source: SpanSource, span: EndedSpan): void {
  source.take(new SpanRecord(source, span));
}

/** A class, so that all spans have the same shape for the processor and the encoder. */
class SpanRecord implements ReadableSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parentSpanContext?: SpanContext;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly duration: HrTime;
  readonly status: ReadableSpan["status"];
  readonly attributes: Attributes;
  readonly links = none;
  readonly events = none;
  readonly ended = true;
  readonly resource: Resource;
  readonly instrumentationScope: InstrumentationScope;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  readonly #context: SpanContext;

  constructor({ resource, scope }: SpanSource, span: EndedSpan) {
    const { name, kind, context, parent, startedAt, endedAt, attributes, failure } = span;
    this.name = name;
    this.kind = kind;
    this.#context = context;
    if (parent !== undefined) this.parentSpanContext = parent;
    this.startTime = millisToHrTime(startedAt);
    this.endTime = millisToHrTime(endedAt);
    this.duration = millisToHrTime(endedAt - startedAt);
    this.status = failure === null ? unset : failed;
    this.attributes = failure === null ? attributes : { ...attributes, "error.type": failure };
    this.resource = resource;
    this.instrumentationScope = scope;
  }

  spanContext(): SpanContext {
    return this.#context;
  }
}

const none: [] = [];
const unset = { code: SpanStatusCode.UNSET };
const failed = { code: SpanStatusCode.ERROR };
