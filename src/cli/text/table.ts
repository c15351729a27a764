/**
 * Lines of a table with padded columns, two blanks apart. Cells of the columns from `numbersFrom` on are aligned right.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  numbersFrom = Number.POSITIVE_INFINITY,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))),
  );
  const pad = (cell: string, column: number) => {
    const blanks = " ".repeat((widths[column] ?? 0) - widthOf(cell));
    return column < numbersFrom ? cell + blanks : blanks + cell;
  };
  return rows.map((cells) => cells.map(pad).join("  ").trimEnd());
}

/** The text, cut to a number of characters. The time does not depend on the length of the text. */
export function shorten(text: string, most: number): string {
  // The time of segmenting rises with the square of the length. A character of more than ten code units is rare, and
  // may be cut.
  const head = text.slice(0, 10 * most);
  const characters = charactersOf(head);
  const isWhole = head.length === text.length;
  if (isWhole && characters.length <= most) return text;
  // The last character of the head may be half of one.
  const known = isWhole ? characters : characters.slice(0, -1);
  return `${known.slice(0, most - 1).join("")}…`;
}

function widthOf(text: string): number {
  return charactersOf(text).length;
}

/** Characters as people count them. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter("en");
