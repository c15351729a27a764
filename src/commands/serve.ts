import { once } from "node:events";
import { createFolderStore } from "#audio/folder-store.ts";
import type { Config } from "#config.ts";
import { applyMigrations } from "#database/migrate.ts";
import { openDatabase } from "#database/open.ts";
import { addressToTry } from "#demo/address-to-try.ts";
import type { Instant } from "#domain/instant.ts";
import { createLastLog, createLog, type Log } from "#log.ts";
import { startMaintenance } from "#maintenance/start-maintenance.ts";
import { type Gateway, startGateway } from "#server.ts";
import { prepareDemonstration, type Tour } from "./start-demonstration.ts";

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
    const tour = demoIfEmpty ? await prepareDemonstration(database, store) : null;
    const { db } = database;
    const gateway = await startGateway({ config, db, store, log });
    const maintenance = startMaintenance({ db, store, log, clock: () => Date.now() as Instant });
    console.log(`public ${gateway.publicUrl}`);
    console.log(`internal ${gateway.internalUrl}`);
    if (tour !== null) await show(tour, config, gateway);
    const signal = await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    log.info({ signal: signal[0] }, "stopping");
    await Promise.all([gateway.stop(), maintenance.stop()]);
  } finally {
    await database.close();
    endByForce(await createLastLog(config.log));
  }
}

/**
 * Ends a process that does not end by itself: one whose file system never answered keeps it for ever, and
 * the runtime's own way out waits for it, too.
 */
function endByForce(log: Log): void {
  const end = () => {
    log.error("the audio store did not let go of its files; ending by force");
    process.kill(process.pid, "SIGKILL");
  };
  setTimeout(end, patienceMilliseconds).unref();
}

const patienceMilliseconds = 1000;

/** What a person may try next. Where that cannot be made ready, nothing is served. */
async function show(tour: Tour, config: Config, gateway: Gateway): Promise<void> {
  const { port } = new URL(gateway.publicUrl);
  try {
    console.log(await tour(addressToTry(config.public.host, port)));
  } catch (error) {
    await gateway.stop();
    throw error;
  }
}
