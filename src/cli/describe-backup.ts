import { formatTable } from "./table.ts";

/** The rows of each table, and the recordings. */
export function describeContent({
  tables,
  objects,
  objectBytes,
}: {
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly objects: number;
  readonly objectBytes: number;
}): string {
  const rows = tables.map((table) => [table.name, table.rows.toLocaleString("en")]);
  const lines = formatTable(rows, 1).map((line) => `  ${line}`);
  const audio = `audio of ${objects.toLocaleString("en")} recordings, ${objectBytes.toLocaleString("en")} bytes`;
  return `${audio}, and these rows:\n${lines.join("\n")}`;
}
