import { mkdirSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type OpenDatabase, openDatabase } from "#database/client/open-database.ts";
import {
  completeStagedImport,
  deleteStagedBatch,
  insertStagedBatch,
  insertStagedImport,
  selectLeftImports,
  selectStagedImport,
} from "#database/queries/staged-imports.ts";
import { importCsvFiles, readCsvFiles } from "#ingest/import-csv.ts";
import { samplesTable } from "#ingest/import-samples.ts";
import type { ReportProgress } from "#ingest/report-progress.ts";
import { finishStagedImports, rowsPerBatch } from "#ingest/staged-import.ts";
import { unpackRows } from "#ingest/staged-rows.ts";
import { storeStagedStep } from "#ingest/store-staged-step.ts";
import { startCommand } from "../support/command.ts";
import { databaseLimits } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";
import { createFinisher, finishImports } from "#cli/finish-imports.ts";
import { expect, test as base } from "../support/test.ts";

interface Import {
  readonly database: OpenDatabase;
  readonly sensors: readonly string[];
  run(report?: ReportProgress, db?: OpenDatabase["db"]): Promise<unknown>;
  /** The number of stored samples. */
  stored(): Promise<number>;
  /** Files and batches that are staged. */
  staged(): Promise<unknown>;
}

const rowsOfSensor = 20_000;
const all = 2 * rowsOfSensor;

/** An embedded database of the test's own, and a file of two sensors for it. */
const test = base.extend<{ import: Import }>({
  import: async ({ dataDirectory }, use) => {
    const database = await openDatabase({ kind: "embedded", dataDirectory, ...databaseLimits });
    const { db } = database;
    const { sensorIds } = await createTenant(db, { sensors: 2 });
    const file = join(dataDirectory, "a.csv");
    const lines = Array.from({ length: rowsOfSensor }, (_, index) => {
      const datetime = new Date((1_552_176_000 + index) * 1000).toISOString();
      return sensorIds.map((sensor) => `${sensor},${datetime},60.5,dog\n`).join("");
    });
    await writeFile(file, `sensor_id,datetime,LAeq,classification\n${lines.join("")}`);
    await use({
      database,
      sensors: sensorIds,
      run: async (report = () => undefined, through = db) => {
        const files = await readCsvFiles(samplesTable, [file]);
        for await (const { inserted, updated, unchanged } of importCsvFiles(
          samplesTable,
          { db: through, kind: "embedded" },
          files,
          report,
        )) {
          return { inserted, updated, unchanged };
        }
        return null;
      },
      stored: async () => {
        const [row] = await db.execute<{ count: number }>(
          sql`select count(*)::integer as count from samples`,
        );
        return row?.count ?? -1;
      },
      staged: async () => {
        const [row] = await db.execute(sql`select
          (select count(*)::integer from staged_imports) as files,
          (select count(*)::integer from staged_batches) as batches`);
        return row;
      },
    });
    await database.close();
  },
});

const broken = new Error("broken off");

/** Breaks off as if the process ended, when all rows are staged. */
const breakOffBeforeStoring: ReportProgress = (_, text) => {
  if (text.endsWith("storing")) throw broken;
};

/** Breaks off as if the process ended, when a share of the rows is stored. */
const breakOffWhileStoring: ReportProgress = (fraction, text) => {
  if (text.endsWith("storing") && fraction > 0.5) throw broken;
};

test("others read between the steps of an import", async ({ import: file }) => {
  const seen: number[] = [];
  let isDone = false;
  const importing = file.run().finally(() => (isDone = true));
  while (!isDone) seen.push(await file.stored());
  expect(await importing).toEqual({ inserted: all, updated: 0, unchanged: 0 });
  expect(seen.filter((count) => count > 0 && count < all)).not.toEqual([]);
  expect(await file.staged()).toEqual({ files: 0, batches: 0 });
});

