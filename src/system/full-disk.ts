import { causesOf, hasErrorCode } from "./error-code.ts";

/** A disk, or the quota of its user, has no room for a file. The message names the file: errors of `write` do not. */
class FullDisk extends Error {
  constructor(file: string, cause: Error) {
    super(`${file}: its disk is full: ${cause.message}`, { cause });
    this.name = "FullDisk";
  }
}

/** Runs writes to a file. If its disk is full, the error names the file in the words of its user. */
export async function writeTo<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw nameFullDisk(file, error);
  }
}

/** The error of a write to a file; if its disk is full, with the name of the file. */
export function nameFullDisk(file: string, error: unknown): unknown {
  // A pipeline also throws the errors of what it reads.
  if (fullDiskOf(error) instanceof FullDisk) return error;
  return hasErrorCode(error, ...fullCodes) ? new FullDisk(file, error) : error;
}

/** The error of a full disk inside an error, of which the message names the file; undefined for any other error. */
export function fullDiskOf(error: unknown): Error | undefined {
  const causes = causesOf(error);
  return (
    causes.find((cause) => cause instanceof FullDisk) ??
    causes.find((cause) => hasErrorCode(cause, ...fullCodes))
  );
}

const fullCodes = ["ENOSPC", "EDQUOT"];
