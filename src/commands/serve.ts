import { once } from "node:events";
import type { AudioStore } from "#audio/audio-store.ts";
import { createFolderStore } from "#audio/folder-store.ts";
import type { Config } from "#config.ts";
import { applyMigrations } from "#database/migrate.ts";
import { type OpenDatabase, openDatabase } from "#database/open.ts";
import { hasProjects } from "#database/projects.ts";
import type { Instant } from "#domain/instant.ts";
import { createLog } from "#log.ts";
import { startMaintenance } from "#maintenance/start-maintenance.ts";
import { startGateway } from "#server.ts";

export interface ServeOptions {
  /** Loads the demonstration site where the embedded database holds no project yet. */
  readonly demoIfEmpty: boolean;
}

/**
 * Serves until SIGTERM or SIGINT, then stops gracefully. Prints the two addresses once they answer,
 * a line each. Rejects where the database cannot be reached or an address cannot be listened on.
 */
export async function serve(config: Config, { demoIfEmpty }: ServeOptions): Promise<void> {
  const log = await createLog(config.log);
  const database = await openDatabase(config.database, {
    statementTimeoutMilliseconds: config.database.statementTimeoutMilliseconds,
  });
  try {
    await applyMigrations(database.target);
    const store = createFolderStore(config.audioStore);
    const tour = demoIfEmpty ? await loadDemonstrationIfEmpty(database, store) : null;
    const { db } = database;
    const gateway = await startGateway({ config, db, store, log });
    const maintenance = startMaintenance({ db, store, log, clock: () => Date.now() as Instant });
    console.log(`public ${gateway.publicUrl}`);
    console.log(`internal ${gateway.internalUrl}`);
    if (tour !== null) console.log(tour(gateway.publicUrl));
    const signal = await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    log.info({ signal: signal[0] }, "stopping");
    await Promise.all([gateway.stop(), maintenance.stop()]);
  } finally {
    await database.close();
  }
}

/** Requests to try, once the address is known; null where nothing was loaded. */
async function loadDemonstrationIfEmpty(
  database: OpenDatabase,
  store: AudioStore,
): Promise<((publicUrl: string) => string) | null> {
  if (database.kind !== "embedded" || (await hasProjects(database.db))) return null;
  console.log("Loading the demonstration site: generated measurements, no real ones …");
  const { loadDemonstration } = await import("#demo/load-demonstration.ts");
  const { describeDemonstration } = await import("#demo/describe-demonstration.ts");
  const demonstration = await loadDemonstration(database.db, { now: new Date(), store });
  return (publicUrl) => describeDemonstration(demonstration, publicUrl);
}
