import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Loaded with `--import` into each process that is measured: it answers every message of the benchmark
 * with what it observed since the one before. Both sides of a pair carry it.
 */

/** What was observed in a process. Times are milliseconds. */
export interface Observation {
  /** For which a processor worked for it. */
  readonly cpu: number;
  /** By which timers came too late. */
  readonly loopP50: number;
  readonly loopP99: number;
  readonly loopMax: number;
  /** The most memory that was resident since the process began, in bytes. */
  readonly peakMemory: number;
}

const resolution = 10;
const histogram = monitorEventLoopDelay({ resolution });
histogram.enable();

let cpuBefore = process.cpuUsage();

process.on("message", () => {
  process.send?.(observe());
  histogram.reset();
  cpuBefore = process.cpuUsage();
});
// Nobody else would stop it when the benchmark is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
// What is done ends, whether or not it is still watched.
process.channel?.unref();

function observe(): Observation {
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    cpu: (user + system) / 1000,
    loopP50: delay(histogram.percentile(50)),
    loopP99: delay(histogram.percentile(99)),
    loopMax: delay(histogram.max),
    peakMemory: peakMemory(),
  };
}

/** Linux is asked itself: `maxRSS` begins with what the process had that forked this one. */
function peakMemory(): number {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const kibibytes = /^VmHWM:\s*(?<count>[0-9]+) kB$/m.exec(status)?.groups?.["count"];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Another operating system.
  }
  return process.resourceUsage().maxRSS * 1024;
}
