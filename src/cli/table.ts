/**
 * Lines of a table for people: columns are padded to their widest cell, and separated by two blanks. The cells of the columns
 * from `numbersFrom` on stand at the right.
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

/** The text, cut to a number of characters. */
export function shorten(text: string, most: number): string {
  const characters = charactersOf(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function widthOf(text: string): number {
  return charactersOf(text).length;
}

/** As people count them. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter("en");
