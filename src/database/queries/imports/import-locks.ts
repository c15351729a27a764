import { sql } from "drizzle-orm";
import { arrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import type { ImportKind } from "./import-counts.ts";

/** Locks end with their transaction. Those of `shared` do not wait for one another, only for an exclusive one. */
export type LockMode = "shared" | "exclusive";

/**
 * Locks the sensors of an import, first in its transaction. Imports share the lock. One that has met others in a
 * deadlock, again and again, takes it exclusively: it waits until those of its sensors end, and then they wait.
 */
export function lockImport(
  db: Queryable,
  kind: ImportKind,
  sensorNos: readonly number[],
  mode: LockMode,
): Promise<void> {
  // Samples write exclusions, too. Classifications meet neither.
  const locks = kind === "classifications" ? classificationLocks : sampleLocks;
  return lockNumbers(db, locks, sensorNos, mode);
}

/**
 * Locks sensors against imports of samples, because an import writes rows that are derived from all samples of a
 * sensor. On Citus, a lock of the row of a sensor is one of all sensors.
 */
export function lockSensors(db: Queryable, sensorNos: readonly number[]): Promise<void> {
  return lockNumbers(db, sampleLocks, sensorNos, "exclusive");
}

async function lockNumbers(
  db: Queryable,
  space: number,
  sensorNos: readonly number[],
  mode: LockMode,
): Promise<void> {
  // The same order everywhere, so that these locks are no deadlock.
  const locks = [...new Set(sensorNos.map(lockOf))].toSorted((left, right) => left - right);
  if (locks.length === 0) return;
  await db.execute(sql`select ${advisoryLock[mode]}(${space}::integer, number)
    from unnest(${arrayLiteral(locks)}::integer[]) number`);
}

/** The server has room for some thousand locks, so beyond 256 sensors, several share one. */
function lockOf(sensorNo: number): number {
  return sensorNo % 256;
}

const advisoryLock = {
  shared: sql.raw("pg_advisory_xact_lock_shared"),
  exclusive: sql.raw("pg_advisory_xact_lock"),
};

/** Arbitrary numbers that no other code locks. */
const sampleLocks = 470_219_366;
const classificationLocks = 470_219_367;
