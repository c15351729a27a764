import { chmodSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { DatabasePaths } from "./data-directory.ts";
import { openFiles } from "./database-files.ts";
import { diskOf } from "./full-disk.ts";
import { createSessionQueue } from "./session-queue.ts";
import { openWireServer } from "./wire-server.ts";

/*
 * The worker thread that runs the database for the owner. It posts one message when the database answers, and expects
 * one: how many milliseconds it may wait for others before it ends. Every failure ends the thread with the error, so a
 * thread that runs always answers.
 */
const { filesPath, socketPath } = workerData as DatabasePaths;
const server = await openWireServer(socketPath);
if (process.platform !== "win32") chmodSync(socketPath, 0o600);
const database = await openFiles(filesPath);
const fail = (error: unknown) => {
  setImmediate(() => {
    throw error;
  });
};
const queue = await createSessionQueue(database, fail, diskOf(filesPath));
server.serve(queue);
parentPort?.once("message", (othersMilliseconds: number) => void close(othersMilliseconds));
parentPort?.postMessage("ready");

async function close(othersMilliseconds: number): Promise<void> {
  await Promise.race([othersAreDone(), delay(othersMilliseconds)]);
  await server.close();
  await queue.stop();
  await database.exec("CHECKPOINT");
  await database.close();
  process.exit(0);
}

/**
 * Resolves when no client has a statement or a transaction in progress. A command pauses only briefly between two
 * statements, so all clients must pause for a while. A busy server never pauses: after five seconds, the first moment
 * without a statement and a transaction is enough.
 */
async function othersAreDone(): Promise<void> {
  const pauseRequiredUntil = performance.now() + 5000;
  let before = -1;
  while (server.connections > 0 && before !== queue.received) {
    await queue.idle();
    if (performance.now() > pauseRequiredUntil) return;
    before = queue.received;
    await delay(pauseMilliseconds);
  }
}

const pauseMilliseconds = 250;
