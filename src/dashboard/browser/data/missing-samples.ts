/** How many samples a gap lacks, to the nearest whole number, halves up, as the server counts those it expects. */
export function missingSamples(gapSeconds: number, intervalSeconds: number): number {
  return Math.floor(gapSeconds / intervalSeconds + 0.5);
}