test("a step ends after the batch in which its time is over, and does nothing while others wait", async ({
  import: file,
}) => {
  const { db } = file.database;
  await expect(file.run(breakOffBeforeStoring)).rejects.toMatchObject({ cause: broken });
  const later = { milliseconds: 0, begunWithin: -1 };
  expect(await storeStagedStep(db, later)).toMatchObject({ outcome: "waiting" });
  expect(await file.stored()).toBe(0);
  const shortest = { milliseconds: 0, begunWithin: Infinity };
  expect(await storeStagedStep(db, shortest)).toMatchObject({ outcome: "stored" });
  expect(await file.stored()).toBe(rowsPerBatch);
  const longest = { milliseconds: Infinity, begunWithin: Infinity };
  expect(await storeStagedStep(db, longest)).toMatchObject({ outcome: "stored" });
  expect(await file.stored()).toBe(all);
  expect(await storeStagedStep(db, longest)).toMatchObject({ outcome: "none" });
  const counts = await db.execute(sql`select result, rows::integer as rows from import_counts
    where kind = 'samples' and rows > 0`);
  expect([...counts]).toEqual([{ result: "inserted", rows: all }]);
});

test("the time of a step does not include its wait for others", async ({ import: file }) => {
  const { db } = file.database;
  await expect(file.run(breakOffBeforeStoring)).rejects.toMatchObject({ cause: broken });
  const limits = { milliseconds: 0, begunWithin: Infinity };
  let storing: ReturnType<typeof storeStagedStep> | undefined;
  let askedAt = 0;
  await db.transaction(async (others) => {
    await others.execute(sql`select 1`);
    askedAt = performance.now();
    storing = storeStagedStep(db, limits);
    await others.execute(sql`select count(*) from generate_series(1, 100000)`);
  });
  const step = await storing;
  const elapsed = performance.now() - askedAt;
  expect(step?.outcome).toBe("stored");
  expect((step?.begunAfter ?? 0) + (step?.tookMilliseconds ?? 0)).toBeLessThanOrEqual(elapsed);
});

test("rows that an earlier release has staged are stored", async ({ import: file }) => {
  const { db } = file.database;
  await expect(file.run(breakOffBeforeStoring)).rejects.toMatchObject({ cause: broken });
  for (const { key, rows } of await db.execute<{ key: number; rows: string }>(
    sql`select batch_no as key, rows from staged_batches`,
  )) {
    const json = JSON.stringify(unpackRows(rows));
    await db.execute(sql`update staged_batches set rows = ${json} where batch_no = ${key}`);
  }
  await finishStagedImports(db);
  expect(await file.stored()).toBe(all);
});

test("storing a batch touches the partition of its own month alone", async ({ import: file }) => {
  const { db } = file.database;
  const [sensor] = await db.execute<{ key: number }>(sql`select key from sensors limit 1`);
  const store = (datetime: string) =>
    db.transaction(async (transaction) => {
      const batch = samplesTable.createBatch();
      const at = { sensorNo: sensor?.key ?? 0, second: Date.parse(datetime) / 1000 };
      const rest = { collectedLimit: null, collectedClassification: null };
      batch.add({ ...at, levels: { LAeq: 50_00 as Hundredths }, ...rest });
      await samplesTable.createWriter(transaction, transaction).write(batch);
      // What a statement reads or plans to read, it locks until the end of the transaction.
      const locked = await transaction.execute<{ name: string }>(sql`
        select relname as name from pg_locks join pg_class on pg_class.oid = relation
        where relname like 'samples\_2%' and relkind = 'r' and mode = 'AccessShareLock'`);
      return locked.map(({ name }) => name);
    });
  await store("2019-02-01T00:00:00Z");
  expect(await store("2019-03-01T00:00:00Z")).toEqual(["samples_2019_03"]);
});

test("an import that fails before all of its rows are staged has changed nothing and leaves nothing", async ({
  import: file,
}) => {
  const reading = file.run((_, text) => {
    if (text.includes("rows")) throw broken;
  });
  await expect(reading).rejects.toBe(broken);
  expect(await file.stored()).toBe(0);
  expect(await file.staged()).toEqual({ files: 0, batches: 0 });
});

