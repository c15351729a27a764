import { openSync, readFileSync, readSync } from "node:fs";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

/*
 * Loaded with `--import` into each thread of a measured process. The main thread answers every message of the benchmark
 * with what was observed since the previous message. Both sides of a comparison load it. It reads files of Linux.
 */

/** Observations of a process. Times are milliseconds, and sizes bytes. */
export interface Observation {
  /** Processor time, of user and system together. */
  readonly cpu: number;
  /**
   * Processor time of the longest turn of the event loop, with at most ten milliseconds of other turns. Other processes
   * do not lengthen it.
   */
  readonly turnMax: number;
  /** The same of the longest turn of a worker thread; 0 without one. */
  readonly workerTurnMax: number;
  /** The highest resident memory since the process began: `maxRSS` would start at that of the parent process. */
  readonly peakMemory: number;
  /** The resident memory now. */
  readonly memory: number;
}

let cpuBefore = process.cpuUsage();
const schedstat = openSync("/proc/thread-self/schedstat", "r");
const bytes = Buffer.alloc(64);
let threadBefore = threadTime();
let turnMax = 0;
// A long turn delays this timer.
setInterval(noteTurn, 10).unref();

const threads = new BroadcastChannel("acoustic-bench-threads");
/** True since a worker thread was loaded. A gateway that starts one again keeps it true. */
let hasWorker = false;
if (isMainThread) observeProcess();
else observeWorker();
threads.unref();

function observeProcess() {
  let pending: ((turnMax: number) => void) | null = null;
  threads.addEventListener("message", (message) => {
    const { data } = message as MessageEvent<WorkerMessage>;
    hasWorker = true;
    if (typeof data === "number") pending?.(data);
    // The worker before this one has ended and will not answer.
    else if (pending !== null) threads.postMessage("observe");
  });
  process.on("message", () => {
    noteTurn();
    pending = (workerTurnMax) => {
      pending = null;
      process.send?.(observe(workerTurnMax));
      turnMax = 0;
      cpuBefore = process.cpuUsage();
    };
    if (hasWorker) threads.postMessage("observe");
    else pending(0);
  });
  // Nothing else would stop this process after the benchmark has ended.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel does not keep this process alive.
  process.channel?.unref();
}

/** The messages of a worker: it was loaded, and the processor time of its longest turn. */
type WorkerMessage = "loaded" | number;

function observeWorker() {
  threads.addEventListener("message", () => {
    noteTurn();
    threads.postMessage(turnMax satisfies WorkerMessage);
    turnMax = 0;
  });
  threads.postMessage("loaded" satisfies WorkerMessage);
}

function observe(workerTurnMax: number): Observation {
  const { user, system } = process.cpuUsage(cpuBefore);
  const status = readFileSync("/proc/self/status", "utf8");
  return {
    cpu: (user + system) / 1000,
    turnMax,
    workerTurnMax,
    peakMemory: Number(/^VmHWM:\s*([0-9]+) kB$/m.exec(status)?.[1]) * 1024,
    memory: process.memoryUsage.rss(),
  };
}

function noteTurn() {
  const now = threadTime();
  turnMax = Math.max(turnMax, now - threadBefore);
  threadBefore = now;
}

/** The processor time of this thread so far. */
function threadTime(): number {
  return (
    Number.parseInt(bytes.toString("latin1", 0, readSync(schedstat, bytes, 0, 64, 0)), 10) / 1e6
  );
}
