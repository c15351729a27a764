/**
 * The seconds that each sample lasts: the interval, or until the next sample if that is earlier. `seconds` are starts
 * in ascending order, and the last sample lasts for the interval (docs/contract.md, A1). Worked example: starts at 0,
 * 300 and 400 with an interval of 300 s last for 300, 100 and 300 s.
 */
export function sampleDurations(seconds: Float64Array, intervalSeconds: number): Float64Array {
  return seconds.map((second, index) =>
    Math.min(intervalSeconds, (seconds[index + 1] ?? Infinity) - second),
  );
}
