import { appendFileSync, openSync, readFileSync, readSync, truncateSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded with `--import` into each thread of a process whose pauses are measured. It reads files of Linux. The long
 * turns of the event loop are written to a file for each kind of thread, in milliseconds of processor time, with at
 * most ten milliseconds of other turns: other processes do not lengthen them.
 */

export type ThreadKind = "main" | "worker";

/** Shorter turns are not written. */
const shortestTurn = 5;

/** The variable with the beginning of the files' names. */
export const turnsVariable = "BENCH_TURNS";

/** The longest turn since the previous call; 0 if none was long. */
export function takeLongestTurn(prefix: string, thread: ThreadKind): number {
  const file = `${prefix}.${thread}`;
  const turns = readFileSync(file, { encoding: "utf8", flag: "a+" }).split("\n");
  truncateSync(file);
  return Math.max(...turns.map(Number));
}

const prefix = process.env[turnsVariable];
if (prefix !== undefined) noteTurns(`${prefix}.${isMainThread ? "main" : "worker"}`);

function noteTurns(file: string): void {
  const schedstat = openSync("/proc/thread-self/schedstat", "r");
  const bytes = Buffer.alloc(64);
  const threadTime = () =>
    Number.parseInt(bytes.toString("latin1", 0, readSync(schedstat, bytes, 0, 64, 0)), 10) / 1e6;
  let before = threadTime();
  // A long turn delays this timer.
  setInterval(() => {
    const now = threadTime();
    if (now - before >= shortestTurn) appendFileSync(file, `${now - before}\n`);
    before = now;
  }, 10).unref();
}
