/** The multiples of the first step that has at most so many from one value to another, else of the last. */
export function ticksBetween(
  low: number,
  high: number,
  most: number,
  steps: readonly number[],
): number[] {
  return multiples(
    low,
    high,
    steps.find((size) => (high - low) / size <= most) ?? steps.at(-1) ?? 1,
  );
}

/** The multiples of a step from one value to another. */
export function multiples(low: number, high: number, step: number): number[] {
  // The quotient of two fractions may miss a whole number by a little.
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
