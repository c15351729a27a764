import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Month, monthOf } from "../../../acoustics/time/calendar-month.ts";
import { analysis } from "../../client/bulk-write.ts";
import { placements } from "../../scale-out/distribute.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { columnCasing } from "../../client/statement.ts";
import { rebuildLatestSample } from "../samples/latest-samples.ts";
import { selectSensorNos } from "../sites/sites.ts";
import { ensureSamplePartitions } from "./sample-partitions.ts";
import { selectValue } from "../../client/select-value.ts";

/** A table, and its columns except those that the database computes. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * The tables that a backup leaves out, with the reason. It has every other table, so a new table cannot be forgotten.
 */
export const tablesLeftOut: ReadonlyMap<string, string> = new Map([
  ["key_requests", "the current minute of each quota"],
  ["compact_partitions", "about the files of this database"],
  ["last_backup", "about the files that back up this database"],
  ["unclaimed_objects", "objects that the store of this database still has to remove"],
  ["sensor_latest", "derived from samples, and derived again"],
  ["reported_weightings", "derived from samples, and derived again"],
]);

/** The table of the id of the store: another database has it only if its recordings stay in that store. */
const storeTable = "audio_store";

/** The tables of a backup, each after those that it refers to. */
export async function selectBackedUpTables(
  db: Queryable,
  { withStore }: { readonly withStore: boolean },
): Promise<TableShape[]> {
  const shapes = await db.execute<{ name: string; columns: string[]; referred: string[] }>(sql`
    select relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(distinct target.relname), '[]') from pg_constraint
        join pg_class target on target.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as referred
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`);
  const carried = shapes.filter(
    ({ name }) => !tablesLeftOut.has(name) && (withStore || name !== storeTable),
  );
  const ordered = new Map<string, TableShape>();
  const add = ({ name, columns, referred }: (typeof carried)[number]) => {
    if (ordered.has(name)) return;
    for (const table of carried) if (referred.includes(table.name)) add(table);
    ordered.set(name, { name, columns });
  };
  for (const table of carried) add(table);
  return [...ordered.values()];
}

/** The columns that this release backs up, by the name of their table. */
export function knownColumns({
  withStore,
}: {
  readonly withStore: boolean;
}): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, ReadonlySet<string>>();
  const casing = new CasingCache(columnCasing);
  for (const table of Object.values<readonly PgTable[]>(placements).flat()) {
    const name = getTableName(table);
    if (tablesLeftOut.has(name) || (name === storeTable && !withStore)) continue;
    const own = Object.values(getTableColumns(table));
    columns.set(name, new Set(own.map((column) => casing.getColumnCasing(column))));
  }
  return columns;
}

export function countRows(db: Queryable, { name }: TableShape): Promise<number> {
  return selectValue(db, sql`select count(*)::float8 as value from ${sql.identifier(name)}`);
}

