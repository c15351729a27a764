/**
 * The part of an object that a `Range` header requests (RFC 9110, 14.2). One range of bytes is supported:
 * `bytes=0-99`, `bytes=100-`, and `bytes=-100` for the last 100 bytes. Several ranges, other units and malformed
 * headers are ignored, as the standard allows; the answer is then the whole object.
 * Example with 1000 bytes: `bytes=990-2000` is 990 to 999, and `bytes=1000-` cannot be satisfied.
 */
export type RequestedRange =
  | { readonly kind: "whole" }
  /** Offsets of the first and the last byte, both included. */
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/** `byteLength` must be positive. */
export function evaluateByteRange(field: string | undefined, byteLength: number): RequestedRange {
  const groups = /^bytes=(?<from>[0-9]*)-(?<to>[0-9]*)$/i.exec(field ?? "")?.groups;
  const { from = "", to = "" } = groups ?? {};
  if (from === "" && to === "") return { kind: "whole" };
  const end = byteLength - 1;
  if (from === "") {
    const suffix = Number(to);
    return suffix === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", first: Math.max(byteLength - suffix, 0), last: end };
  }
  const [first, last] = [Number(from), to === "" ? end : Number(to)];
  if (last < first && to !== "") return { kind: "whole" };
  return first > end
    ? { kind: "unsatisfiable" }
    : { kind: "part", first, last: Math.min(last, end) };
}
