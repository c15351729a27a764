import { queryMessage } from "./wire-messages.ts";

/**
 * Lets the backend of the embedded database write only while its disk has room. Asked between two
 * statements: `T` says that a transaction is open, which then reads on and cannot write any more.
 * Example: an import fills the disk; its next statement is refused, and what it wrote is undone.
 */
export function createAccess(disk: Disk, send: (message: Buffer) => Promise<unknown>): Access {
  let canWrite = true;
  return {
    async settle(status) {
      const hasRoom = disk.hasRoom();
      if (status === "T") {
        if (!hasRoom) await send(readOn);
        return;
      }
      if (hasRoom === canWrite) return;
      await send(hasRoom ? write : read);
      canWrite = hasRoom;
      disk.onChange(hasRoom);
    },
  };
}

export interface Disk {
  /** Whether there is more left than statements may need. */
  hasRoom(): boolean;
  /** Told when the database begins to read only, and when it writes again. */
  onChange(hasRoom: boolean): void;
}

export interface Access {
  /** In the state of the backend, at rest or in a transaction, before its next statement. */
  settle(status: "I" | "T"): Promise<void>;
}

/** Every transaction begins with this setting of the backend. */
const read = queryMessage("SET default_transaction_read_only = on");
const write = queryMessage("SET default_transaction_read_only = off");
const readOn = queryMessage("SET TRANSACTION READ ONLY");
