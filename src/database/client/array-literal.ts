/*
 * Text literals of arrays, one parameter each: the server parses an array faster than rows of
 * parameters, and a statement may not carry more than 65,535 of those. They are cast where they stand.
 */

export function arrayLiteral(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function textArrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
