import type { Decimal } from "./csv-format.ts";

/** The text of a cell, or null where it is not UTF-8. */
export function decodeCell(cell: string): string | null {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell;
  try {
    return utf8.decode(Buffer.from(cell, "latin1"));
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Quotes a cell for a message. */
export function quoteCell(cell: string): string {
  return quoteText(decodeCell(cell) ?? cell);
}

/** Quotes a text of unknown origin for a message: on one line, and cut after 60 characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Parses a number with this decimal mark. Null where it has the other one, or where `parse` returns null. */
export function parseDecimal<Value>(
  cell: string,
  decimal: Decimal,
  parse: (text: string) => Value | null,
): Value | null {
  if (decimal === ".") return parse(cell);
  return cell.includes(".") ? null : parse(cell.replace(",", "."));
}

/** The end of the reason that rejects a cell: the option to use, if the cell has the other decimal mark. */
export function decimalAdvice(cell: string, decimal: Decimal): string {
  if (decimal === "." && /^-?[0-9]+,[0-9]+$/.test(cell)) {
    return ": for decimal commas give --decimal ','";
  }
  return decimal === "," && /^-?[0-9]+\.[0-9]+$/.test(cell)
    ? ": --decimal ',' expects decimal commas"
    : "";
}
