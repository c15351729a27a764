import { existsSync, rmSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { openWireServer } from "./wire-server.ts";
import { createTurns } from "./wire-turns.ts";

/**
 * The thread in which the embedded database runs. It is started only by the holder of the data
 * directory's lock, says "ready" once it answers, and ends itself when told "close". Whatever fails
 * ends the thread with the error: there is no state in which it lives and does not answer.
 */
export interface EmbeddedWorkerData {
  /** The folder of the database's own files. */
  readonly filesPath: string;
  readonly socketPath: string;
}

const { filesPath, socketPath } = workerData as EmbeddedWorkerData;
const server = await openWireServer(socketPath);
const database = await openDatabaseFiles(filesPath);
const turns = await createTurns(database, (error) => {
  setImmediate(() => {
    throw error;
  });
});
server.serve(turns);
parentPort?.once("message", () => void close());
parentPort?.postMessage("ready");

async function close(): Promise<void> {
  await server.close();
  await turns.stop();
  await database.exec("CHECKPOINT");
  await database.close();
  process.exit(0);
}

/**
 * Creating the files takes seconds, and a process killed meanwhile leaves some that look whole. A
 * mark stands beside them until they are; nothing can have been stored before it was taken away.
 */
async function openDatabaseFiles(path: string): Promise<PGlite> {
  const unfinished = `${path}.unfinished`;
  if (existsSync(unfinished)) rmSync(path, { recursive: true, force: true });
  if (!existsSync(path)) writeFileSync(unfinished, "");
  const opened = await PGlite.create({ dataDir: path });
  rmSync(unfinished, { force: true });
  return opened;
}
