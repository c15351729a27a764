/** The position of a request in a trace that runs through several services (W3C Trace Context, level 2). */
export interface TraceContext {
  /** 32 hexadecimal digits, not all of them 0. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all of them 0: the parent of the next service's span. */
  readonly spanId: string;
  /** The bits `sampled` and `random`. */
  readonly flags: number;
  /** The entries of other services, in the form of the header `tracestate`; null: none. */
  readonly state: string | null;
}

/** The bit of `flags` that requests the next services to export the trace. */
const sampledFlag = 1;

/** The bit of `flags` that marks the id of the trace as random. */
export const randomFlag = 2;

/** Header fields of a request; a repeated name has both values, with a comma between them. */
type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The context of a request; null without one, and if its `traceparent` is not valid (section 3.2). A later version of
 * the header may have more parts. An invalid `tracestate` is omitted, and the rest is used (3.3).
 */
export function parseTraceContext({ traceparent, tracestate }: HeaderFields): TraceContext | null {
  if (typeof traceparent !== "string") return null;
  const parts = parentPattern.exec(traceparent)?.groups;
  if (parts === undefined) return null;
  const { version = "", traceId = "", spanId = "", flags = "", more = "" } = parts;
  if (version === "ff" || (version === "00" && more !== "")) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const known = Number.parseInt(flags, 16) & (sampledFlag | randomFlag);
  return { traceId, spanId, flags: known, state: parseState(tracestate) };
}

/** The header fields that forward a context. */
export function formatTraceContext(context: TraceContext): Readonly<Record<string, string>> {
  const { traceId, spanId, flags, state } = context;
  const traceparent = `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, "0")}`;
  return state === null ? { traceparent } : { traceparent, tracestate: state };
}

const parentPattern =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>$|-.*)/;

function parseState(text: HeaderFields[string]): string | null {
  if (typeof text !== "string") return null;
  const members = text.split(",").flatMap((member) => member.trim() || []);
  if (members.length === 0 || members.length > membersBound) return null;
  return members.every((member) => memberPattern.test(member)) ? members.join(",") : null;
}

/** Section 3.3.1.1. */
const membersBound = 32;

const memberPattern =
  /^[a-z0-9](?:[a-z0-9_*/-]{0,255}|[a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;
