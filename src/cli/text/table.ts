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
  // A character has at most two code units.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
