import { sql } from "drizzle-orm";
import { arrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";

/** Locks end with their transaction. Those of `shared` do not wait for one another, only for an exclusive one. */
export type LockMode = "shared" | "exclusive";

/**
 * Locks sensors. Imports of samples share the lock; a removal of samples takes it exclusively, because an import writes
 * rows that are derived from all samples of a sensor. On Citus, a lock of the row of a sensor is one of all sensors.
 */
export async function lockSensors(
  db: Queryable,
  sensorNos: readonly number[],
  mode: LockMode,
): Promise<void> {
  const locks = [...new Set(sensorNos.map(lockOf))].toSorted((left, right) => left - right);
  if (locks.length === 0) return;
  await db.execute(sql`select ${advisoryLock[mode]}(${sensorLocks}::integer, number)
    from unnest(${arrayLiteral(locks)}::integer[]) number`);
}

/** The server has room for some thousand locks, so beyond 256 sensors, several share one. */
function lockOf(sensorNo: number): number {
  return sensorNo % 256;
}

/**
 * To be called first in the transaction of an import. Imports share the lock. One that has met others in a deadlock,
 * again and again, takes it exclusively: it waits until they end, and then they wait.
 */
export async function lockImports(db: Queryable, mode: LockMode): Promise<void> {
  await db.execute(sql`select ${advisoryLock[mode]}(${importLock})`);
}

const advisoryLock = {
  shared: sql.raw("pg_advisory_xact_lock_shared"),
  exclusive: sql.raw("pg_advisory_xact_lock"),
};

/** Arbitrary numbers that no other code locks. */
const sensorLocks = 470_219_366;
const importLock = 4_702_193_655;
