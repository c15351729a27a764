import { openSync, readFileSync, readSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

/*
 * Loaded with `--import` into each thread of a measured process. The main thread answers every message of the benchmark
 * with what was observed since the previous message. Both sides of a comparison load it.
 */

/** Observations of a process. Times are milliseconds. */
export interface Observation {
  /** Processor time, of user and system together. */
  readonly cpu: number;
  /** Delay of the event loop. */
  readonly loopP50: number;
  readonly loopP99: number;
  readonly loopMax: number;
  /**
   * Processor time of the longest turn of the event loop, with at most ten milliseconds of other turns. Other processes
   * do not lengthen it.
   */
  readonly turnMax: number;
  /** The same of the longest turn of a worker thread; 0 without one. */
  readonly workerTurnMax: number;
  /** The highest resident memory since the process began, in bytes. */
  readonly peakMemory: number;
  /** The resident memory now, in bytes. */
  readonly memory: number;
}

const resolution = 10;
const histogram = monitorEventLoopDelay({ resolution });
histogram.enable();

let cpuBefore = process.cpuUsage();

const threadTime = openThreadTime();
let threadBefore = threadTime();
let turnMax = 0;
// A long turn delays this timer.
setInterval(noteTurn, resolution).unref();

const threads = new BroadcastChannel("acoustic-bench-threads");
/** True since a worker thread was loaded. A gateway that starts one again keeps it true. */
let hasWorker = false;
if (isMainThread) observeProcess();
else observeWorker();

function observeProcess() {
  let pending: ((turnMax: number) => void) | null = null;
  threads.addEventListener("message", (message) => {
    const { data } = message as MessageEvent<WorkerMessage>;
    hasWorker = true;
    if (typeof data === "number") pending?.(data);
  });
  process.on("message", () => {
    noteTurn();
    const send = (workerTurnMax: number) => {
      process.send?.(observe(workerTurnMax));
      histogram.reset();
      turnMax = 0;
      cpuBefore = process.cpuUsage();
    };
    if (!hasWorker) return send(0);
    pending = send;
    threads.postMessage("observe");
  });
  // Nothing else would stop this process after the benchmark has ended.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channels do not keep this process alive.
  process.channel?.unref();
  threads.unref();
}

/** The messages of a worker: it was loaded, and the processor time of its longest turn. */
type WorkerMessage = "loaded" | number;

function observeWorker() {
  threads.addEventListener("message", () => {
    noteTurn();
    threads.postMessage(turnMax satisfies WorkerMessage);
    turnMax = 0;
  });
  threads.unref();
  threads.postMessage("loaded" satisfies WorkerMessage);
}

function observe(workerTurnMax: number): Observation {
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    cpu: (user + system) / 1000,
    loopP50: delay(histogram.percentile(50)),
    loopP99: delay(histogram.percentile(99)),
    loopMax: delay(histogram.max),
    turnMax,
    workerTurnMax,
    peakMemory: peakMemory(),
    memory: process.memoryUsage.rss(),
  };
}

function noteTurn() {
  const now = threadTime();
  turnMax = Math.max(turnMax, now - threadBefore);
  threadBefore = now;
}

/** The function returns the processor time of this thread so far, or of the process if Linux does not report it. */
function openThreadTime(): () => number {
  try {
    const file = openSync("/proc/thread-self/schedstat", "r");
    const bytes = Buffer.alloc(64);
    return () =>
      Number.parseInt(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
  } catch {
    return () => process.cpuUsage().user / 1000;
  }
}

/** Reads it from Linux, because `maxRSS` starts at the value of the parent process. */
function peakMemory(): number {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const kibibytes = /^VmHWM:\s*(?<count>[0-9]+) kB$/m.exec(status)?.groups?.["count"];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // This is another operating system.
  }
  return process.resourceUsage().maxRSS * 1024;
}
