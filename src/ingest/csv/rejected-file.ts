import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import type { CsvRecord } from "./csv-records.ts";
import { InvalidInput } from "../invalid-input.ts";
import { withoutGz } from "./text-source.ts";
import { hasErrorCode } from "../../system/error-code.ts";

export function rejectedPathOf(path: string): string {
  const { dir, name, base, ext } = parse(withoutGz(path));
  return join(dir, `${ext.toLowerCase() === ".csv" ? name : base}.rejected.csv`);
}

/**
 * Collects the rows of `a.csv` that cannot be imported, for `a.rejected.csv` beside it: the original
 * header and cells, and the columns `line` and `reason`. During the import they are in an unlinked
 * temporary file, so that an import that is killed leaves nothing. The rejected file appears once it
 * is complete and the good rows are committed.
 */
export function createRejectedFile(path: string, header: readonly string[], delimiter: string) {
  // Nobody can foresee this name, and put a link there that would be written through.
  const partialPath = join(dirname(path), `.${randomBytes(12).toString("hex")}.partial`);
  let spool: fs.FileHandle | null = null;
  let pending: string[][] = [];
  let pendingLength = 0;

  const flush = async () => {
    if (pending.length === 0) return;
    spool ??= await openUnlinkedFile();
    await spool.appendFile(stringify(pending, { delimiter }), "latin1");
    pending = [];
    pendingLength = 0;
  };
  return {
    async add({ line, cells }: CsvRecord, reason: string) {
      if (spool === null && pending.length === 0) pending.push([...header, "line", "reason"]);
      pending.push([
        ...header.map((_, index) => cells[index] ?? ""),
        String(line),
        Buffer.from(reason).toString("latin1"),
      ]);
      // A line has up to 16 MiB.
      pendingLength += cells.reduce((length, cell) => length + cell.length, 100);
      if (pendingLength >= 1024 * 1024) await flush();
    },
    /** Call before the first row: steps that are stored cannot be taken back. */
    async check() {
      await findFile(path);
    },
    /** Call before the commit: does everything that may fail. */
    async prepare() {
      const found = await findFile(path);
      await flush();
      try {
        if (spool !== null) {
          // A name that is too long fails here, and not after the commit.
          await fs.lstat(path).catch((error: unknown) => {
            if (!hasErrorCode(error, "ENOENT")) throw error;
          });
          const rows = spool.createReadStream({ start: 0, autoClose: false });
          await pipeline(rows, createWriteStream(partialPath, { flags: "wx" }));
        } else if (found !== null && found.size > 0) {
          await fs.access(dirname(path), fs.constants.W_OK);
        }
      } catch (error) {
        throw cannotWrite(path, spool !== null, error);
      }
    },
    /** Call after the commit: replaces the file of the last import. Its path, or null without rows. */
    async publish(): Promise<string | null> {
      if (spool === null) {
        // `prepare` has checked that rows of an earlier import can be removed; an empty file may stay.
        await fs.rm(path, { force: true }).catch(() => undefined);
        return null;
      }
      await fs.rename(partialPath, path);
      return path;
    },
    /** Call in the end, also after an error: removes temporary files. */
    async close() {
      await spool?.close();
      // A failure here would hide the error that ended the import.
      await fs.rm(partialPath, { force: true }).catch(() => undefined);
    },
  };
}

export type RejectedFile = ReturnType<typeof createRejectedFile>;

/** The first reasons, where rejected rows go to no file. */
export function createRejectedReasons(file: string): RejectedFile & { readonly reasons: string[] } {
  const reasons: string[] = [];
  return {
    reasons,
    async add({ line }, reason) {
      if (reasons.length < greatestReasons) reasons.push(`${file}:${line}: ${reason}`);
    },
    check: async () => undefined,
    prepare: async () => undefined,
    publish: async () => null,
    close: async () => undefined,
  };
}

const greatestReasons = 20;

/** The file of an earlier import, or null. */
async function findFile(path: string) {
  const found = await fs.stat(path).catch(() => null);
  if (found === null || found.isFile()) return found;
  throw new InvalidInput([`${path}: this is where the rejected rows belong, and it is no file`]);
}

function cannotWrite(path: string, hasRows: boolean, error: unknown): InvalidInput {
  const reason = error instanceof Error ? error.message : String(error);
  const what = hasRows
    ? "rejected rows were to go there"
    : "the rejected rows of an earlier import are there and cannot be removed";
  return new InvalidInput([`${path}: ${what}: ${reason}`]);
}

/** A temporary file without a name: the system removes it when the process ends. */
async function openUnlinkedFile(): Promise<fs.FileHandle> {
  const folder = await fs.mkdtemp(join(tmpdir(), "acoustic-")).catch((error: Error) => {
    const what = "rejected rows wait in a folder there";
    throw new InvalidInput([`TMPDIR: ${what}: ${error.message}`]);
  });
  try {
    return await fs.open(join(folder, "rejected"), "wx+");
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}
