/** For example `45 s`, `5 min`, `3 h` or `12 d`, rounded down. */
export function describeSeconds(seconds: number): string {
  if (Math.abs(seconds) < 120) return `${seconds} s`;
  if (Math.abs(seconds) < 7200) return `${describeCount(Math.trunc(seconds / 60))} min`;
  if (Math.abs(seconds) < 172_800) return `${describeCount(Math.trunc(seconds / 3600))} h`;
  return `${describeCount(Math.trunc(seconds / 86_400))} d`;
}

/** For example `12.3 MB`. */
export function describeBytes(bytes: number): string {
  for (const [unit, size] of units) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  }
  return `${bytes} bytes`;
}

const units = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;

/** For example `1,234`. */
export function describeCount(value: number): string {
  return value.toLocaleString("en");
}
