import type { FileHandle } from "node:fs/promises";
import { bytesOf, type NewPart } from "../operator/backup/archive-writer.ts";
import { openUnnamedFile } from "../system/unnamed-file.ts";
import type { ExportRow } from "../rest/export/export-columns.ts";
import { csvFormat, plainCsv, type TextFormat } from "../rest/export/text-format.ts";
import { packColumns, type PackTable } from "./sensor-rows.ts";

/** The tables of a pack while they are made: an archive needs the length of a file before its content. */
export interface TableFiles {
  /** The rows of each table that were appended. */
  readonly lines: Readonly<Record<PackTable, number>>;
  append(name: PackTable, rows: readonly ExportRow[]): Promise<void>;
  parts(): AsyncGenerator<NewPart, void>;
  close(): Promise<void>;
}

/** Opens an unnamed temporary file for each table, with its header. */
export async function openTableFiles(): Promise<TableFiles> {
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
    lines,
    async append(name, rows) {
      const table = files.get(name);
      await table?.file.appendFile(rows.map(table.format.lineOf).join(""));
      lines[name] += rows.length;
    },
    async *parts() {
      for (const [name, { file }] of files) {
        const { size } = await file.stat();
        yield { name: `${name}.csv`, byteLength: size, content: bytesOf(file) };
      }
    },
    close,
  };
}
