import type { Hundredths } from "../../acoustics/levels/decibel.ts";

/**
 * A line of CSV (RFC 4180). A cell is quoted only if it holds a comma, a quotation mark or a line break. Null is
 * empty.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cellOf).join(",")}\n`;
}

function cellOf(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A level in dB as JSON writes it. */
export function levelCell(level: Hundredths | null): number | null {
  return level === null ? null : level / 100;
}

/** A text from outside, which no spreadsheet may take for a formula: an apostrophe before it says that it is a text. */
export function textCell(text: string | null): string | null {
  return text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A fraction, rounded to four decimals. */
export function fractionCell(fraction: number | null): number | null {
  return fraction === null ? null : Math.round(fraction * 10_000) / 10_000;
}
