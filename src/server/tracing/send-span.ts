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

/** The common source of all spans of this process, and the function that receives them. */
export interface SpanSource {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  /** The attributes of a statement with this name. */
  readonly attributesOf: (statement: string) => Attributes;
  readonly newSpanId: () => string;
  /** Receives a span that has ended. */
  readonly receive: (span: ReadableSpan) => void;
}

/** The members that the spans of one request share. */
export interface SpanGroup {
  readonly source: SpanSource;
  readonly traceId: string;
  readonly traceFlags: number;
  /** Milliseconds since 1970. The times of the spans are whole microseconds after it. */
  readonly origin: number;
}

/**
 * A span in the form of the official processor. The official tracer would copy and check values that are already
 * correct.
 *
 * Hundreds of spans wait for their batch, and the garbage collector copies each of them with all objects that it refers
 * to. So a span is a single object: it is its own context, its id and times are computed when it is encoded, and
 * members that are equal in all spans belong to the class.
 */
export class SpanRecord implements ReadableSpan, SpanContext {
  readonly parentSpanContext?: SpanContext;
  attributes: Attributes = noAttributes;
  name: string;
  readonly kind: SpanKind;
  readonly #group: SpanGroup;
  readonly #startedAt: number;
  #endedAt: number;
  #failure: string | null = null;
  #spanId: string | null;

  /** Without a `parent`, the span begins the trace. A `spanId` of null is chosen later. */
  constructor(
    group: SpanGroup,
    kind: SpanKind,
    name: string,
    startedAt: number,
    parent: SpanContext | undefined,
    spanId: string | null = null,
  ) {
    this.#group = group;
    this.kind = kind;
    this.name = name;
    this.#startedAt = startedAt;
    this.#endedAt = startedAt;
    this.#spanId = spanId;
    if (parent !== undefined) this.parentSpanContext = parent;
  }

  /** Ends the span, or moves its end until it is sent. The first failure is kept. */
  end(endedAt: number, failure: string | null): void {
    this.#endedAt = endedAt;
    this.#failure ??= failure;
  }

  send(): void {
    if (this.#failure !== null) {
      this.attributes = { ...this.attributes, "error.type": this.#failure };
    }
    this.#group.source.receive(this);
  }

  spanContext(): SpanContext {
    return this;
  }

  get traceId(): string {
    return this.#group.traceId;
  }

  get spanId(): string {
    return (this.#spanId ??= this.#group.source.newSpanId());
  }

  get traceFlags(): number {
    return this.#group.traceFlags;
  }

  get startTime(): HrTime {
    return millisToHrTime(this.#group.origin + this.#startedAt / 1000);
  }

  get endTime(): HrTime {
    return millisToHrTime(this.#group.origin + this.#endedAt / 1000);
  }

  get duration(): HrTime {
    return millisToHrTime((this.#endedAt - this.#startedAt) / 1000);
  }

  get status(): ReadableSpan["status"] {
    return this.#failure === null ? unset : failed;
  }

  get links(): [] {
    return none;
  }

  get events(): [] {
    return none;
  }

  get ended(): boolean {
    return true;
  }

  get droppedAttributesCount(): number {
    return 0;
  }

  get droppedEventsCount(): number {
    return 0;
  }

  get droppedLinksCount(): number {
    return 0;
  }

  get resource(): Resource {
    return this.#group.source.resource;
  }

  get instrumentationScope(): InstrumentationScope {
    return this.#group.source.scope;
  }
}

const none: [] = [];
const noAttributes: Attributes = {};
const unset = { code: SpanStatusCode.UNSET };
const failed = { code: SpanStatusCode.ERROR };
