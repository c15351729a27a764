import type { FileHandle } from "node:fs/promises";
import { bytesOf, type NewPart } from "../operator/backup/archive-writer.ts";
import { openUnnamedFile } from "../system/unnamed-file.ts";
import type { ExportRow } from "../rest/export/export-columns.ts";
import { csvFormat, plainCsv, type TextFormat } from "../rest/export/text-format.ts";
import { packColumns, type PackTable } from "./sensor-rows.ts";

/**
 * Opens an unnamed temporary file for each table of a pack, with its header: an archive needs the length of a file
 * before its content.
 */
export async function openTableFiles() {
  const files = new Map<PackTable, { readonly file: FileHandle; readonly format: TextFormat }>();
  const close = async () => {
    await Promise.all([...files.values()].map(({ file }) => file.close()));
  };
  try {
    for (const [name, columns] of Object.entries(packColumns)) {
      const file = await openUnnamedFile();
      const format = csvFormat(columns, plainCsv);
      files.set(name as PackTable, { file, format });
      await file.appendFile(format.header);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const lines = Object.fromEntries([...files.keys()].map((name) => [name, 0])) as Record<
    PackTable,
    number
  >;
  return {
    /** The rows of each table that were appended. */
    lines: lines as Readonly<typeof lines>,
    async append(name: PackTable, rows: readonly ExportRow[]) {
      const table = files.get(name);
      await table?.file.appendFile(rows.map(table.format.lineOf).join(""));
      lines[name] += rows.length;
    },
    async *parts(): AsyncGenerator<NewPart, void> {
      for (const [name, { file }] of files) {
        const { size } = await file.stat();
        yield { name: `${name}.csv`, byteLength: size, content: bytesOf(file) };
      }
    },
    close,
  };
}
