/*
 * PostgreSQL array literals, such as `{1,NULL,3}`. A list is sent as one parameter and cast in the statement: the
 * server parses an array faster than many parameters, and a statement may have at most 65,535 of those.
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