test("the rest of an import that breaks off later is stored once, by whoever comes next", async ({
  import: file,
}) => {
  await expect(file.run(breakOffWhileStoring)).rejects.toMatchObject({ cause: broken });
  const { db } = file.database;
  const part = await file.stored();
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(all);
  expect(await selectLeftImports(db, 0)).toEqual({ areAbandoned: false, areUnfinished: true });
  expect(await selectLeftImports(db, 3600)).toEqual({ areAbandoned: false, areUnfinished: false });
  expect(await finishStagedImports(db)).toBe(true);
  expect(await file.stored()).toBe(all);
  expect(await selectLeftImports(db, 0)).toEqual({ areAbandoned: false, areUnfinished: false });
  const [outcome] = await db.execute(sql`select inserted, updated, unchanged from staged_imports`);
  expect(outcome).toEqual({ inserted: all, updated: 0, unchanged: 0 });
  expect(await file.run()).toEqual({ inserted: 0, updated: 0, unchanged: all });
});

test("a database that refuses the rows of a complete file: the command says that they are kept, and a later one stores them, once nobody is at work", async ({
  dataDirectory,
  import: file,
}) => {
  const { db } = file.database;
  const rejectedFile = join(dataDirectory, "a.rejected.csv");
  await appendFile(join(dataDirectory, "a.csv"), "nobody,2019-03-01T00:00:00Z,60,dog\n");
  const env = { DATA_DIR: dataDirectory };
  const run = () => startCommand(["import", "samples", join(dataDirectory, "a.csv")], env).ended;
  await db.execute(sql`alter table import_counts add constraint full_disk check (rows = 0)`);
  const refused = await run();
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("The database refused the work: new row for relation");
  expect(refused.stderr).toContain("a.csv: all of its good rows are kept; a later command or");
  expect(refused.stderr).toContain(`1 row is rejected, with line and reason in ${rejectedFile}`);
  expect(refused.stderr).not.toContain("Nothing is kept");
  expect(await readFile(rejectedFile, "utf8")).toContain("unknown sensor");
  expect(await file.stored()).toBe(0);

  await db.execute(sql`alter table import_counts drop constraint full_disk`);
  const maintain = () => startCommand(["maintain"], env).ended;
  // As far as the command can tell, the process that imports is at work.
  await db.execute(sql`update staged_imports set touched_at = now() + interval '1 hour'`);
  expect(await maintain()).toMatchObject({ code: 0, stderr: "" });
  expect(await file.stored()).toBe(0);

  await db.execute(sql`update staged_imports set touched_at = now() - interval '4 seconds'`);
  expect(await maintain()).toMatchObject({
    code: 0,
    stderr: "storing what an import that broke off has left, before this command…\n",
  });
  expect(await file.stored()).toBe(all);
});

test("a file stays complete if the answer that says so is lost", async ({ import: file }) => {
  const { db } = file.database;
  const dialect = new PgDialect();
  const execute = async (query: SQL) => {
    const rows = await db.execute(query);
    if (dialect.sqlToQuery(query).sql.includes("is_complete = true")) throw broken;
    return rows;
  };
  const losing = new Proxy(db, {
    get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name, target)),
  });
  await expect(file.run(() => undefined, losing)).rejects.toBe(broken);
  await finishStagedImports(db);
  expect(await file.stored()).toBe(all);
});

test("a file of rejected rows that cannot be written is told, though the rows of the file are stored later", async ({
  dataDirectory,
  import: file,
}) => {
  await appendFile(join(dataDirectory, "a.csv"), "nobody,2019-03-01T00:00:00Z,60,dog\n".repeat(2));
  const rejectedFile = join(dataDirectory, "a.rejected.csv");
  const importing = file.run((_, text) => {
    // The rejected rows are renamed to this place, which a folder with something in it then has.
    if (text.endsWith("storing")) mkdirSync(join(rejectedFile, "taken"), { recursive: true });
    breakOffBeforeStoring(_, text);
  });
  await expect(importing).rejects.toThrow(`2 rows are rejected, and ${rejectedFile} could not be`);
});

