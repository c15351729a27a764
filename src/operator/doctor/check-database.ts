import { createMigrationCheck, newestKnownMigration } from "../../database/client/migrate.ts";
import type { Queryable } from "../../database/client/pool.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectServerState } from "../../database/queries/maintenance/server-state.ts";
import { selectNewestMigration } from "../../database/queries/maintenance/whole-tables.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { messageOf } from "../../system/error-code.ts";

const database = findingsOf("database");
const migrations = findingsOf("migrations");
const clock = findingsOf("clock");

/** Checks that the database answers, has all migrations, and has the time of this machine. `now` is in milliseconds. */
export async function checkDatabase(
  session: Database,
  db: Queryable,
  now: () => number,
): Promise<{ readonly findings: Finding[]; readonly isUsable: boolean }> {
  const sentAt = now();
  let state: Awaited<ReturnType<typeof selectServerState>>;
  let isMigrated: boolean;
  try {
    // The first statement also connects.
    await selectServerState(session);
    state = await selectServerState(session);
    isMigrated = await createMigrationCheck()(session);
  } catch (error) {
    const text = `it cannot be used: ${messageOf(error)}. Is it running, and DATABASE_URL or DATA_DIR right?`;
    return { findings: [database.failure(text)], isUsable: false };
  }
  const answeredAt = now();
  // The server read its clock at some time between both instants.
  const ahead = Math.max(state.now - answeredAt, sentAt - state.now, 0);
  return {
    findings: [
      database.ok(`PostgreSQL ${state.version} answers`),
      isMigrated
        ? await checkLaterMigrations(db)
        : migrations.failure("some are missing: run `acoustic migrate`"),
      ahead > clockToleranceMilliseconds
        ? clock.warning(
            `the clocks of the database and of this machine differ by ${Math.round(ahead / 1000)} s: keep both in step (NTP)`,
          )
        : clock.ok("the database has the time of this machine"),
    ],
    isUsable: isMigrated,
  };
}

/** Servers of two releases may run together only during an upgrade. */
async function checkLaterMigrations(db: Queryable): Promise<Finding> {
  const newest = (await selectNewestMigration(db)) ?? 0;
  return newest > newestKnownMigration()
    ? migrations.warning(
        "those of a later release are applied as well: run that release, or restore a backup that this one has made into an empty database",
      )
    : migrations.ok("all are applied");
}

const clockToleranceMilliseconds = 5000;
