/** Lines of a table for people: columns are padded to their widest cell, and separated by two blanks. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((cells) => widthOf(cells[column] ?? ""))),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
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
