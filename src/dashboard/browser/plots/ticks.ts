/** The multiples of a step from one value to another: of the first step that has at most so many, else of the last. */
export function ticksBetween(
  low: number,
  high: number,
  most: number,
  steps: readonly number[],
): number[] {
  const step = steps.find((size) => (high - low) / size <= most) ?? steps.at(-1) ?? 1;
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
