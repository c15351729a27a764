import { readdir } from "node:fs/promises";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "../support/expect.ts";
import { placements } from "../../src/database/scale-out/distribute.ts";
import { packageFile } from "../../src/system/package-files.ts";

test("every table has a place on Citus", async () => {
  const files = await readdir(packageFile("src/database/tables"));
  const modules = await Promise.all(
    files.map(async (file) => {
      const built = packageFile(`dist/database/tables/${file.replace(/\.ts$/, ".js")}`);
      return (await import(built)) as Record<string, unknown>;
    }),
  );
  const tables = modules.flatMap((module) =>
    Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
  );
  expect(Object.values(placements).flat().map(getTableName).toSorted()).toEqual(
    tables.map(getTableName).toSorted(),
  );
});

test("a table that lies by sensor refers only to tables that are everywhere, and those to ones before them", () => {
  const everywhere: readonly PgTable[] = placements.everywhere;
  const targetsOf = (table: PgTable) =>
    getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
  for (const table of placements.bySensor) {
    expect(everywhere.map(getTableName)).toEqual(expect.arrayContaining(targetsOf(table)));
  }
  for (const [index, table] of everywhere.entries()) {
    const before = everywhere.slice(0, index).map(getTableName);
    expect(before, getTableName(table)).toEqual(expect.arrayContaining(targetsOf(table)));
  }
});
