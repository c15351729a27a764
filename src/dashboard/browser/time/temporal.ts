import type { ZonedInstants } from "./zoned-instants.ts";

/** The runtime's own Temporal, or the part of the polyfill that zones need, loaded only where a browser has none. */
export const Temporal: ZonedInstants =
  (globalThis as { Temporal?: ZonedInstants }).Temporal ?? (await loadPolyfill());

async function loadPolyfill(): Promise<ZonedInstants> {
  return (await import("./zoned-instants.ts")).zonedInstants;
}
