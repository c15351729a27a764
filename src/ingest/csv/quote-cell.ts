import { decodeCell } from "./csv-records.ts";

/** A cell as messages show it. */
export function quoteCell(cell: string): string {
  return quoteText(decodeCell(cell) ?? cell);
}

/** A text of somebody else as messages show it: on one line, and not longer than they are. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
