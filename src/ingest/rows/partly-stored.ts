import { isConflict } from "../../database/client/retry-conflicts.ts";
import {
  hasSqlState,
  readOnlyTransaction,
  serverDiskFull,
} from "../../database/client/sql-state.ts";
import { fullDiskOf } from "../../system/full-disk.ts";
import { InvalidInput, UnusableFile } from "../invalid-input.ts";

/** Thrown if the database or a disk failed and importing the file again completes it. Rows that were stored stay. */
export class PartlyStored extends Error {
  constructor(file: string, rows: number, cause: unknown) {
    super(rows === 0 ? `${describeStored(file, 0)}; import it again` : describeStored(file, rows), {
      cause,
    });
    this.name = "PartlyStored";
  }
}

/** Adds the number of rows that stay in the database to the error of an import. */
export function withRowsStored(error: unknown, file: string, rows: number): unknown {
  if (error instanceof InvalidInput) {
    const issues = [...error.issues, describeStored(file, rows)];
    if (!(error instanceof UnusableFile)) return new InvalidInput(issues);
    return rows === 0 ? error : new UnusableFile(issues);
  }
  return rows === 0 && !isConflict(error) && !isOfDisk(error)
    ? error
    : new PartlyStored(file, rows, error);
}

/** True if a disk is full: one of this machine, of the embedded database, or of the server. */
function isOfDisk(error: unknown): boolean {
  return (
    fullDiskOf(error) !== undefined ||
    hasSqlState(error, readOnlyTransaction) ||
    hasSqlState(error, serverDiskFull)
  );
}

function describeStored(file: string, rows: number): string {
  if (rows === 0) return `${file}: nothing of this file is kept`;
  const count = rows === 1 ? "1 row of it is" : `${rows.toLocaleString("en")} rows of it are`;
  return `${file}: ${count} stored; importing it again completes it`;
}
