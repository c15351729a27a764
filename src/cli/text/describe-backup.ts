import type { BackupReport } from "../../operator/backup/write-backup.ts";
import { formatTable } from "./table.ts";

/** The rows of each table, and the recordings. */
export function describeContent({
  tables,
  objects,
  objectBytes,
}: Pick<BackupReport, "tables" | "objects" | "objectBytes">): string {
  const rows = tables.map((table) => [table.name, table.rows.toLocaleString("en")]);
  const lines = formatTable(rows, 1).map((line) => `  ${line}`);
  const audio = `audio of ${objects.toLocaleString("en")} recordings, ${objectBytes.toLocaleString("en")} bytes`;
  return `${audio}, and these rows:\n${lines.join("\n")}`;
}

/** A line for each fault of a backup that was written. */
export function describeFaults({ tables, missingObjects, changedObjects }: BackupReport): string[] {
  const isEmpty = !tables.some(({ name, rows }) => name === "projects" && rows > 0);
  return [
    ...missingObjects.map((name) => `missing in the store: ${name}`),
    ...changedObjects.map((name) => `changed since its import: ${name}`),
    ...(isEmpty
      ? ["The database has no project. Are DATABASE_URL and DATA_DIR those of the gateway?"]
      : []),
  ];
}
