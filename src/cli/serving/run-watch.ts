import { parseDuration } from "../../acoustics/time/duration.ts";
import { openAudioStore } from "../../audio/open-audio-store.ts";
import { type Config, misspelledNames } from "../../config.ts";
import { isDatabaseUnreachable } from "../../database/client/connection-errors.ts";
import { openDatabase } from "../../database/client/open-database.ts";
import { createStoreRecord } from "../../database/queries/recordings/audio-store.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { createLog } from "../../log.ts";
import { serveWatchMetrics } from "../../server/metrics/watch-metrics.ts";
import { checkDropFolder, runDropFolder } from "./drop-folder.ts";
import { type ExitCode, exitCodes, requireMigrated } from "../program/run-command.ts";

export interface WatchCommandOptions {
  readonly profile?: string;
  readonly once?: boolean;
  readonly settle?: string;
  readonly metricsPort?: string;
}

/** Watches until SIGTERM or SIGINT, or once. */
export async function runWatch(
  config: Config,
  folder: string,
  options: WatchCommandOptions,
): Promise<ExitCode> {
  const { profile = null, once: isOnce = false, settle = "5s", metricsPort } = options;
  const quietMilliseconds = parseDuration(settle, ["ms", "s", "m"]);
  const port = metricsPort === undefined ? null : parsePort(metricsPort);
  const issues = [
    ...(quietMilliseconds === null ? ["--settle: must be a time such as 5s, 500ms or 2m"] : []),
    ...(Number.isNaN(port) ? ["--metrics-port: must be a port from 0 to 65535"] : []),
  ];
  if (quietMilliseconds === null || issues.length > 0) throw new InvalidInput(issues);
  await checkDropFolder({ folder, profile });

  const stopping = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => stopping.abort());
  const log = await createLog(config.log);
  for (const warning of misspelledNames()) log.warn(warning);
  const database = await openDatabase(config.database, { mustExist: true, isServer: !isOnce });
  let metrics: Awaited<ReturnType<typeof serveWatchMetrics>> | null = null;
  let isAnyRejected = false;
  try {
    await requireMigrated(config.database, database).catch((error: unknown) => {
      // Files wait while the server is unreachable.
      if (!isDatabaseUnreachable(error)) throw error;
    });
    if (port !== null) metrics = await serveWatchMetrics({ host: config.internal.host, port });
    if (metrics !== null) console.log(`metrics ${metrics.url}/metrics`);
    const watching = runDropFolder({
      folder,
      profile,
      quietMilliseconds,
      isOnce,
      database,
      log,
      store: await openAudioStore(config.audioStore, createStoreRecord(database)),
      signal: stopping.signal,
      prepare: () => requireMigrated(config.database, database),
      onMoved: (file) => {
        isAnyRejected ||= file.outcome === "rejected" || (file.rows?.rejected ?? 0) > 0;
        metrics?.onMoved(file);
      },
      onRound: (state) => metrics?.onRound(state),
    });
    const { hasFilesLeft } = await Promise.race([watching, database.lost]);
    if (hasFilesLeft && stopping.signal.aborted)
      log.warn("stopped before all files were imported: they are left in the folder");
    if (hasFilesLeft) return exitCodes.unreachable;
    return isOnce && isAnyRejected ? exitCodes.someRowsRejected : exitCodes.done;
  } finally {
    stopping.abort();
    await metrics?.stop();
    await database.close();
  }
}

function parsePort(text: string): number {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : Number.NaN;
}
