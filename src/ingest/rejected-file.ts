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
 * and the columns `line` and `reason`. Rows wait in a temporary file without a name, so that nothing
 * is left of an import that is ended on its way; the rejected file appears only whole, and only once
 * the good rows are in.
 */
export interface RejectedFile {
  add(record: CsvRecord, reason: string): Promise<void>;
  /** Before the good rows are committed: does everything that may fail. */
  prepare(): Promise<void>;
  /** After it: puts the new file in the place of the last import's. Its path, or null without rows. */
  publish(): Promise<string | null>;
  /** Leaves nothing temporary behind, in whatever state. */
  close(): Promise<void>;
}

export function rejectedPathOf(path: string): string {
  const { dir, name, base, ext } = parse(path);
  return join(dir, `${ext.toLowerCase() === ".csv" ? name : base}.rejected.csv`);
}

export function createRejectedFile(path: string, header: readonly string[]): RejectedFile {
  const partialPath = `${path}.${process.pid}.partial`;
  let spool: FileHandle | null = null;
  let waiting: string[][] = [];

  const flush = async () => {
    if (waiting.length === 0) return;
    spool ??= await openNamelessFile();
    await spool.appendFile(stringify(waiting), "latin1");
    waiting = [];
  };
  return {
    async add({ line, cells }, reason) {
      if (spool === null && waiting.length === 0) waiting.push([...header, "line", "reason"]);
      waiting.push([
        ...header.map((_, index) => cells[index] ?? ""),
        String(line),
        Buffer.from(reason).toString("latin1"),
      ]);
      if (waiting.length >= 500) await flush();
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
          await pipeline(
            spool.createReadStream({ start: 0, autoClose: false }),
            createWriteStream(partialPath),
          );
        } else if (found !== null && found.size > 0) {
          await access(dirname(path), constants.W_OK);
        }
      } catch (error) {
        throw cannotWrite(path, spool !== null, error);
      }
    },
    async publish() {
      if (spool === null) {
        // An empty one that cannot be removed says nothing that is wrong.
        await rm(path, { force: true }).catch(() => undefined);
        return null;
      }
      await rename(partialPath, path);
      return path;
    },
    async close() {
      await spool?.close();
      // Where it cannot be removed it could not be made: what failed before is what has to be told.
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

/** A file that vanishes with the process, however that ends. */
async function openNamelessFile(): Promise<FileHandle> {
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
