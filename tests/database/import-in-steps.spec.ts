import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles } from "../../src/ingest/rows/import-csv.ts";
import { sampleColumns } from "../../src/database/queries/imports/sample-batch.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import { rowsPerStep } from "../../src/ingest/rows/sinks.ts";
import { startCommand } from "../support/command.ts";
import { databaseLimits } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

interface Import {
  readonly database: OpenDatabase;
  readonly path: string;
  readonly sensors: readonly string[];
  run(): Promise<unknown>;
  /** Runs it as a command, beside this process. */
  command(): ReturnType<typeof startCommand>["ended"];
  /** The number of stored samples. */
  stored(): Promise<number>;
  /** Rows that imports have counted, by result. */
  counted(): Promise<Record<string, number>>;
}

const rowsOfSensor = 2000;
const all = 2 * rowsOfSensor;
const first = 1_552_176_000;

/** An embedded database of the test's own, and a file of two sensors for it. */
const test = base.extend<{ import: Import }>({
  import: async ({ dataDirectory }, use) => {
    const database = await openDatabase({ kind: "embedded", dataDirectory, ...databaseLimits });
    const { db } = database;
    const { sensorIds } = await createTenant(db, { sensors: 2 });
    const path = join(dataDirectory, "a.csv");
    const lines = Array.from({ length: rowsOfSensor }, (_, index) => {
      const datetime = new Date((first + index) * 1000).toISOString();
      return sensorIds.map((sensor) => `${sensor},${datetime},60.5,dog\n`).join("");
    });
    await writeFile(path, `sensor_id,datetime,LAeq,classification\n${lines.join("")}`);
    await use({
      database,
      path,
      sensors: sensorIds,
      run: async () => {
        const files = await readCsvFiles(samplesTable, [path]);
        const target = { db, kind: "embedded" } as const;
        for await (const file of importCsvFiles(samplesTable, target, files, () => undefined)) {
          const { inserted, updated, unchanged, rejected } = file;
          return { inserted, updated, unchanged, rejected };
        }
        return null;
      },
      command: () => startCommand(["import", "samples", path], { DATA_DIR: dataDirectory }).ended,
      stored: async () => {
        const [row] = await db.execute<{ count: number }>(
          sql`select count(*)::integer as count from samples`,
        );
        return row?.count ?? -1;
      },
      counted: async () => {
        const rows = await db.execute<{ result: string; rows: number }>(
          sql`select result, rows::integer as rows from import_counts where rows > 0`,
        );
        return Object.fromEntries(rows.map(({ result, rows: count }) => [result, count]));
      },
    });
    await database.close();
  },
});

/** Refuses the step that would make more rows than so many. */
const refuseFrom = (rows: number) =>
  sql.raw(`alter table import_counts add constraint full_disk check (rows <= ${rows})`);
const noRefusal = sql`alter table import_counts drop constraint full_disk`;

test("others read between the steps of an import", async ({ import: file }) => {
  const seen: number[] = [];
  let isDone = false;
  const importing = file.run().finally(() => (isDone = true));
  while (!isDone) seen.push(await file.stored());
  expect(await importing).toEqual({ inserted: all, updated: 0, unchanged: 0, rejected: 0 });
  expect(seen.filter((count) => count > 0 && count < all)).not.toEqual([]);
  expect(seen.filter((count) => count % rowsPerStep !== 0)).toEqual([]);
});

test("an import that fails between its steps keeps what is stored, says how much, and is completed by the next one", async ({
  import: file,
}) => {
  const { db } = file.database;
  await db.execute(refuseFrom(3 * rowsPerStep));
  const refused = await file.command();
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("The database refused the work: new row for relation");
  expect(refused.stderr).toContain(
    `${file.path}: 1,500 rows of it are stored; importing it again completes it`,
  );
  expect(refused.stderr).not.toContain("Nothing is kept");
  expect(await file.stored()).toBe(1500);
  expect(await file.counted()).toEqual({ inserted: 1500 });
  await db.execute(noRefusal);
  const expected = { inserted: all - 1500, updated: 0, unchanged: 1500, rejected: 0 };
  expect(await file.run()).toEqual(expected);
  expect(await file.stored()).toBe(all);
  expect(await file.counted()).toEqual({ inserted: all, unchanged: 1500 });
});

test("an import whose first step fails keeps nothing, and says so", async ({ import: file }) => {
  const { db } = file.database;
  await db.execute(refuseFrom(0));
  const refused = await file.command();
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("The work in progress is not kept.");
  expect(await file.stored()).toBe(0);
});

test("a sensor that is removed under way ends the import, which says how many rows are stored", async ({
  import: file,
}) => {
  const { db } = file.database;
  await db.execute(sql`create function remove_sensor() returns trigger language plpgsql as $body$ begin
    raise foreign_key_violation using message = 'sensors'; end $body$`);
  await db.execute(
    sql.raw(`create trigger removed before insert on samples for each row
      when (extract(epoch from new.datetime) >= ${first + rowsPerStep}) execute function remove_sensor()`),
  );
  const ended = await file.command();
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(
    "a.csv: a sensor of this file was removed while it was being imported",
  );
  expect(ended.stderr).toContain("a.csv: 1,000 rows of it are stored");
});

test("rows that repeat others and rows that are rejected are counted once", async ({
  import: file,
}) => {
  const row = `${file.sensors[0]},${new Date(first * 1000).toISOString()},61,dog\n`;
  await writeFile(file.path, "sensor_id,datetime,LAeq,classification\n" + row.repeat(3));
  await appendFile(file.path, "nobody,2019-03-01T00:00:00Z,60,dog\n");
  const counts = { inserted: 1, unchanged: 2, rejected: 1 };
  expect(await file.run()).toEqual({ ...counts, updated: 0 });
  expect(await file.counted()).toEqual(counts);
});

test("a step touches only the partition of its own month", async ({ import: file }) => {
  const { db } = file.database;
  const [sensor] = await db.execute<{ no: number }>(
    sql`select sensor_no as no from sensors limit 1`,
  );
  const store = (datetime: string) =>
    db.transaction(async (transaction) => {
      const at = { sensorNo: sensor?.no ?? 0, second: Date.parse(datetime) / 1000 };
      const empty = { levels: {}, collectedLimit: null, collectedClassification: null };
      const sample = { ...at, ...empty, exclusions: [], columns: sampleColumns };
      await samplesTable.createWriter(transaction, transaction).write([sample]);
      // A statement locks what it reads or plans to read until the end of the transaction.
      const locked = await transaction.execute<{ name: string }>(sql`
        select relname as name from pg_locks join pg_class on pg_class.oid = relation
        where relname like 'samples\_2%' and relkind = 'r' and mode = 'AccessShareLock'`);
      return locked.map(({ name }) => name);
    });
  await store("2019-02-01T00:00:00Z");
  expect(await store("2019-03-01T00:00:00Z")).toEqual(["samples_2019_03"]);
});
