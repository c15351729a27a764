/*
 * Status `T` is an open transaction: it can still read, but no longer write. Example: an import fills the disk; its
 * next statement is refused, and its transaction is rolled back.
 */

import { statfsSync } from "node:fs";
import { queryMessage } from "./wire-protocol.ts";

/**
 * Allows the backend to write only while its disk has space. To be called before each message, with its last status.
 */
export function createFullDiskGuard(
  disk: Disk,
  send: (message: Buffer) => Promise<unknown>,
): (status: "I" | "T") => Promise<void> {
  let canWrite = true;
  return async (status) => {
    const hasRoom = disk.hasRoom();
    if (status === "T") {
      if (!hasRoom) await send(transactionReadOnly);
      return;
    }
    if (hasRoom === canWrite) return;
    await send(hasRoom ? sessionReadWrite : sessionReadOnly);
    canWrite = hasRoom;
    disk.onChange(hasRoom);
  };
}

export interface Disk {
  /** True if more space is free than statements may need. */
  hasRoom(): boolean;
  /** Called when the database becomes read-only (false), and when it can write again (true). */
  onChange(hasRoom: boolean): void;
}

/** The disk of a folder. Changes are warnings of this process. */
export function diskOf(folder: string): Disk {
  return {
    hasRoom() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize >= reserveBytes;
    },
    onChange(hasRoom) {
      const state = hasRoom
        ? "has space again"
        : "has less than 64 MB left: the embedded database only reads until there is more";
      process.emitWarning(`The disk of ${folder} ${state}`);
    },
  };
}

/** PGlite loops without end if it cannot create its next file of 16 MB. A statement writes a few of them at most. */
const reserveBytes = 64 * 1024 * 1024;

/** Every transaction begins with this setting. */
const sessionReadOnly = queryMessage("SET default_transaction_read_only = on");
const sessionReadWrite = queryMessage("SET default_transaction_read_only = off");
const transactionReadOnly = queryMessage("SET TRANSACTION READ ONLY");
