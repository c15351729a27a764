import { expect, test } from "../support/expect.ts";
import { formatTraceContext, parseTraceContext } from "../../src/system/tracing/trace-context.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";
const context = { traceId, spanId, flags: 1, state: null };

for (const [traceparent, expected] of [
  [`00-${traceId}-${spanId}-01`, context],
  [`00-${traceId}-${spanId}-00`, { ...context, flags: 0 }],
  [`00-${traceId}-${spanId}-03`, { ...context, flags: 3 }],
  // Bits that level 2 does not define are not forwarded.
  [`00-${traceId}-${spanId}-ff`, { ...context, flags: 3 }],
  [`cc-${traceId}-${spanId}-01`, context],
  [`cc-${traceId}-${spanId}-01-and-more`, context],
] as const) {
  test(`${traceparent} is a context`, () => {
    expect(parseTraceContext({ traceparent })).toEqual(expected);
  });
}

for (const traceparent of [
  "",
  `${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}-01-`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-011`,
  `cc-${traceId}-${spanId}-01more`,
  `ff-${traceId}-${spanId}-01`,
  `0-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00-${traceId}-${spanId.slice(1)}-01`,
  `00-${traceId}-${spanId}-0g`,
  ` 00-${traceId}-${spanId}-01`,
  // The header twice, as Node joins its values.
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
]) {
  test(`${JSON.stringify(traceparent)} is none`, () => {
    expect(parseTraceContext({ traceparent, tracestate: "a=1" })).toBeNull();
  });
}

const longest = `${"k".repeat(256)}=${"v".repeat(256)}`;

for (const [tracestate, state] of [
  ["congo=t61rcWkgMzE", "congo=t61rcWkgMzE"],
  ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"],
  [" rojo=1 ,\tcongo=2,, ", "rojo=1,congo=2"],
  ["fw529a3039@dt=FfYp3Q", "fw529a3039@dt=FfYp3Q"],
  ["0a_-*/=in the middle", "0a_-*/=in the middle"],
  [longest, longest],
  [Array.from({ length: 32 }, (_, index) => `k${index}=1`).join(","), "same"],
  [Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(","), null],
  ["", null],
  [" , ", null],
  ["congo", null],
  ["congo=", null],
  ["Congo=1", null],
  ["congo=a=b", null],
  ["rojo=1,_congo=2", null],
  [`k${longest}`, null],
  [`${longest}v`, null],
  ["congo=\u00e9", null],
  ["a@=1", null],
] as const) {
  const shown = JSON.stringify(tracestate).replaceAll(
    /(.)\1{9,}/g,
    (run) => `${run[0]}×${run.length}`,
  );
  test(`tracestate ${shown.slice(0, 60)} is ${state === null ? "left out" : "passed on"}`, () => {
    const traceparent = `00-${traceId}-${spanId}-01`;
    const parsed = parseTraceContext({ traceparent, tracestate });
    expect(parsed).toEqual({ ...context, state: state === "same" ? tracestate : state });
  });
}

test("a context is passed on in the form of version 00", () => {
  const traceparent = `00-${traceId}-${spanId}-01`;
  expect(formatTraceContext(context)).toEqual({ traceparent });
  expect(formatTraceContext({ ...context, flags: 3, state: "a=1,b=2" })).toEqual({
    traceparent: `00-${traceId}-${spanId}-03`,
    tracestate: "a=1,b=2",
  });
  expect(formatTraceContext({ ...context, flags: 0 })).toEqual({
    traceparent: `00-${traceId}-${spanId}-00`,
  });
});
