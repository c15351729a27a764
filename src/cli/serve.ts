import { once } from "node:events";
import { createFolderStore } from "#audio/folder-store.ts";
import type { Config } from "#config.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { openDatabase } from "#database/client/open-database.ts";
import { addressToTry } from "#demo/address-to-try.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { createLastLog, createLog, type Log } from "#log.ts";
import { startMaintenance } from "#server/background-jobs.ts";
import { type Gateway, startGateway } from "#server/start.ts";
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
    const maintenance = startMaintenance({
      db,
      store,
      log,
      clock: () => Date.now() as Instant,
      clearsUp: database.kind === "embedded",
    });
    try {
      console.log(`public ${gateway.publicUrl}`);
      console.log(`internal ${gateway.internalUrl}`);
      if (tour !== null) await show(tour, config, gateway);
      const signal = await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
      log.info({ signal: signal[0] }, "stopping");
    } finally {
      await Promise.all([gateway.stop(), maintenance.stop()]);
    }
  } finally {
    await database.close();
    endByForce(await createLastLog(config.log));
  }
}

/**
 * Ends a process that does not end by itself: one that waits for a file system or a name server that does
 * not answer, maybe for ever. The runtime's own way out waits for them, too.
 */
function endByForce(log: Log): void {
  const end = () => {
    log.error("a file system or a name server has not answered yet; ending by force");
    process.kill(process.pid, "SIGKILL");
  };
  setTimeout(end, patienceMilliseconds).unref();
}

const patienceMilliseconds = 1000;

/** What a person may try next. */
async function show(tour: Tour, config: Config, gateway: Gateway): Promise<void> {
  const { port } = new URL(gateway.publicUrl);
  console.log(await tour(addressToTry(config.public.host, port)));
}
