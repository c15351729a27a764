/**
 * The known name that was probably meant by an unknown one; null: none. A letter may be added, left out, replaced, or
 * exchanged with its neighbour; `_` and case are ignored. Known names below eight letters are similar to too many
 * others. Examples: `DATABSE_URL` and `DATADIR` are near, `POST`, `HOSTNAME` and `EXTERNAL_PORT` are not.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const isNear = (candidate: string) =>
    candidate.length >= 8 && differByOne(plainOf(name), plainOf(candidate));
  return known.find(isNear) ?? null;
}

function plainOf(name: string): string {
  return name.replaceAll("_", "").toUpperCase();
}

/** True of two texts that are equal or one step apart: what lies between their common start and end decides. */
function differByOne(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const between = (text: string) => text.slice(start, text.length - end);
  const [one, other] = [between(left), between(right)];
  const isExchange = other.length === 2 && one === `${other[1]}${other[0]}`;
  return isExchange || Math.max(one.length, other.length) <= 1;
}
