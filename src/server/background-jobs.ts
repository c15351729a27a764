import type { AudioStore } from "#audio/audio-store.ts";
import type { Database } from "#database/client/pool.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Log } from "#log.ts";
import { runMaintenance } from "./run-maintenance.ts";

export interface Maintenance {
  /**
   * Begins no other round, and resolves once the one under way has come to a stop, or its time is up:
   * the database or the store that it waits for may have frozen.
   */
  stop(): Promise<void>;
}

export interface MaintenanceOptions {
  readonly db: Database;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock: () => Instant;
  /** As of a round. */
  readonly clearsUp?: boolean;
  /** Between the end of a round and the next, on average. Default: five minutes. */
  readonly pauseMilliseconds?: number;
  /** How long a stop waits for the round under way. Default: five seconds. */
  readonly patienceMilliseconds?: number;
}

/**
 * Runs maintenance again and again, first after up to one pause. Pauses are of chance length, so that
 * servers that were started together do not stay together. Keeps no process alive.
 */
export function startMaintenance({
  db,
  store,
  log,
  clock,
  clearsUp = false,
  pauseMilliseconds = 5 * 60_000,
  patienceMilliseconds = 5000,
}: MaintenanceOptions): Maintenance {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const round = async () => {
    try {
      const { storeFailure, ...removed } = await runMaintenance({
        db,
        store,
        now: clock(),
        signal: stopping.signal,
        clearsUp,
      });
      if (Object.values(removed).some((count) => count > 0)) {
        log.info(removed, "removed what was past its time");
      }
      if (storeFailure !== null) {
        log.warn({ cause: storeFailure }, "objects of the audio store could not be removed");
      }
    } catch (cause) {
      log.warn({ cause }, "what is past its time could not be removed");
    }
  };
  const schedule = (least: number, most: number) => {
    if (stopping.signal.aborted) return;
    const pause = pauseMilliseconds * (least + (most - least) * Math.random());
    timer = setTimeout(() => {
      underWay = round().then(() => schedule(0.5, 1.5));
    }, pause).unref();
  };
  schedule(0, 1);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      let patience: NodeJS.Timeout | undefined;
      const isOut = new Promise((resolve) => {
        patience = setTimeout(resolve, patienceMilliseconds);
      });
      await Promise.race([underWay, isOut]);
      clearTimeout(patience);
    },
  };
}
