import { type CsvFormat, type Delimiter, headerTexts, type TableLayout } from "./csv-format.ts";
import { readFirstLines, splitCells } from "./csv-records.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { TextSource } from "./text-source.ts";

/** The header of a layout in a file. */
export interface FoundTable {
  /** The line of the header, from 1. */
  readonly line: number;
  readonly delimiter: Delimiter;
  /** The headers of our columns that the file has. */
  readonly columns: ReadonlyMap<string, string>;
  readonly headers: readonly string[];
}

/** Finds the table of a layout in the first lines of a file; null: they have none with a level. */
export function findTable(
  lines: readonly string[],
  layout: TableLayout,
  delimiters: readonly Delimiter[] = layout.delimiters,
): FoundTable | null {
  if (!(lines[0] ?? "").startsWith(layout.beginsWith)) return null;
  for (const delimiter of delimiters) {
    for (const [index, text] of lines.entries()) {
      const headers = headerTexts(splitCells(text, delimiter).cells);
      if (!layout.header.every((header) => headers.includes(header))) continue;
      const columns = [...layout.columns].flatMap(([name, alternatives]) => {
        const header = alternatives.find((alternative) => headers.includes(alternative));
        return header === undefined ? [] : [[name, header] as const];
      });
      if (!columns.some(([name]) => name.startsWith("L"))) return null;
      return { line: index + 1, delimiter, columns: new Map(columns), headers };
    }
  }
  return null;
}

/** The format of a file with its layout: that of the table that is found in it. Throws `UnusableFile` without one. */
export async function applyLayout(source: TextSource, format: CsvFormat): Promise<CsvFormat> {
  const { layout } = format;
  if (layout === null) return format;
  const { lines } = await readFirstLines(source);
  const found = findTable(lines, layout, [format.delimiter, ...layout.delimiters]);
  if (found === null) {
    const cells = layout.header.map((header) => JSON.stringify(header)).join(", ");
    throw new UnusableFile([
      `${source.name}:1: no line names the columns ${cells} of the instrument, and a level`,
    ]);
  }
  const { line, delimiter, headers } = found;
  return {
    ...format,
    skipLines: line - 1,
    delimiter,
    columns: new Map([...found.columns, ...format.columns]),
    flags: [...layout.flags.filter(({ column }) => headers.includes(column)), ...format.flags],
    endsAt: layout.endsAt,
    skipRows: [...layout.skipRows].flatMap(([header, values]) =>
      values.map((value) => ({ position: headers.indexOf(header), value })),
    ),
  };
}
