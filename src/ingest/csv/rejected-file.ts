import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import { cellsAsReceived, type CsvRecord, type LineFormat } from "./csv-records.ts";
import { InvalidInput } from "../invalid-input.ts";
import { withoutGz } from "./text-source.ts";
import { hasErrorCode } from "../../system/error-code.ts";
import { fullDiskOf, nameFullDisk } from "../../system/full-disk.ts";
import { openUnnamedFile, type UnnamedFile } from "../../system/unnamed-file.ts";

export function rejectedPathOf(path: string): string {
  const { dir, name, base, ext } = parse(withoutGz(path));
  return join(dir, `${ext.toLowerCase() === ".csv" ? name : base}.rejected.csv`);
}

/** Collects the rejected rows of `a.csv` for `a.rejected.csv`: header and cells, and `line` and `reason`. */
export function createRejectedFile(
  path: string,
  header: CsvRecord,
  delimiter: string,
): RejectedFile {
  const names = cellsAsReceived(header, delimiter);
  return createRecordFile(path, {
    what: "rejected rows",
    firstLines: stringify([[...names, "line", "reason"]], { delimiter }),
    delimiter,
    cellsOf: (record, reason) => {
      const cells = cellsAsReceived(record, delimiter);
      return [
        ...names.map((_, index) => cells[index] ?? ""),
        String(record.line),
        Buffer.from(reason).toString("latin1"),
      ];
    },
  });
}

/** Collects rows for a file of the same format, which can be imported later: the lines before the header are empty. */
export function createRemainingFile(
  path: string,
  header: readonly string[],
  { delimiter, skipLines }: LineFormat,
): RejectedFile {
  return createRecordFile(path, {
    what: "rows that wait for their sensors",
    firstLines: "\n".repeat(skipLines) + stringify([header], { delimiter }),
    delimiter,
    cellsOf: ({ cells }) => cells,
  });
}

interface RecordLayout {
  /** The name of the content in messages. */
  readonly what: string;
  readonly firstLines: string;
  readonly delimiter: string;
  cellsOf(record: CsvRecord, reason: string): readonly string[];
}

/**
 * Collects records for a file. During the import they are in an unlinked temporary file, so that a killed import leaves
 * no file. The file appears when it is complete and the good rows are committed.
 */
function createRecordFile(path: string, { what, firstLines, delimiter, cellsOf }: RecordLayout) {
  // An uploader cannot foresee this name and put a link there.
  const partialPath = join(dirname(path), `.${randomBytes(12).toString("hex")}.partial`);
  let spool: UnnamedFile | null = null;
  let pending: (readonly string[])[] = [];
  let pendingLength = 0;

  const flush = async () => {
    if (pending.length === 0) return;
    if (spool === null) {
      spool = await openUnnamedFile().catch((error: Error) => {
        if (fullDiskOf(error) !== undefined) throw error;
        throw new InvalidInput([`TMPDIR: ${what} wait in a file there: ${error.message}`]);
      });
      await spool.append(firstLines, "latin1");
    }
    await spool.append(stringify([...pending], { delimiter }), "latin1");
    pending = [];
    pendingLength = 0;
  };
  return {
    async add(record: CsvRecord, reason: string) {
      pending.push(cellsOf(record, reason));
      // A line has up to 16 MiB.
      pendingLength += record.cells.reduce((length, cell) => length + cell.length, 100);
      if (pendingLength >= 1024 * 1024) await flush();
    },
    /** Call before the first row, because stored steps are not rolled back. */
    async check() {
      await findFile(path, what);
    },
    /** Call before the commit. All steps that may fail are here. */
    async prepare() {
      const found = await findFile(path, what);
      await flush();
      try {
        if (spool !== null) {
          // A name that is too long fails here, and not after the commit.
          await fs.lstat(path).catch((error: unknown) => {
            if (!hasErrorCode(error, "ENOENT")) throw error;
          });
          const rows = spool.handle.createReadStream({ start: 0, autoClose: false });
          await pipeline(rows, createWriteStream(partialPath, { flags: "wx" }));
        } else if (found !== null && found.size > 0) {
          await fs.access(dirname(path), fs.constants.W_OK);
        }
      } catch (error) {
        if (fullDiskOf(error) !== undefined) throw nameFullDisk(path, error);
        throw cannotWrite(path, what, spool !== null, error);
      }
    },
    /** Call after the commit. It replaces the file of the last import. Returns its path, or null without rows. */
    async publish(): Promise<string | null> {
      if (spool === null) {
        // `prepare` has checked that rows of an earlier import can be removed; an empty file may stay.
        await fs.rm(path, { force: true }).catch(() => undefined);
        return null;
      }
      await fs.rename(partialPath, path);
      return path;
    },
    /** Call at the end, also after an error. It removes temporary files. */
    async close() {
      await spool?.close();
      // A failure here would hide the error that ended the import.
      await fs.rm(partialPath, { force: true }).catch(() => undefined);
    },
  };
}

export type RejectedFile = ReturnType<typeof createRecordFile>;

/** The file of an earlier import, or null. */
async function findFile(path: string, what: string) {
  const found = await fs.stat(path).catch(() => null);
  if (found === null || found.isFile()) return found;
  throw new InvalidInput([`${path}: the ${what} go there, and it is no file`]);
}

function cannotWrite(path: string, what: string, hasRows: boolean, error: unknown): InvalidInput {
  const reason = error instanceof Error ? error.message : String(error);
  const issue = hasRows
    ? `the ${what} cannot be written`
    : `the ${what} of an earlier import are there and cannot be removed`;
  return new InvalidInput([`${path}: ${issue}: ${reason}`]);
}
