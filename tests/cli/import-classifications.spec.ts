import { sql } from "drizzle-orm";
import { tableOf } from "../support/table.ts";
import type { TestDatabase } from "../support/test.ts";
import { expect, success, test, uniquePrefix } from "./acoustic.ts";
import { expectRejected, fileResult, linesOf } from "./csv.ts";

test.use({ table: "classifications" });

const header = "sensor_id,datetime,model,label,confidence";
const day = Date.parse("2019-03-01T00:00:00Z") / 1000;

/** All that is stored of a sensor's classifications: second, model, label, confidence. */
async function stored({ db }: TestDatabase, sensorId: string): Promise<unknown[]> {
  const rows = await db.execute(sql`
    select extract(epoch from datetime)::float8 as second, classification_models.name as model, label,
      confidence
    from classifications
    join sensors using (sensor_no)
    join classification_models using (model_no)
    where sensors.id = ${sensorId} order by datetime, classification_models.name, label`);
  return rows.map(({ second, model, label, confidence }) => [second, model, label, confidence]);
}

test("rows are stored under their model, and a new model is inserted", async ({
  database,
  project: { acoustic, folder, projectId, sensor },
}) => {
  const model = uniquePrefix();
  const file = await folder.write(
    "a.csv",
    linesOf(
      "confidence,label,model,datetime,sensor_id",
      `0.9731234312057495,dog,${model},2019-03-01T00:00:00.999Z,${sensor}`,
      `1.000,"Glockengeläut, ""laut"" {a} \\N",${model},2019-03-01T02:00:00+02:00,${sensor}`,
      `9.5e-05,NULL,${model} 2,2019-03-01,${sensor}`,
    ),
  );
  const run = await acoustic(["import", "classifications", file]);
  expect(run).toEqual(
    success(
      linesOf(
        `${file}: 3 rows: 3 inserted, 0 updated, 0 unchanged, 0 rejected`,
        `  from 2019-03-01T00:00:00.000Z to 2019-03-01T00:00:00.000Z; in ${projectId}: 2019-03-01 00:00 (+00:00) to 2019-03-01 00:00 (+00:00)`,
        "  times without an offset, read as UTC: 1 row (--timezone names another zone)",
      ),
    ),
  );
  expect(await stored(database, sensor)).toEqual([
    [day, model, 'Glockengeläut, "laut" {a} \\N', 1],
    [day, model, "dog", 0.973_123_431_205_749_5],
    [day, `${model} 2`, "NULL", 0.000_095],
  ]);
});

test("bad rows are written with line and reason, and their models are not stored", async ({
  database,
  project,
}) => {
  const { sensor } = project;
  const model = uniquePrefix();
  const at = "2019-03-01T00:00:00Z";
  const noInstant = "is no instant such as 2019-03-01T00:00:00Z";
  const name = "is no name of 1 to 200 characters without control characters";
  const number = "is no decimal from 0 to 1";
  const unknown = 'unknown sensor "nobody": acoustic apply makes it, from the site file';
  const bad = tableOf(`
    nobody,${at},${model},dog,0.5 | ${unknown}
    ${sensor},never,${model},dog,0.5 | datetime "never" ${noInstant}
    ${sensor},${at},,dog,0.5 | model "" ${name}
    ${sensor},${at},${model},,0.5 | label "" ${name}
    ${sensor},${at},${model}, ,0.5 | label "" ${name}
    ${sensor},${at},${model},a\u0007b,0.5 | label "a\\u0007b" ${name}
    ${sensor},${at},${model},${"x".repeat(201)},0.5 | label "${"x".repeat(60)}…" ${name}
    ${sensor},${at},${model},dog,"0,5" | confidence "0,5" ${number}: for decimal commas use --decimal ','
    nobody,,,dog,2 | ${unknown}; datetime "" ${noInstant}; model "" ${name}; confidence "2" ${number}
    nobody,${at},rejected ${model},dog,0.5 | ${unknown}
  `);
  for (const text of ["", "1.1", "-0", ".5", "0.", "5e1", `0.${"3".repeat(39)}`, "NaN"]) {
    bad.push([`${sensor},${at},${model},dog,${text}`, `confidence "${text}" ${number}`]);
  }
  const longest = "ü".repeat(200);
  await expectRejected(project, header, bad, `${sensor},${at},${model},${longest},0.5`);
  expect(await stored(database, sensor)).toEqual([[day, model, longest, 0.5]]);
  const models = await database.db.execute(
    sql`select name from classification_models where name like ${`%${model}`}`,
  );
  expect([...models]).toEqual([{ name: model }]);
});

