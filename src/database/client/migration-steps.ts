import { getTableName, sql } from "drizzle-orm";
import type { MigrationMeta } from "drizzle-orm/migrator";
import { textArrayLiteral } from "./statement.ts";
import { placements } from "../scale-out/distribute.ts";
import type { Queryable } from "./pool.ts";
import { selectValues } from "./select-value.ts";

/**
 * Locks the tables that migrations change, all of them or none, before their transaction uses a table. Other sessions
 * wait for these milliseconds at most, and for the migrations themselves. Rejects with SQLSTATE 55P03 or 57014.
 */
export async function lockChangedTables(
  transaction: Queryable,
  migrations: readonly MigrationMeta[],
  milliseconds: number,
): Promise<void> {
  const names = await selectExisting(transaction, changedTables(migrations));
  if (names.length === 0) return;
  await transaction.execute(sql.raw(`set local lock_timeout = ${milliseconds}`));
  // `lock_timeout` bounds the wait for each lock, and this bounds the sum.
  await transaction.execute(sql.raw(`set local statement_timeout = ${milliseconds}`));
  const tables = sql.join(names.map(sql.identifier), sql`, `);
  await transaction.execute(sql`lock table ${tables} in access exclusive mode`);
  await transaction.execute(sql`set local statement_timeout = 0`);
}

/** The tables that migrations change, make, or refer to, in the order in which commands write them, others last. */
export function changedTables(migrations: readonly MigrationMeta[]): string[] {
  const statements = migrations.flatMap((migration) => migration.sql);
  const found = new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(changed)].map(([, name = ""]) => name),
    ),
  );
  const others = [...found].filter((name) => !inOrder.includes(name)).toSorted();
  return [...inOrder.filter((name) => found.has(name)), ...others];
}

const changed = /\b(?:alter table|drop table|references|on)\s+(?:"public"\.)?"(\w+)"/gi;

const { everywhere, bySensor, onCoordinator } = placements;
const inOrder: readonly string[] = [...everywhere, ...bySensor, ...onCoordinator].map(getTableName);

function selectExisting(db: Queryable, names: readonly string[]): Promise<string[]> {
  const statement = sql`
    select name as value from unnest(${textArrayLiteral(names)}::text[]) with ordinality as wanted (name, position)
    where to_regclass(quote_ident(name)) is not null order by position`;
  return selectValues(db, statement);
}
