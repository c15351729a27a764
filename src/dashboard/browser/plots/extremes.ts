/** The lowest and the highest of levels; infinite, the wrong way round, without any. */
export function extremes(levels: Iterable<number | null>): [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const level of levels) {
    if (level === null) continue;
    lowest = Math.min(lowest, level);
    highest = Math.max(highest, level);
  }
  return [lowest, highest];
}
