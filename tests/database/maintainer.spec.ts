import type { AudioStore } from "../../src/audio/audio-store.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { openPool } from "../../src/database/client/pool.ts";
import { becomeMaintainer } from "../../src/database/queries/maintenance/maintainer-lock.ts";
import { maintain } from "../../src/operator/maintenance/maintain.ts";
import { withServerDatabase } from "../support/own-database.ts";
import { expect, test } from "../support/test.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

function round(database: OpenDatabase, store: AudioStore, waits: boolean) {
  const signal = neverAborted;
  const now = () => Date.parse("2026-03-15T12:00:00Z") as Instant;
  return maintain({ database, store, now, signal, waits }).report;
}

test("one process at a time maintains a server's database; a command waits for its turn", async ({
  audioStore,
}) => {
  await withServerDatabase("migrated", async (database) => {
    const other = openPool({
      target: database.target,
      poolMax: 1,
      statementTimeoutMilliseconds: 0,
    });
    expect(await becomeMaintainer(other.db, false)).toBe(true);
    expect(await round(database, audioStore, false)).toBeNull();
    const waiting = round(database, audioStore, true);
    // The lock goes with the connection of the process that has it.
    await other.close();
    expect(await waiting).toMatchObject({ failures: [] });
    expect(await round(database, audioStore, false)).toMatchObject({ failures: [] });
  });
});
