import { createWriteStream } from "node:fs";
import { realpath, rename } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { hasErrorCode } from "../system/error-code.ts";
import { writeTo } from "../system/full-disk.ts";
import { findFolderIssue, statIfPresent } from "../system/output-folder.ts";
import { withTemporaryFile } from "../system/temporary-file.ts";

/**
 * Writes parts to a file, which appears whole or not at all, or, without a file, to standard output. If the reader of
 * standard output closes it, writing ends without an error. Throws `InvalidInput` for a path that is not a regular
 * file, or whose folder is missing.
 */
export async function writeOutput(
  file: string | null,
  parts: AsyncIterable<string | Uint8Array> | readonly string[],
): Promise<void> {
  if (file === null) {
    const { stdout } = process;
    await writeTo("standard output", () =>
      pipeline(Readable.from(parts), stdout, { end: false }),
    ).catch(ignoreClosedPipe);
    return;
  }
  const issue = await findFolderIssue(file);
  if (issue !== null) throw new InvalidInput([issue]);
  const existing = await statIfPresent(file);
  if (existing !== null && !existing.isFile()) {
    throw new InvalidInput([`${file}: cannot be written: it is no regular file`]);
  }
  // A link stays a link.
  const target = await realpath(file).catch(() => file);
  await withTemporaryFile(target, async (temporary) => {
    await writeTo(file, () =>
      pipeline(Readable.from(parts), createWriteStream(temporary, { flags: "wx" })),
    );
    await rename(temporary, target);
  });
}

function ignoreClosedPipe(error: unknown): void {
  if (!hasErrorCode(error, "EPIPE")) throw error;
}
