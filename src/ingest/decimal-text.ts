import type { Decimal } from "./csv-format.ts";

/** A number as the rules of levels read it, with a decimal point; a text that is no number where it has the other mark. */
export function decimalText(cell: string, decimal: Decimal): string {
  if (decimal === ".") return cell;
  return cell.includes(".") ? `${cell},` : cell.replace(",", ".");
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
