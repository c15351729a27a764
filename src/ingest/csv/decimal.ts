import type { Decimal } from "./csv-format.ts";

/**
 * Parses a number that is written with this decimal mark. Null where it has the other one, and where `parse` says so.
 */
export function parseDecimal<Value>(
  cell: string,
  decimal: Decimal,
  parse: (text: string) => Value | null,
): Value | null {
  if (decimal === ".") return parse(cell);
  return cell.includes(".") ? null : parse(cell.replace(",", "."));
}

/** What to add to the reason that rejects a cell, if it has the other decimal mark. */
export function decimalAdvice(cell: string, decimal: Decimal): string {
  if (decimal === "." && /^-?[0-9]+,[0-9]+$/.test(cell)) {
    return ": for decimal commas give --decimal ','";
  }
  return decimal === "," && /^-?[0-9]+\.[0-9]+$/.test(cell)
    ? ": --decimal ',' expects decimal commas"
    : "";
}
