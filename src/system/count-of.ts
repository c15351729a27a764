/** A count and its noun, in the plural unless it is one: `1 row`, `5,022 rows`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
