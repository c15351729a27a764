import { type BackupHeader, mostRowsBytes } from "./format.ts";

/** The lines of a part with rows; null unless each line is one row of the table. */
export function parseRows(
  content: Buffer,
  { columns }: BackupHeader["tables"][number],
): string[] | null {
  const isSeveral = content.indexOf("\n") < content.length - 1;
  if (isSeveral && content.length > mostRowsBytes) return null;
  const lines = content.toString().split("\n");
  if (lines.pop() !== "" || lines.length === 0) return null;
  return lines.every((line) => isRow(line, columns)) ? lines : null;
}

function isRow(line: string, columns: readonly string[]): boolean {
  // A column has at most one list. Parsing millions of lists would need far more memory than their text.
  if (countOpenings(line) > 1 + columns.length) return false;
  const row = parseJson(line);
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  const names = Object.keys(row);
  return names.length === columns.length && names.every((name, at) => name === columns[at]);
}

/** The number of objects and lists in a JSON text. */
function countOpenings(json: string): number {
  let openings = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInText = !isInText;
    else if (isInText && character === "\\") at += 1;
    else if (!isInText && (character === "{" || character === "[")) openings += 1;
  }
  return openings;
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
