import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { type Server, createServer } from "node:net";
import { join } from "node:path";

/**
 * The right to open the files of a data directory, which one process at a time can have.
 *
 * The operating system gives it back whenever its holder ends, however it ends, so there is no stale
 * lock to be recognised and none is ever taken from a living holder. It belongs to the folder, not
 * to its spelling: `.data` and `/srv/app/.data` are one lock.
 *
 * Linux: listening on a socket without a file (an "abstract" one), whose name only one can have.
 * Windows: the same with a named pipe. Elsewhere: a file opened with an exclusive lock (O_EXLOCK).
 *
 * Null where another process, or another caller in this one, has it. The folder must exist.
 */
export async function acquireDataDirectoryLock(
  dataDirectory: string,
): Promise<DataDirectoryLock | null> {
  const { dev, ino } = await stat(dataDirectory, { bigint: true });
  switch (process.platform) {
    case "linux":
      return acquireByName(`\0acoustic-data-${dev}-${ino}`);
    case "win32":
      return acquireByName(`\\\\.\\pipe\\acoustic-data-${dev}-${ino}`);
    default:
      return acquireByFile(join(dataDirectory, "lock"));
  }
}

export interface DataDirectoryLock {
  release(): Promise<void>;
}

async function acquireByName(name: string): Promise<DataDirectoryLock | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, name);
  } catch (error) {
    if (isCode(error, ["EADDRINUSE"])) return null;
    throw error;
  }
  // A process that has nothing else to do may end, and with it the lock.
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Of BSD and macOS; Node has no name for it. */
const exclusiveLock = 0x20;

async function acquireByFile(path: string): Promise<DataDirectoryLock | null> {
  const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  try {
    const file = await open(path, O_RDWR | O_CREAT | O_NONBLOCK | exclusiveLock, 0o600);
    return { release: () => file.close() };
  } catch (error) {
    if (isCode(error, ["EAGAIN", "EWOULDBLOCK"])) return null;
    throw error;
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

function isCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => error.code === code);
}
