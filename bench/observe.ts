import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Loaded into a server with `--import`: answers each message of the benchmark with what it observed
 * since the one before. Both sides of a pair carry it.
 */

/** What was observed in a server. Delays are milliseconds beyond the time a timer was due. */
export interface Observation {
  readonly loopP50: number;
  readonly loopP99: number;
  readonly loopMax: number;
  /** Highest resident memory since the process began, in bytes. */
  readonly peakMemory: number;
}

const resolution = 10;
const histogram = monitorEventLoopDelay({ resolution });
histogram.enable();

process.on("message", () => {
  const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const observation: Observation = {
    loopP50: beyond(histogram.percentile(50)),
    loopP99: beyond(histogram.percentile(99)),
    loopMax: beyond(histogram.max),
    peakMemory: peakMemory(),
  };
  histogram.reset();
  process.send?.(observation);
});
/** The operating system's own high-water mark; `maxRSS` begins with that of the process that forked. */
function peakMemory(): number {
  try {
    const [, kibibytes] =
      /^VmHWM:\s*([0-9]+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

// Listening must not keep a server alive that has been told to end.
process.channel?.unref();
