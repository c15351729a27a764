import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openFiles } from "./database-files.ts";
import { hasRoom } from "./disk-space.ts";
import { openWireServer } from "./wire-server.ts";
import { createTurns } from "./wire-sessions.ts";

/**
 * The thread in which the embedded database runs. It is started only by the holder of the data
 * directory's lock, says "ready" once it answers, "no room" and "room again" where the disk makes it
 * read only or no longer, and ends itself when told how many milliseconds it may wait for what others
 * have under way. Whatever fails ends the thread with the error: there is no state in which it lives
 * and does not answer.
 */
export interface EmbeddedWorkerData {
  /** The folder of the database's own files. */
  readonly filesPath: string;
  readonly socketPath: string;
}

const pauseMilliseconds = 250;
const pausePatienceMilliseconds = 5000;

const { filesPath, socketPath } = workerData as EmbeddedWorkerData;
const server = await openWireServer(socketPath);
const database = await openFiles(filesPath);
const fail = (error: unknown) => {
  setImmediate(() => {
    throw error;
  });
};
const turns = await createTurns(database, fail, {
  hasRoom: () => hasRoom(filesPath),
  onChange: (isRoomy) => {
    parentPort?.postMessage(isRoomy ? "room again" : "no room");
  },
});
server.serve(turns);
parentPort?.once("message", (patience: number) => void close(patience));
parentPort?.postMessage("ready");

/**
 * Resolves when nothing is under way. A command sends its statements one after another, so a short pause
 * of all has to follow; where there is none, because a service is busy, any moment will do in the end.
 */
async function leaveOthers(): Promise<void> {
  const end = performance.now() + pausePatienceMilliseconds;
  let seen = -1;
  while (server.connections > 0 && seen !== turns.taken) {
    await turns.quiet();
    if (performance.now() > end) return;
    seen = turns.taken;
    await delay(pauseMilliseconds);
  }
}

async function close(patienceMilliseconds: number): Promise<void> {
  await Promise.race([leaveOthers(), delay(patienceMilliseconds)]);
  await server.close();
  await turns.stop();
  await database.exec("CHECKPOINT");
  await database.close();
  process.exit(0);
}
