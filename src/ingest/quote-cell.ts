import { decodeCell } from "./csv-records.ts";

/** A cell as messages show it. */
export function quoteCell(cell: string): string {
  const text = decodeCell(cell) ?? cell;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
