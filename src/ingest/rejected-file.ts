import { createWriteStream } from "node:fs";
import {
  access,
  constants,
  type FileHandle,
  mkdtemp,
  open,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import type { CsvRecord } from "./csv-records.ts";
import { InvalidInput } from "./invalid-input.ts";

/**
 * The rows of `a.csv` that cannot be imported: `a.rejected.csv` beside it, with the original header
 * and the columns `line` and `reason`. During the import, the rows are in an unlinked temporary
 * file, so that an import that is killed leaves nothing. The rejected file appears once it is
 * complete and the good rows are committed.
 */
export interface RejectedFile {
  add(record: CsvRecord, reason: string): Promise<void>;
  /** Call before the commit: does everything that may fail. */
  prepare(): Promise<void>;
  /** Call after the commit: replaces the file of the last import. Its path, or null without rows. */
  publish(): Promise<string | null>;
  /** Call in the end, also after an error: removes temporary files. */
  close(): Promise<void>;
}

export function rejectedPathOf(path: string): string {
  const { dir, name, base, ext } = parse(path);
  return join(dir, `${ext.toLowerCase() === ".csv" ? name : base}.rejected.csv`);
}

export function createRejectedFile(path: string, header: readonly string[]): RejectedFile {
  const partialPath = `${path}.${process.pid}.partial`;
  let spool: FileHandle | null = null;
  let pending: string[][] = [];

  const flush = async () => {
    if (pending.length === 0) return;
    spool ??= await openUnlinkedFile();
    await spool.appendFile(stringify(pending), "latin1");
    pending = [];
  };
  return {
    async add({ line, cells }, reason) {
      if (spool === null && pending.length === 0) pending.push([...header, "line", "reason"]);
      pending.push([
        ...header.map((_, index) => cells[index] ?? ""),
        String(line),
        Buffer.from(reason).toString("latin1"),
      ]);
      if (pending.length >= 500) await flush();
    },
    async prepare() {
      const found = await stat(path).catch(() => null);
      if (found !== null && !found.isFile()) {
        throw new InvalidInput([
          `${path}: this is where the rejected rows belong, and it is no file`,
        ]);
      }
      await flush();
      try {
        if (spool !== null) {
          const rows = spool.createReadStream({ start: 0, autoClose: false });
          await pipeline(rows, createWriteStream(partialPath));
        } else if (found !== null && found.size > 0) {
          await access(dirname(path), constants.W_OK);
        }
      } catch (error) {
        throw cannotWrite(path, spool !== null, error);
      }
    },
    async publish() {
      if (spool === null) {
        // `prepare` made sure that rows of an earlier import can be removed; an empty file may stay.
        await rm(path, { force: true }).catch(() => undefined);
        return null;
      }
      await rename(partialPath, path);
      return path;
    },
    async close() {
      await spool?.close();
      // A failure here would hide the error that ended the import.
      await rm(partialPath, { force: true }).catch(() => undefined);
    },
  };
}

function cannotWrite(path: string, hasRows: boolean, error: unknown): InvalidInput {
  const reason = error instanceof Error ? error.message : String(error);
  const what = hasRows
    ? "rejected rows were to go there"
    : "the rejected rows of an earlier import are there and cannot be removed";
  return new InvalidInput([`${path}: ${what}, and nothing of this file was kept: ${reason}`]);
}

/** A temporary file without a name: the system removes it when the process ends. */
async function openUnlinkedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-")).catch((error: Error) => {
    const what = "rejected rows wait in a folder there, and nothing of this file was kept";
    throw new InvalidInput([`TMPDIR: ${what}: ${error.message}`]);
  });
  try {
    return await open(join(folder, "rejected"), "wx+");
  } finally {
    await rm(folder, { recursive: true });
  }
}
