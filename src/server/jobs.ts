import type { Instant } from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import type { KeyUse } from "../auth/key-use.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import type { Log } from "../log.ts";
import { startBackgroundJobs } from "../operator/maintenance/background-jobs.ts";
import { startRecordingKeyUse } from "./record-key-use.ts";
import { repeat } from "./repeat.ts";
import type { Gateway } from "./start.ts";

export interface JobOptions {
  readonly gateway: Pick<Gateway, "refreshSensors" | "stop">;
  readonly database: OpenDatabase;
  readonly store: AudioStore;
  readonly log: Log;
  readonly keyUse: KeyUse;
}

/**
 * Starts the jobs of a gateway: maintenance, the metrics of each sensor, the last use of keys. The returned function
 * stops them; the last uses of keys are written after the last request.
 */
export function startJobs(options: JobOptions): () => Promise<void> {
  const { gateway, database, store, log, keyUse } = options;
  const keyUseRecorder = startRecordingKeyUse({ database, keyUse, log });
  const maintenance = startBackgroundJobs({
    database,
    store,
    log,
    clock: () => Date.now() as Instant,
  });
  const { refreshSensors } = gateway;
  const sensorMetrics = refreshSensors && repeat(refreshSensors, () => 60_000);
  return async () => {
    await Promise.all([
      gateway.stop().then(() => keyUseRecorder.stop()),
      maintenance.stop(),
      sensorMetrics?.stop(),
    ]);
  };
}
