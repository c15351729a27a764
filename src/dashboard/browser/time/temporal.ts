/** The runtime's own Temporal, or the polyfill, which is loaded only where a browser has none. */
export const Temporal: typeof globalThis.Temporal =
  (globalThis as { Temporal?: typeof globalThis.Temporal }).Temporal ?? (await loadPolyfill());

async function loadPolyfill(): Promise<typeof globalThis.Temporal> {
  const polyfill = await import("temporal-polyfill/implementation");
  return polyfill.Temporal;
}
