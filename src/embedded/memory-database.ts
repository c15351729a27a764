import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createSessionQueue } from "./session-queue.ts";
import { openWireServer } from "./wire-server.ts";

/**
 * Opens a database in memory, as an archive of `dump` has it; null: an empty one. It runs in the caller's thread.
 * Throws for another archive. A database that breaks down later throws uncaught: its statements would wait for ever.
 */
export async function openInMemory(image: Uint8Array<ArrayBuffer> | null) {
  const socketPath = unusedSocketPath();
  const server = await openWireServer(socketPath);
  // A process that ends without closing leaves no socket either.
  const removeSocket = () => rmSync(socketPath, { force: true });
  if (isFile(socketPath)) process.once("exit", removeSocket);
  const close = async () => {
    await server.close();
    if (isFile(socketPath)) process.off("exit", removeSocket);
  };
  try {
    const database = await PGlite.create({
      // With its type, it is not taken for an archive that is not compressed first.
      ...(image !== null && { loadDataDir: new Blob([image], { type: "application/gzip" }) }),
      postgresqlconf: settings,
      // Segments of the log are files in memory: the first one has its whole length from the start.
      initDbStartParams: ["--wal-segsize=1"],
    });
    const queue = await createSessionQueue(database, throwUncaught, memory);
    server.serve(queue);
    return {
      /** Speaks PostgreSQL's protocol to the user and database `postgres`. */
      socketPath,
      /** The database as `openInMemory` reads it: a compressed archive of its files. */
      dump: async () => new Uint8Array(await (await database.dumpDataDir("gzip")).arrayBuffer()),
      /** Ends the database. Nothing of it remains. */
      async close() {
        await close();
        await queue.stop();
        await database.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Buffers and the log come on top of files that are in memory already. Nothing is recovered after a crash. */
const settings = [
  "shared_buffers=4MB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "full_page_writes=off",
  "max_wal_size=5MB",
  "min_wal_size=2MB",
  "wal_recycle=off",
];

/** Memory that is full ends the process; nothing warns of it. */
const memory = { hasRoom: () => true, onChange: () => undefined };

function throwUncaught(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** On Linux and Windows, a name that is no file. A database in memory holds nothing that others may not read. */
function unusedSocketPath(): string {
  const name = `acoustic-${randomUUID()}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

function isFile(path: string): boolean {
  return path.startsWith("/");
}
