/*
 * On Linux the owner is the process that listens on the socket in the folder `lock`; README.md has the protocol and its
 * proof. On BSD, macOS and Windows, the owner has opened a file with an exclusive lock: a socket does not prove a
 * running process there, because BSD refuses connections while the queue of a listener is full.
 */

import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, mkdtemp, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { shortPath } from "./data-directory.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Acquires the right to open the database files in a folder, which must exist. One process at a time has it, on one
 * machine, across containers, until it ends. Null while another process, or another caller in this process, has the
 * right.
 */
export function acquireLock(directory: string): Promise<OwnershipLock | null> {
  const flag = exclusiveOpenFlags[process.platform];
  return flag === undefined
    ? acquireBySocket(directory)
    : acquireByFile(join(directory, "lock-file"), flag);
}

export interface OwnershipLock {
  /** Call when the files are closed. */
  release(): Promise<void>;
}

async function acquireBySocket(directory: string): Promise<OwnershipLock | null> {
  const lock = join(directory, "lock");
  if (await removeDeadSockets(lock)) return null;
  const candidate = await createCandidate(directory);
  try {
    await candidate.publish(lock);
  } catch (error) {
    await candidate.withdraw();
    // Another process was faster, or its clean-up has removed this candidate's folder.
    if (hasErrorCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) return null;
    throw error;
  }
  await removeDeadCandidates(directory);
  return { release: () => candidate.withdraw() };
}

interface Candidate {
  /** Becomes the owner: atomic, and fails with ENOTEMPTY if there is an owner. */
  publish(lock: string): Promise<void>;
  withdraw(): Promise<void>;
}

/** A listening socket in a folder of its own, ready to be renamed to `lock`. */
async function createCandidate(directory: string): Promise<Candidate> {
  let folder = await mkdtemp(join(directory, candidatePrefix));
  const socketPath = `${folder}.s`;
  // Random: the name of a process that has ended is never used again.
  const name = randomBytes(6).toString("base64url");
  const server = createServer((socket) => socket.destroy());
  // Does not keep the process running.
  server.unref();
  return {
    async publish(lock) {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(shortPath(socketPath), resolve);
      });
      // A connection that cannot be accepted does not change the lock.
      server.on("error", () => undefined);
      await chmod(socketPath, 0o600);
      // From here on the socket is in a folder, and it has been listening before.
      await rename(socketPath, join(folder, name));
      await rename(folder, lock);
      folder = lock;
    },
    async withdraw() {
      await new Promise((resolve) => server.close(resolve));
      await rm(join(folder, name), { force: true });
      await rmdir(folder).catch(ignoreLostRace);
    },
  };
}

const candidatePrefix = "lock-";

/** True if a folder contains a socket with a listener; the other sockets are removed. */
async function removeDeadSockets(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
  const states = await Promise.all(names.map((name) => isListening(join(folder, name))));
  const dead = names.filter((_, index) => states[index] === false);
  await Promise.all(dead.map((name) => rm(join(folder, name), { force: true })));
  return dead.length < names.length;
}

/** Removes the remains of processes that were killed between the steps of `publish`. */
async function removeDeadCandidates(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.name.startsWith(candidatePrefix)) continue;
    const path = join(directory, entry.name);
    if (entry.isSocket()) {
      if (!(await isListening(path))) await rm(path, { force: true });
    } else if (!(await removeDeadSockets(path))) {
      await rmdir(path).catch(ignoreLostRace);
    }
  }
}

/** False only if no process can listen. A full queue (EAGAIN) or a closing listener (ECONNRESET) is alive. */
function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: shortPath(socketPath) });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => {
      if (hasErrorCode(error, "ECONNREFUSED", "ENOENT")) resolve(false);
      else if (hasErrorCode(error, "EAGAIN", "ECONNRESET")) resolve(true);
      else reject(error);
    });
  });
}

/** O_EXLOCK of BSD and macOS, UV_FS_O_EXLOCK (no sharing) of libuv on Windows. Node names neither. */
const exclusiveOpenFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20,
  freebsd: 0x20,
  netbsd: 0x20,
  openbsd: 0x20,
  win32: 0x10000000,
};

async function acquireByFile(path: string, exclusive: number): Promise<OwnershipLock | null> {
  const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  try {
    const file = await open(path, O_RDWR | O_CREAT | O_NONBLOCK | exclusive, 0o600);
    return { release: () => file.close() };
  } catch (error) {
    if (hasErrorCode(error, "EAGAIN", "EWOULDBLOCK", "EBUSY")) return null;
    throw error;
  }
}

/** The folder belongs to another owner, or was removed by its clean-up. */
function ignoreLostRace(error: unknown): void {
  if (!hasErrorCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
}
