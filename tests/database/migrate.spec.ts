import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { withOwnDatabase, withServerDatabase } from "../support/own-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const released = readMigrationFiles({ migrationsFolder: packageFile("src/database/migrations") });

/** The migrations, and one that a later release may add. */
function withLater(...statements: string[]): MigrationMeta[] {
  const newest = released.at(-1)?.folderMillis ?? 0;
  return [
    ...released,
    { sql: statements, bps: true, folderMillis: newest + 1, hash: statements.join() },
  ];
}

const twoColumns = withLater(
  'ALTER TABLE "samples" ADD COLUMN "added" smallint;',
  'ALTER TABLE "projects" ADD COLUMN "note" text;',
);

/** The columns that the later migration adds. */
async function addedColumns({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid in ('samples'::regclass, 'projects'::regclass) and attname in ('added', 'note')
    order by attname`);
  return rows.map(({ name }) => name);
}

test("a later migration keeps the rows, and is applied once", async () => {
  await withOwnDatabase("migrated", async (database) => {
    const tenant = await createTenant(database.db);
    await tenant.addSamples([{ second: 1_552_176_000, LAeq: 50 }]);
    for (let times = 0; times < 2; times += 1) {
      await applyMigrations(database.target, { migrations: twoColumns });
    }
    const rows = await database.db.execute(sql`select laeq, added from samples`);
    expect([...rows]).toEqual([{ laeq: 5000, added: null }]);
    expect(await addedColumns(database)).toEqual(["added", "note"]);
  });
});

test("processes that start together migrate once, and none fails", async () => {
  await withServerDatabase("empty", async ({ db, target }) => {
    await Promise.all([1, 2, 3].map(() => applyMigrations(target)));
    const [applied] = await db.execute(
      sql`select count(*)::integer as count from drizzle.__drizzle_migrations`,
    );
    expect(applied).toEqual({ count: released.length });
  });
});

test("a migration that fails leaves nothing behind, and may be run again", async () => {
  await withOwnDatabase("empty", async ({ db, target }) => {
    const tables = async () => {
      const rows = await db.execute<{ name: string }>(sql`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
      return rows.map(({ name }) => name);
    };
    await db.execute(sql`create table unclaimed_objects ()`);
    await expect(applyMigrations(target)).rejects.toThrow();
    expect(await tables()).toEqual(["unclaimed_objects"]);
    await db.execute(sql`drop table unclaimed_objects`);
    await applyMigrations(target);
    expect(await tables()).toContain("samples");
  });
});

test("a migration that does not get its tables gives up, says so, and leaves nothing behind", async () => {
  await withServerDatabase("migrated", async (database) => {
    const options = { migrations: twoColumns };
    await database.db.transaction(async (reader) => {
      await reader.execute(sql`select from samples limit 1`);
      await expect(applyMigrations(database.target, options)).rejects.toThrow(
        "other sessions hold tables that a migration changes",
      );
      expect(await addedColumns(database)).toEqual([]);
    });
    await applyMigrations(database.target, options);
    expect(await addedColumns(database)).toEqual(["added", "note"]);
  });
});
