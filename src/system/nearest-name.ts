/**
 * The known name that was probably meant by an unknown one; null: none. One edit is allowed, and two in names of twelve
 * letters or more with the same beginning; `_` and case are ignored. Known names shorter than eight letters are similar
 * to too many others. Examples: `DATABSE_URL` and `DATADIR` are near, `POST`, `HOSTNAME` and `EXTERNAL_PORT` are not.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const plain = plainOf(name);
  const isNear = (candidate: string) => {
    if (candidate.length < 8) return false;
    const other = plainOf(candidate);
    const edits = candidate.length >= 12 && plain[0] === other[0] ? 2 : 1;
    return Math.abs(plain.length - other.length) <= edits && distance(plain, other) <= edits;
  };
  return (
    known.find((candidate) => plainOf(candidate) === plain && isNear(candidate)) ??
    known.find(isNear) ??
    null
  );
}

function plainOf(name: string): string {
  return name.replaceAll("_", "").toUpperCase();
}

/** Damerau's distance: letters that are added, left out, replaced, or exchanged with their neighbour. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const at = (up: number, back: number) =>
        (up === 0 ? row : rows[i - up])?.[j - back] ?? Infinity;
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      const isSwap = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + cost,
          i > 1 && j > 1 && isSwap ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? Infinity;
}
