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
  const width = Math.max(...tables.map(({ name }) => name.length));
  const lines = tables.map(
    ({ name, rows }) => `  ${name.padEnd(width)} ${rows.toLocaleString("en")}`,
  );
  const audio = `audio of ${objects.toLocaleString("en")} recordings, ${objectBytes.toLocaleString("en")} bytes`;
  return `${audio}, and these rows:\n${lines.join("\n")}`;
}
