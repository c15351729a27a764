/** Ways to cut a head into packets. Each returns the offsets of the cuts, from the end of the request line and of the head. */
export const arrivals: [what: string, ends: (lineEnd: number, end: number) => number[]][] = [
  ["in one piece", () => []],
  ["cut in its method", () => [1]],
  ["cut in its version", (lineEnd) => [lineEnd - 5]],
  ["cut behind its request line", (lineEnd) => [lineEnd]],
  ["cut before its last octet", (_lineEnd, end) => [end - 1]],
  [
    "cut everywhere near its beginning",
    (lineEnd) => Array.from({ length: lineEnd + 20 }, (_, at) => at + 1),
  ],
];

/** Cuts a text at these offsets. */
export function piecesOf(bytes: string, ends: readonly number[]): string[] {
  return [0, ...ends].map((start, index) => bytes.slice(start, ends[index]));
}
