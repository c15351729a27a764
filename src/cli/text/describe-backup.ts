import type { BackupReport } from "../../operator/backup/write-backup.ts";
import { countOf } from "../../system/count-of.ts";
import { formatTable } from "./table.ts";

/** The rows of each table, and the recordings. */
export function describeContent({
  tables,
  objects,
  objectBytes,
}: Pick<BackupReport, "tables" | "objects" | "objectBytes">): string {
  const rows = tables.map((table) => [table.name, table.rows.toLocaleString("en")]);
  const lines = formatTable(rows, 1).map((line) => `  ${line}`);
  const audio = `audio of ${countOf(objects, "recording")}, ${objectBytes.toLocaleString("en")} bytes`;
  return `${audio}, and these rows:\n${lines.join("\n")}`;
}

export function describeWritten(file: string, written: BackupReport): string[] {
  const removed = written.removedObjects.length;
  return [
    `${file} has ${describeContent(written)}`,
    ...(removed > 0
      ? [
          `Without the audio of ${removed.toLocaleString("en")} recordings that were removed while it was written`,
        ]
      : []),
  ];
}

/** A line for each fault of a backup that was written. */
export function describeFaults({
  tables,
  missingObjects,
  tooLongObjects,
  changedObjects,
  replacedObjects,
}: BackupReport): string[] {
  const isEmpty = !tables.some(({ name, rows }) => name === "projects" && rows > 0);
  const replaced = replacedObjects.length;
  return [
    ...missingObjects.map((name) => `missing in the store: ${name}`),
    ...tooLongObjects.map((name) => `longer than 256 MiB in the store, and left out: ${name}`),
    ...changedObjects.map((name) => `changed since its import: ${name}`),
    ...(replaced > 0
      ? [
          `Without the audio of ${replaced.toLocaleString("en")} recordings that were imported anew while it was written: make another backup`,
        ]
      : []),
    ...(isEmpty
      ? ["The database has no project. Are DATABASE_URL and DATA_DIR those of the gateway?"]
      : []),
  ];
}
