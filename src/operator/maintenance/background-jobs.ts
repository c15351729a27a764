import type { Instant } from "../../acoustics/time/instant.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import type { Log } from "../../log.ts";
import { maintain } from "./maintain.ts";
import type { RoundReport } from "./run-round.ts";
import { withDeadline } from "../../system/with-deadline.ts";

export interface BackgroundJobOptions {
  readonly database: Pick<OpenDatabase, "target" | "kind">;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock: () => Instant;
  /** Between the end of a round and the next, on average. Default: five minutes. */
  readonly pauseMilliseconds?: number;
  /** The longest wait of a stop for the round in progress. Default: five seconds. */
  readonly stopMilliseconds?: number;
}

/**
 * Maintains the database round after round. The first begins within five seconds. Pauses have random lengths, so that
 * servers that started together do not work at the same time. The timers do not keep the process running.
 */
export function startBackgroundJobs(options: BackgroundJobOptions) {
  const { database, store, log, clock } = options;
  const { pauseMilliseconds = 5 * 60_000, stopMilliseconds = 5000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let run: ReturnType<typeof maintain> | null = null;
  let inProgress = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const runOnce = async () => {
    try {
      run = maintain({ database, store, now: clock, signal, waits: false });
      const report = await run.report;
      if (report !== null) logRound(log, report);
    } catch (cause) {
      if (!signal.aborted) log.warn({ cause }, "the database could not be maintained");
    }
  };
  const schedule = (pause: number) => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      inProgress = runOnce().then(() => schedule(pauseMilliseconds * (0.5 + Math.random())));
    }, pause).unref();
  };
  schedule(Math.min(pauseMilliseconds, firstPauseMilliseconds) * Math.random());
  return {
    /** Starts no further round, and waits five seconds at most for the one in progress: its database may be frozen. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      const outcome = await withDeadline(inProgress, stopMilliseconds, "expired");
      if (outcome === "expired") await run?.abandon();
    },
  };
}

const firstPauseMilliseconds = 5000;

function logRound(log: Log, { expired, past, compacted, failures }: RoundReport): void {
  const removed = {
    recordings: (expired?.recordings ?? 0) + (past?.recordings ?? 0),
    leases: expired?.leases ?? 0,
    objects: expired?.objects ?? 0,
    samples: past?.samples ?? 0,
  };
  const partitions = past?.dropped ?? [];
  if (Object.values(removed).some((count) => count > 0) || partitions.length > 0) {
    log.info({ ...removed, partitions }, "removed what has expired or is past its retention");
  }
  if (compacted.length > 0) log.info({ partitions: compacted }, "compacted past months");
  const cause = expired?.storeFailure ?? null;
  if (cause !== null) log.warn({ cause }, "objects of the audio store could not be removed");
  for (const failure of failures) {
    log.warn({ cause: failure.cause }, `maintenance failed ${failure.work}`);
  }
}
