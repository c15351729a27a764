import { sql } from "drizzle-orm";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles, type ImportedFile } from "../../src/ingest/rows/import-csv.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import type { OperatorDatabase, Queryable } from "../../src/database/client/pool.ts";
import { selectValue, selectValues } from "../../src/database/client/select-value.ts";
import { lockImport } from "../../src/database/queries/imports/import-locks.ts";
import { hasServer } from "../support/own-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, type Folder, test } from "./acoustic.ts";

/*
 * A database undoes one of two imports that wait for one another. The first tests let it undo as many as they say:
 * a sequence is not undone.
 */

test.beforeEach(() => test.skip(!hasServer(), "the embedded database has one session"));

const sampleCount = sql`select count(*)::integer as value from samples`;
const start = Date.parse("2019-03-01T00:00:00Z") / 1000;

for (const code of ["40P01", "40001"]) {
  test(`an import that the database undoes with ${code} is done again as a whole, and says so`, async ({
    folder,
    installationOf,
  }) => {
    const { acoustic, db } = await installationOf("migrated");
    const file = await writeRows(db, folder, "a.csv");
    await undoFirst(db, 2, code);
    const [imported] = await importFiles(db, [file]);
    expect(imported).toMatchObject({ inserted: 3, rejected: 1, retries: 2 });
    expect((await folder.read("a.rejected.csv")).split("\n")).toHaveLength(3);
    await undoFirst(db, 4, code);
    const { code: exitCode, stdout } = await acoustic(["import", "samples", file]);
    expect(stdout).toMatch(
      /3 unchanged, 1 rejected\n  from .*\n  imported again, once: another session/,
    );
    expect(exitCode).toBe(1);
  });
}

test("an import of standard input that the database undoes is done again as a whole, too", async ({
  folder,
  installationOf,
}) => {
  const { acoustic, db } = await installationOf("migrated");
  await writeRows(db, folder, "a.csv");
  await undoFirst(db, 1, "40P01");
  const { code, stdout } = await acoustic(["import", "samples", "-"], {
    input: await folder.read("a.csv"),
  });
  expect(stdout).toContain("  imported again, once: another session");
  expect({ code, samples: await selectValue(db, sampleCount) }).toEqual({ code: 1, samples: 4 });
});

test("an import that is undone each time ends, and says that it has to be repeated", async ({
  folder,
  installationOf,
}) => {
  const { db } = await installationOf("migrated");
  const file = await writeRows(db, folder, "a.csv");
  await undoFirst(db, 1000, "40P01");
  await expect(importFiles(db, [file])).rejects.toThrow(
    `${file}: nothing of this file is kept; import it again`,
  );
  expect(await selectValue(db, sampleCount)).toBe(1);
});

test("an import that was undone twice waits for those of its own sensors only", async ({
  folder,
  installationOf,
}) => {
  const { tenantOf, db } = await installationOf("migrated");
  const file = await writeRows(db, folder, "a.csv");
  await tenantOf();
  const [own = 0, other = 0] = await selectValues<number>(
    db,
    sql`select sensor_no as value from sensors order by 1`,
  );
  /** Runs the work beside an import of a sensor that has not ended. */
  const beside = <Result>(sensorNo: number, work: () => Promise<Result>) =>
    db.transaction(async (transaction) => {
      await lockImport(transaction, "samples", [sensorNo], "shared");
      return work();
    });
  await undoFirst(db, 2, "40P01");
  const [imported] = await beside(other, () => importFiles(db, [file]));
  expect(imported).toMatchObject({ inserted: 3, retries: 2 });
  await undoFirst(db, 5, "40P01");
  const waiting = await beside(own, async () => {
    const importing = importFiles(db, [file]);
    await expect.poll(() => countWaiting(db)).toBe(1);
    return { importing };
  });
  expect(await waiting.importing).toMatchObject([{ unchanged: 3, retries: 2 }]);
});

