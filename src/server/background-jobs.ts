import type { Instant } from "#acoustics/time/instant.ts";
import type { AudioStore } from "#audio/audio-store.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import { jobSession } from "#database/client/statement.ts";
import type { Log } from "#log.ts";
import { removeExpired } from "./remove-expired.ts";

export interface BackgroundJobs {
  /** Starts no further run, and waits for the one in progress, at most five seconds: its database or store may be frozen. */
  stop(): Promise<void>;
}

export interface BackgroundJobOptions {
  readonly database: Pick<OpenDatabase, "sessionFor" | "kind">;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock: () => Instant;
  /** Between the end of a run and the next, on average. Default: five minutes. */
  readonly pauseMilliseconds?: number;
  /** How long a stop waits for the run in progress. Default: five seconds. */
  readonly stopMilliseconds?: number;
}

/**
 * Removes what has expired, again and again, for the first time after up to one pause. Pauses have random lengths, so
 * that servers which were started together do not run together. The jobs keep no process alive.
 */
export function startBackgroundJobs(options: BackgroundJobOptions): BackgroundJobs {
  const { database, store, log, clock } = options;
  const { pauseMilliseconds = 5 * 60_000, stopMilliseconds = 5000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const session = database.sessionFor({
    ...jobSession,
    // A stop ends a run between two objects or batches, not in the middle of one.
    signal: new AbortController().signal,
  });
  let inProgress = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const run = async () => {
    try {
      const { storeFailure, ...removed } = await removeExpired({
        database: session,
        store,
        signal,
        now: clock(),
        vacuums: database.kind === "embedded",
      });
      if (Object.values(removed).some((count) => count > 0))
        log.info(removed, "removed what has expired");
      if (storeFailure !== null) {
        log.warn({ cause: storeFailure }, "objects of the audio store could not be removed");
      }
    } catch (cause) {
      if (!signal.aborted) log.warn({ cause }, "what has expired could not be removed");
    }
  };
  const schedule = (least: number, most: number) => {
    if (signal.aborted) return;
    const pause = pauseMilliseconds * (least + (most - least) * Math.random());
    timer = setTimeout(() => {
      inProgress = run().then(() => schedule(0.5, 1.5));
    }, pause).unref();
  };
  schedule(0, 1);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      let deadline: NodeJS.Timeout | undefined;
      const expired = new Promise((resolve) => {
        deadline = setTimeout(resolve, stopMilliseconds);
      });
      await Promise.race([inProgress, expired]);
      clearTimeout(deadline);
    },
  };
}
