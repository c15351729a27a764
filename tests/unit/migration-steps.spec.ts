import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "playwright/test";
import { changedTables, migrationSteps } from "#database/client/migration-steps.ts";
import { packageFile } from "#package-files.ts";

const migrations = readMigrationFiles({ migrationsFolder: packageFile("src/database/migrations") });

test("what fills tables from stored samples has a transaction of its own", () => {
  const [tables, filled] = migrationSteps(migrations);
  expect([tables?.length, filled?.length]).toEqual([13, 1]);
  expect(migrationSteps(migrations).flat()).toEqual(migrations);
});

test("tables are locked in one order, also those that are only referred to", () => {
  expect(changedTables(migrations.slice(7, 13))).toEqual([
    "projects",
    "sensors",
    "api_keys",
    "samples",
    "sensor_latest",
    "staged_imports",
    "staged_batches",
    "samples_stored",
  ]);
  const migration = (...sql: string[]) => ({ sql, bps: true, folderMillis: 0, hash: "" });
  expect(
    changedTables([
      migration('CREATE INDEX "a" ON "samples" USING btree ("datetime");'),
      migration('drop table "unknown"', 'alter table "sensors" drop column "x"'),
    ]),
  ).toEqual(["sensors", "samples", "unknown"]);
  expect(changedTables(migrationSteps(migrations)[1] ?? [])).toEqual([]);
});
