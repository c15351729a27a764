/** Rows that are not kept: their count, the file they were written to if any, or why they could not be. */
export interface RejectedRows {
  readonly count: number;
  readonly path: string | null;
  readonly failure: Error | null;
}

/** Thrown where a file is complete in the database and not all of it could be stored now. */
export class StoredLater extends Error {
  constructor(file: string, rejected: RejectedRows, cause: unknown) {
    const kept = `${file}: all of its good rows are kept; a later command or \`acoustic serve\` stores the rest`;
    super(`${kept}${describeRejected(rejected)}`, { cause });
    this.name = "StoredLater";
  }
}

function describeRejected({ count, path, failure }: RejectedRows): string {
  if (count === 0) return "";
  const rows =
    count === 1 ? "1 row is rejected" : `${count.toLocaleString("en")} rows are rejected`;
  if (path === null) return `. ${rows}`;
  return failure === null
    ? `. ${rows}, with line and reason in ${path}`
    : `. ${rows}, and ${path} could not be written: ${failure.message}`;
}