test("an import does not wait for one of another sensor that has written its rows", async ({
  folder,
  installationOf,
}) => {
  const { tenantOf, db } = await installationOf("migrated");
  const { sensorIds, addSamples } = await tenantOf({ sensors: 2 });
  await addSamples([{ second: start + 60, LAeq: 60 }]);
  await addSamples([{ second: start + 60, LAeq: 60 }], 1);
  const row = `${sensorIds[0]},${new Date(start * 1000).toISOString()},60`;
  const file = await folder.write("a.csv", `sensor_id,datetime,LAeq\n${row}\n`);
  const [imported] = await db.transaction(async (transaction) => {
    const sensorNo = await selectValue<number>(
      transaction,
      sql`select sensor_no as value from sensors where id = ${sensorIds[1]}`,
    );
    await lockImport(transaction, "samples", [sensorNo], "shared");
    await transaction.execute(sql`
      insert into samples (sensor_no, datetime, laeq)
      values (${sensorNo}, ${new Date(start * 1000).toISOString()}, 6000)`);
    return importFiles(db, [file]);
  });
  expect(imported).toMatchObject({ inserted: 1, retries: 0 });
});

test("imports at once of the same rows in other orders all end well", async ({
  folder,
  installationOf,
}) => {
  const { tenantOf, db } = await installationOf("migrated");
  const { sensorIds, addSamples } = await tenantOf({ sensors: [{}, {}] });
  await addSamples([{ second: start - 1, LAeq: 60 }]);
  const rows = Array.from({ length: 12_000 }, (_, index) => {
    const datetime = new Date((start + Math.floor(index / 2)) * 1000).toISOString();
    return `${sensorIds[index % 2]},${datetime},60\n`;
  });
  const write = (name: string, lines: readonly string[]) =>
    folder.write(name, `sensor_id,datetime,LAeq\n${lines.join("")}`);
  const files = await Promise.all(
    [0, 1, 2, 3].map((index) => write(`${index}.csv`, index % 2 === 0 ? rows : rows.toReversed())),
  );
  const imported = (await Promise.all(files.map((file) => importFiles(db, [file])))).flat();
  const inserted = imported.reduce((sum, file) => sum + file.inserted, 0);
  expect(imported.map(({ rejected, rows: count }) => ({ rejected, count }))).toEqual(
    files.map(() => ({ rejected: 0, count: rows.length })),
  );
  // Rows that another import inserts after they were counted count as inserted.
  expect(inserted).toBeGreaterThanOrEqual(rows.length);
  expect(await selectValue(db, sampleCount)).toBe(rows.length + 1);
});

/** Refuses the first transactions that end an import with this SQLSTATE, those before included. */
async function undoFirst(db: Queryable, times: number, code: string): Promise<void> {
  const statements = [
    "create sequence if not exists attempts",
    `create or replace function undo() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') <= ${times} then
          raise exception 'undone' using errcode = '${code}';
        end if;
        return null;
      end $$`,
    "create or replace trigger undo after insert on import_counts execute function undo()",
  ];
  for (const statement of statements) await db.execute(sql.raw(statement));
}

/** A file of three good rows and a bad one, of a sensor with a sample. */
async function writeRows(db: OperatorDatabase, folder: Folder, name: string): Promise<string> {
  const { sensorIds, addSamples } = await createTenant(db);
  // The month has its partition: the embedded database could not make it beside the transaction.
  await addSamples([{ second: start - 1, LAeq: 60 }]);
  const lines = [0, 1, 2, 3].map((index) => {
    const datetime = new Date((start + index) * 1000).toISOString();
    return `${sensorIds[0]},${datetime},${index === 3 ? "loud" : "60"}\n`;
  });
  return folder.write(name, `sensor_id,datetime,LAeq\n${lines.join("")}`);
}

async function importFiles(db: OperatorDatabase, files: string[]): Promise<ImportedFile[]> {
  const read = await readCsvFiles(samplesTable, files);
  const target = { db, kind: "postgres" } as const;
  const imported: ImportedFile[] = [];
  for await (const file of importCsvFiles(samplesTable, target, read, () => undefined)) {
    imported.push(file);
  }
  return imported;
}

/** The number of sessions that wait for a lock of sensors. */
function countWaiting(db: Queryable): Promise<number> {
  return selectValue(
    db,
    sql`select count(distinct pid)::integer as value from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
}
