import type { TestSample } from "./tenant.ts";

/** Samples from a second on, so many seconds apart, with one level or that of each index. */
export function levelsFrom(
  first: number,
  count: number,
  step: number,
  LAeq: number | ((index: number) => number),
): TestSample[] {
  return Array.from({ length: count }, (_, index) => ({
    second: first + index * step,
    LAeq: typeof LAeq === "number" ? LAeq : LAeq(index),
  }));
}