/** The rows of a table as JSON objects, some at a time. Call it in a transaction, and read it to its end. */
export async function* readRows(
  db: Queryable,
  { name }: TableShape,
): AsyncGenerator<readonly string[]> {
  const cursor = sql.identifier(`rows_of_${name}`);
  // Rows of a table have the names of its columns on Citus, too; rows of a sub-select have not.
  await db.execute(sql`declare ${cursor} no scroll cursor for
    select row_to_json(stored)::text as line from ${sql.identifier(name)} stored`);
  // A site may have megabytes, a row of other tables has some hundred bytes.
  const atOnce = sql.raw(String(name === "site_versions" ? 20 : 1000));
  for (;;) {
    const rows = await db.execute<{ line: string }>(sql`fetch forward ${atOnce} from ${cursor}`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await db.execute(sql`close ${cursor}`);
}

/** Writes rows of `readRows`. Columns that they lack get their defaults. Call it in a transaction. */
export async function insertRows(
  db: Queryable,
  { name, columns }: TableShape,
  lines: readonly string[],
  renameObjects: ObjectNames | null,
): Promise<void> {
  if (name === "samples") await ensureSamplePartitions(db, monthsOf(lines));
  const values = columns.map((column) =>
    name === "recordings" && column === "object_name" && renameObjects !== null
      ? newNameInSql(renameObjects)
      : sql.identifier(column),
  );
  const table = sql.identifier(name);
  await db.execute(sql`
    insert into ${table} (${listOf(columns)}) overriding system value
    select ${sql.join(values, sql`, `)} from json_populate_recordset(null::${table}, ${`[${lines.join(",")}]`}::json)`);
}

/** Objects get new names, half of the SHA-256 of this text and the old name: no object of others is touched. */
export type ObjectNames = string & { readonly __text: "prefix of object names" };

function newNameInSql(names: ObjectNames) {
  return sql`left(encode(sha256(convert_to(${names}::text || object_name, 'UTF8')), 'hex'), 32)`;
}

/** Locks tables against other writers until the transaction ends. Returns the name of one that has rows, or null. */
export async function lockEmptyTables(
  db: Queryable,
  tables: readonly TableShape[],
): Promise<string | null> {
  await db.execute(sql`lock table ${namesOf(tables)} in share row exclusive mode`);
  return selectFilledTable(db, tables);
}

/**
 * The name of a table that has rows, or null. The id of the store does not count: a store may have been set up before.
 */
export async function selectFilledTable(
  db: Queryable,
  tables: readonly TableShape[],
): Promise<string | null> {
  for (const { name } of tables) {
    if (name === storeTable) continue;
    const isFilled = sql`select exists (select 1 from ${sql.identifier(name)}) as value`;
    if (await selectValue<boolean>(db, isFilled)) return name;
  }
  return null;
}

/** Deletes the id of the store if `tables` bring another one: the objects of their recordings stay in that store. */
export async function forgetStore(db: Queryable, tables: readonly TableShape[]): Promise<void> {
  if (tables.some(({ name }) => name === storeTable)) {
    await db.execute(sql`delete from ${sql.identifier(storeTable)}`);
  }
}

/**
 * To be called after all rows, in their transaction: writes derived rows, and advances the sequences past the stored
 * numbers.
 */
export async function finishRows(db: Queryable): Promise<void> {
  for (const sensorNo of (await selectSensorNos(db)).values()) {
    await rebuildLatestSample(db, sensorNo);
  }
  await db.execute(sql`
    insert into reported_weightings (sensor_no, weighting, first_at)
    select sensor_no, weighting, first_at
    from (
      select sensor_no, min(datetime) filter (where laeq is not null) as a,
        min(datetime) filter (where lceq is not null) as c, min(datetime) filter (where lzeq is not null) as z
      from samples group by sensor_no
    ) stored
    cross join lateral (values ('A', a), ('C', c), ('Z', z)) first (weighting, first_at)
    where first_at is not null`);
  const identities = await db.execute<{ table: string; column: string; sequence: string }>(sql`
    select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attidentity <> ''`);
  for (const { table, column, sequence } of identities) {
    await db.execute(sql`select setval(${sequence}::regclass, max(${sql.identifier(column)}))
      from ${sql.identifier(table)} having count(*) > 0`);
  }
}

/** When the newest migration of the database was made; null if it has none. */
export async function selectNewestMigration(db: Queryable): Promise<number | null> {
  const hasTable = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as value`;
  if (!(await selectValue<boolean>(db, hasTable))) return null;
  return selectValue(
    db,
    sql`select max(created_at)::float8 as value from drizzle.__drizzle_migrations`,
  );
}

/** Updates the planner's statistics. Not in a transaction. */
export async function analyzeTables(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
  tables: readonly TableShape[],
): Promise<void> {
  await db.execute(sql`${analysis[kind]} ${namesOf(tables)}`);
}

function monthsOf(lines: readonly string[]): Month[] {
  const months = new Set<Month>();
  for (const line of lines) {
    const [, year, month] = /"datetime":"(\d{4,})-(\d\d)-/.exec(line) ?? [];
    if (month !== undefined) months.add(monthOf(Number(year), Number(month)));
  }
  return [...months];
}

function namesOf(tables: readonly TableShape[]) {
  return listOf(tables.map(({ name }) => name));
}

function listOf(names: readonly string[]) {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
}
