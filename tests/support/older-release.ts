import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { OpenDatabase } from "#database/client/open-database.ts";
import { packageFile } from "#package-files.ts";

/**
 * Makes the tables of an empty database as an older release had them: with the migrations before `end`, such as
 * `0007`.
 */
export async function makeOlderTables({ db }: OpenDatabase, end: string): Promise<void> {
  const count = Number(end);
  const migrations = readMigrationFiles({
    migrationsFolder: packageFile("src/database/migrations"),
  });
  await db.execute(sql`create schema drizzle`);
  await db.execute(sql`create table drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql: statements, hash, folderMillis } of migrations.slice(0, count)) {
    for (const statement of statements) await db.execute(sql.raw(statement));
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${hash}, ${folderMillis})`);
  }
}

/** Copies the rows of all tables that both databases have, as far as the older one has their columns. */
export async function copyRows(from: OpenDatabase, to: OpenDatabase): Promise<void> {
  for (const table of inOrderOfReferences) {
    const columns = await to.db.execute<{ name: string }>(sql`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} order by ordinal_position`);
    const names = sql.join(
      columns.map(({ name }) => sql.identifier(name)),
      sql`, `,
    );
    const name = sql.identifier(table);
    const [read] = await from.db.execute<{ rows: string | null }>(
      sql`select json_agg(stored)::text as rows from ${name} stored`,
    );
    if (read === undefined || read.rows === null) continue;
    await to.db.execute(sql`insert into ${name} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${name}, ${read.rows}::json)`);
  }
}

const inOrderOfReferences = [
  "classification_models",
  "projects",
  "contracts",
  "holidays",
  "sensors",
  "limit_rules",
  "api_keys",
  "api_key_projects",
  "api_key_sensors",
  "reported_weightings",
  "samples",
  "classifications",
  "recordings",
  "audio_leases",
  "unclaimed_objects",
];
