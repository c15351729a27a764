/*
 * A spreadsheet reads a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula. Exports put
 * an apostrophe before a text of such a form, and imports take it away again. Apostrophes before it count as well, so
 * that every text comes back: `'=1` is exported as `''=1`.
 */

/** The text as an export writes it. */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text of a cell of an export. */
export function unguardFormula(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
