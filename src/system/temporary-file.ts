import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";

/** Calls `use` with a free name next to a file. A file of that name is removed at the end, also after a signal. */
export async function withTemporaryFile<Result>(
  path: string,
  use: (temporary: string) => Promise<Result>,
): Promise<Result> {
  // Next to the file, because a file cannot be renamed to another disk.
  const temporary = `${path}.${randomBytes(6).toString("hex")}.part`;
  const removeAndEnd = (signal: NodeJS.Signals) => {
    rmSync(temporary, { force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of endingSignals) process.once(signal, removeAndEnd);
  try {
    return await use(temporary);
  } finally {
    for (const signal of endingSignals) process.off(signal, removeAndEnd);
    await rm(temporary, { force: true });
  }
}

const endingSignals = ["SIGINT", "SIGTERM"] as const;
