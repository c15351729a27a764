import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createSessionQueue } from "./session-queue.ts";
import { openWireServer } from "./wire-server.ts";

/**
 * Opens a database in memory from an archive of `dump`; null: an empty one. It runs in the caller's thread. Throws for
 * another archive. If the database fails later, the error is thrown uncaught: its statements would never be answered.
 */
export async function openInMemory(image: Uint8Array<ArrayBuffer> | null) {
  const socketPath = unusedSocketPath();
  const server = await openWireServer(socketPath);
  // Also a process that ends without closing leaves no socket.
  const removeSocket = () => rmSync(socketPath, { force: true });
  if (isFile(socketPath)) process.once("exit", removeSocket);
  const close = async () => {
    await server.close();
    if (isFile(socketPath)) process.off("exit", removeSocket);
  };
  try {
    const database = await PGlite.create({
      // Because the blob has a type, PGlite does not first read it as an uncompressed archive.
      ...(image !== null && { loadDataDir: new Blob([image], { type: "application/gzip" }) }),
      postgresqlconf: settings,
      // Segments of the log are files in memory: the first one has its full length at once.
      initDbStartParams: ["--wal-segsize=1"],
    });
    const queue = await createSessionQueue(database, throwUncaught, memory);
    server.serve(queue);
    return {
      /** Speaks PostgreSQL's protocol to the user and database `postgres`. */
      socketPath,
      /** The database in the form that `openInMemory` reads: a compressed archive of its files. */
      dump: async () => new Uint8Array(await (await database.dumpDataDir("gzip")).arrayBuffer()),
      /** Ends the database. No file of it remains. */
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

/** The files are already in memory: buffers and the log need more of it. Nothing is recovered after a crash. */
const settings = [
  "shared_buffers=4MB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "full_page_writes=off",
  "max_wal_size=5MB",
  "min_wal_size=2MB",
  "wal_recycle=off",
];

/** Full memory ends the process without a warning. */
const memory = { hasRoom: () => true, onChange: () => undefined };

function throwUncaught(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** On Linux and Windows, the name is not a file. A database in memory has no secret data. */
function unusedSocketPath(): string {
  const name = `acoustic-${randomUUID()}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

function isFile(path: string): boolean {
  return path.startsWith("/");
}
