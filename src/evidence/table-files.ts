import type { FileHandle } from "node:fs/promises";
import { bytesOf, type NewPart } from "../operator/backup/archive-writer.ts";
import { openUnnamedFile } from "../system/unnamed-file.ts";
import { packColumns, type PackTable } from "./sensor-lines.ts";

/** The tables of a pack while they are made: an archive needs the length of a file before its content. */
export interface TableFiles {
  /** The lines of each table that were appended. */
  readonly lines: Readonly<Record<PackTable, number>>;
  append(name: PackTable, text: string): Promise<void>;
  parts(): AsyncGenerator<NewPart, void>;
  close(): Promise<void>;
}

/** Opens an unnamed temporary file for each table, with its header. */
export async function openTableFiles(): Promise<TableFiles> {
  const files = new Map<PackTable, FileHandle>();
  const close = async () => {
    await Promise.all([...files.values()].map((file) => file.close()));
  };
  try {
    for (const [name, columns] of Object.entries(packColumns)) {
      const file = await openUnnamedFile();
      files.set(name as PackTable, file);
      await file.appendFile(`${columns}\n`);
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
    async append(name, text) {
      await files.get(name)?.appendFile(text);
      lines[name] += text.split("\n").length - 1;
    },
    async *parts() {
      for (const [name, file] of files) {
        const { size } = await file.stat();
        yield { name: `${name}.csv`, byteLength: size, content: bytesOf(file) };
      }
    },
    close,
  };
}