/** Stored confidence, confidences of the rows of a file in order, inserted, updated, unchanged. */
const repetitions = [
  ["new, then other", null, [0.1, 0.2], 1, 1, 0],
  ["new, then the same", null, [0.1, 0.1], 1, 0, 1],
  ["there, and the same", 0.1, [0.1, 0.1], 0, 0, 2],
  ["other, then as it was", 0.1, [0.2, 0.1], 0, 2, 0],
  ["other, back, other, the same", 0.1, [0.2, 0.1, 0.2, 0.2], 0, 3, 1],
] as const;

test("repeated rows count as if imported one after another", async ({
  database,
  project: { addClassifications, importFiles, sensor },
}) => {
  const model = uniquePrefix();
  await addClassifications(
    repetitions.flatMap(([, confidence], index) =>
      confidence === null ? [] : [[model, day + index, "dog", confidence] as const],
    ),
  );
  const contentOf = (confidences: readonly number[], second: number) => {
    const datetime = new Date(second * 1000).toISOString();
    const rows = confidences.map((each) => `${sensor},${datetime},${model},dog,${each}0`);
    return linesOf(header, ...rows);
  };
  const run = await importFiles(
    Object.fromEntries(
      repetitions.map(([what, , confidences], index) => [
        `${what}.csv`,
        contentOf(confidences, day + index),
      ]),
    ),
  );
  expect(run).toEqual({
    code: 0,
    files: repetitions.map(([what, , { length }, inserted, updated, unchanged]) =>
      fileResult(`${what}.csv`, length, inserted, updated, unchanged, 0),
    ),
    stderr: "",
  });
  expect(await stored(database, sensor)).toEqual(
    repetitions.map(([, , confidences], index) => [day + index, model, "dog", confidences.at(-1)]),
  );
});

test("if the header of one file is wrong, no file is imported", async ({
  database,
  project: { importFiles, sensor },
}) => {
  const run = await importFiles({
    "good.csv": linesOf(header, `${sensor},2019-03-01,m,dog,0.5`),
    "bad.csv": linesOf("sensor_id,datetime,Model,LAeq,confidence"),
    "capitals.csv": linesOf("sensor_id,datetime,Model,Label,Confidence"),
  });
  expect(run).toEqual({
    code: 2,
    files: null,
    stderr: linesOf(
      'bad.csv:1: unknown column "Model"; write model',
      'bad.csv:1: unknown column "LAeq"; columns are sensor_id, datetime, model, label, confidence',
      "bad.csv:1: there is no column model: use --column model=…",
      "bad.csv:1: there is no column label: use --column label=…",
      'capitals.csv:1: unknown column "Model"; write model',
      'capitals.csv:1: unknown column "Label"; write label',
      'capitals.csv:1: unknown column "Confidence"; write confidence',
      "capitals.csv:1: there is no column model: use --column model=…",
      "capitals.csv:1: there is no column label: use --column label=…",
      "capitals.csv:1: there is no column confidence: use --column confidence=…",
    ),
  });
  expect(await stored(database, sensor)).toEqual([]);
});

test("12,000 rows of many models and labels are all stored", async ({
  database,
  project: { importFiles, sensor },
}) => {
  const prefix = uniquePrefix();
  const rows = Array.from({ length: 12_000 }, (_, index) => {
    const minute = String(Math.floor(index / 1200)).padStart(2, "0");
    return `${sensor},2019-03-01T00:${minute}Z,${prefix}-${index % 40},label ${index % 1200},0.${index % 10}`;
  });
  const run = await importFiles({ "many.csv": linesOf(header, ...rows) });
  expect(run.files).toEqual([fileResult("many.csv", 12_000, 12_000, 0, 0, 0)]);
  const [found] = await database.db.execute(sql`
    select count(*)::integer as rows, count(distinct model_no)::integer as models
    from classifications join sensors using (sensor_no) where sensors.id = ${sensor}`);
  expect(found).toEqual({ rows: 12_000, models: 40 });
});
