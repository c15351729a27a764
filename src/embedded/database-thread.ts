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
 * one: how many milliseconds it may wait for commands before it ends. Every failure ends the thread with the error, so
 * a thread that runs always answers.
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
  await Promise.race([server.commandsEnded(), delay(othersMilliseconds)]);
  await server.close();
  await queue.stop();
  await database.exec("CHECKPOINT");
  await database.close();
  process.exit(0);
}
