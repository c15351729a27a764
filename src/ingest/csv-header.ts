import { decodeCell } from "./csv-records.ts";

/** The columns of a format, in the order in which people are told of them. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** What every parsed header holds: its cells as received. */
export interface CsvHeader {
  readonly cells: readonly string[];
}

export type ParsedHeader<Header extends CsvHeader> =
  | { readonly ok: true; readonly header: Header }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Everything that is wrong with a header; columns may stand in any order. */
export function findHeaderIssues(
  cells: readonly string[],
  { required, optional }: CsvColumns,
): string[] {
  const known = [...required, ...optional];
  return [
    ...cells.filter((cell) => !known.includes(cell)).map((cell) => unknownColumn(cell, known)),
    ...cells
      .filter((cell, index) => known.includes(cell) && cells.indexOf(cell) !== index)
      .map((cell) => `the column ${cell} stands here twice`),
    ...required.filter((name) => !cells.includes(name)).map((name) => `there is no column ${name}`),
  ];
}

function unknownColumn(cell: string, known: readonly string[]): string {
  if (cell === "line" || cell === "reason") {
    return `unknown column "${cell}"; in a file of rejected rows, remove the columns line and reason`;
  }
  const shown = JSON.stringify((decodeCell(cell) ?? cell).slice(0, 40));
  const meant = known.find((name) => name.toLowerCase() === cell.trim().toLowerCase());
  return `unknown column ${shown}; ${
    meant === undefined ? `columns are ${known.join(", ")}` : `write ${meant}`
  }`;
}