test("a database that refuses to stage keeps nothing of the file, and the command says so", async ({
  dataDirectory,
  import: file,
}) => {
  const { db } = file.database;
  await db.execute(sql`alter table staged_batches add constraint full_disk check (batch_no < 3)`);
  const args = ["import", "samples", join(dataDirectory, "a.csv")];
  const refused = await startCommand(args, { DATA_DIR: dataDirectory }).ended;
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("Nothing is kept of what was under way.");
  expect(await file.staged()).toEqual({ files: 0, batches: 0 });
});

test("rows of a sensor that was removed meanwhile keep no import from its end", async ({
  import: file,
}) => {
  await expect(file.run(breakOffWhileStoring)).rejects.toMatchObject({ cause: broken });
  const { db } = file.database;
  const removed = sql`(select key from sensors where id = ${file.sensors[1] ?? ""})`;
  for (const table of ["samples", "sensor_latest", "reported_weightings", "api_key_sensors"]) {
    await db.execute(sql`delete from ${sql.identifier(table)} where sensor_key in ${removed}`);
  }
  await db.execute(sql`delete from sensors where id = ${file.sensors[1] ?? ""}`);
  await finishStagedImports(db);
  expect(await file.stored()).toBe(rowsOfSensor);
});

test("what a killed process has staged of half a file is removed after an hour, and never stored", async ({
  import: file,
}) => {
  const { db } = file.database;
  await db.execute(sql`with file as (
      insert into staged_imports (rows_of, touched_at)
      values ('samples', now() - interval '61 minutes'), ('samples', now() - interval '59 minutes')
      returning import_no)
    insert into staged_batches select import_no, 0, '{}' from file`);
  expect(await finishImports({ db }, { seconds: 0 })).toBeNull();
  expect(await file.staged()).toEqual({ files: 1, batches: 1 });
  expect(await file.stored()).toBe(0);
});

test("a database that only reads is not told of as a broken-off import where nothing is left", async ({
  import: file,
}) => {
  const failure = await file.database.db.transaction(
    (transaction) =>
      finishImports({ db: transaction as unknown as OpenDatabase["db"] }, { seconds: 0 }),
    { accessMode: "read only" },
  );
  expect(failure).toBeNull();
});

test("what keeps imports from being finished is logged once, until it is over", async ({
  import: file,
}) => {
  const { db } = file.database;
  await expect(file.run(breakOffBeforeStoring)).rejects.toMatchObject({ cause: broken });
  let warnings = 0;
  const finish = createFinisher(
    { db },
    { info: () => undefined, warn: () => (warnings += 1) },
    { seconds: 0 },
  );
  await db.execute(sql`alter table import_counts add constraint full_disk check (rows = 0)`);
  for (let looks = 0; looks < 3; looks += 1) await finish();
  expect(warnings).toBe(1);
  await db.execute(sql`alter table import_counts drop constraint full_disk`);
  await finish();
  expect(await file.stored()).toBe(all);
  expect(warnings).toBe(1);
});

test("a file that is complete stays so when that is said again after a batch was stored", async ({
  dataDirectory,
}) => {
  const database = await openDatabase({ kind: "embedded", dataDirectory, ...databaseLimits });
  try {
    const { db } = database;
    const importNo = await insertStagedImport(db, "samples");
    for (const batchNo of [0, 1]) await insertStagedBatch(db, { importNo, batchNo, rows: "{}" });
    await expect(completeStagedImport(db, importNo, 3)).rejects.toThrow("a batch of an import");
    await completeStagedImport(db, importNo, 2);
    const written = { inserted: 5, updated: 0, unchanged: 0 };
    await deleteStagedBatch(db, { importNo, batchNo: 0 }, written);
    await completeStagedImport(db, importNo, 2);
    expect(await selectStagedImport(db, importNo)).toEqual({ ...written, nextBatch: 1 });
  } finally {
    await database.close();
  }
});
