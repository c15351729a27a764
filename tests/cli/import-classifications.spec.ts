import { sql } from "drizzle-orm";
import type { TestDatabase } from "../support/test.ts";
import { counts, expect, filesOf, test, uniquePrefix } from "./acoustic.ts";

const header = "sensor_id,datetime,model,label,confidence";
const day = Date.parse("2019-03-01T00:00:00Z") / 1000;

/** All that is stored of a sensor's classifications: second, model, label, confidence. */
async function stored({ db }: TestDatabase, sensorId: string): Promise<unknown[]> {
  const rows = await db.execute(sql`
    select extract(epoch from datetime)::float8 as second, classification_models.name as model, label,
      confidence
    from classifications
    join sensors on sensors.key = classifications.sensor_key
    join classification_models on classification_models.key = classifications.model_key
    where sensors.id = ${sensorId} order by datetime, classification_models.name, label`);
  return rows.map(({ second, model, label, confidence }) => [second, model, label, confidence]);
}

test("rows are stored under their model, and a new model is inserted", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const model = uniquePrefix();
  const file = await folder.write(
    "a.csv",
    [
      "confidence,label,model,datetime,sensor_id",
      `0.9731234312057495,dog,${model},2019-03-01T00:00:00.999Z,${sensor}`,
      `1.000,"Glockengeläut, ""laut"" {a} \\N",${model},2019-03-01T02:00:00+02:00,${sensor}`,
      `9.5e-05,NULL,${model} 2,2019-03-01,${sensor}`,
      "",
    ].join("\n"),
  );
  const run = await acoustic(["import", "classifications", file]);
  expect(run).toEqual({
    code: 0,
    stdout: `${file}: 3 rows: 3 inserted, 0 updated, 0 unchanged, 0 rejected\n`,
    stderr: "",
  });
  expect(await stored(database, sensor)).toEqual([
    [day, model, 'Glockengeläut, "laut" {a} \\N', 1],
    [day, model, "dog", 0.973_123_431_205_749_5],
    [day, `${model} 2`, "NULL", 0.000_095],
  ]);
});

test("good rows are imported; bad rows are written with line and reason, byte for byte", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const model = uniquePrefix();
  const at = "2019-03-01T00:00:00Z";
  const long = "x".repeat(201);
  const name = "is no name of 1 to 200 characters without control characters";
  const bad: [cells: string, reason: string][] = [
    [`nobody,${at},${model},dog,0.5`, 'unknown sensor ""nobody""'],
    [
      `${sensor},never,${model},dog,0.5`,
      'datetime ""never"" is no instant such as 2019-03-01T00:00:00Z',
    ],
    [`${sensor},${at},,dog,0.5`, `model """" ${name}`],
    [`${sensor},${at},${model},,0.5`, `label """" ${name}`],
    [`${sensor},${at},${model}, ,0.5`, `label "" "" ${name}`],
    [`${sensor},${at},${model},a\u0007b,0.5`, `label ""a\\u0007b"" ${name}`],
    [`${sensor},${at},${model},${long},0.5`, `label ""${"x".repeat(60)}…"" ${name}`],
    ...["", "1.1", "-0", ".5", "0.", "5e1", "0,5", `0.${"3".repeat(39)}`, " 0.5", "NaN"].map(
      (text): [string, string] => {
        const cell = text.includes(",") ? `"${text}"` : text;
        return [
          `${sensor},${at},${model},dog,${cell}`,
          `confidence ""${text}"" is no decimal from 0 to 1`,
        ];
      },
    ),
    [`${sensor},${at},${model},dog`, "the row has 4 cells, the header 5"],
    [
      `nobody,,,dog,2`,
      `unknown sensor ""nobody""; datetime """" is no instant such as 2019-03-01T00:00:00Z; model """" ${name}; confidence ""2"" is no decimal from 0 to 1`,
    ],
  ];
  const longest = "ü".repeat(200);
  const file = await folder.write(
    "a.csv",
    [header, ...bad.map(([cells]) => cells), `${sensor},${at},${model},${longest},0.5`].join("\n"),
  );
  const run = await acoustic(["import", "classifications", "--json", file]);
  expect({ code: run.code, stderr: run.stderr, files: filesOf(run, folder) }).toEqual({
    code: 1,
    stderr: "",
    files: [
      {
        file: "a.csv",
        ...counts(bad.length + 1, 1, 0, 0, bad.length),
        rejectedFile: "a.rejected.csv",
      },
    ],
  });
  const quoted = (reason: string) => (/[",]/.test(reason) ? `"${reason}"` : reason);
  expect(await folder.read("a.rejected.csv")).toBe(
    [
      `${header},line,reason`,
      ...bad.map(([cells, reason], index) => {
        const missing = cells.split(",").length < 5 ? "," : "";
        return `${cells}${missing},${index + 2},${quoted(reason)}`;
      }),
      "",
    ].join("\n"),
  );
  expect(await stored(database, sensor)).toEqual([[day, model, longest, 0.5]]);
});

test("a model that only rejected rows name is not inserted", async ({
  acoustic,
  folder,
  database,
}) => {
  const model = uniquePrefix();
  const file = await folder.write("a.csv", `${header}\nnobody,2019-03-01,${model},dog,0.5\n`);
  expect((await acoustic(["import", "classifications", file])).code).toBe(1);
  const models = await database.db.execute(
    sql`select key from classification_models where name = ${model}`,
  );
  expect([...models]).toEqual([]);
});

test("importing again changes nothing, and another confidence replaces the stored one", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const model = uniquePrefix();
  const row = (label: string, confidence: string) =>
    `${sensor},2019-03-01,${model},${label},${confidence}\n`;
  const importing = async (...rows: string[]) => {
    const file = await folder.write("a.csv", `${header}\n${rows.join("")}`);
    return filesOf(await acoustic(["import", "classifications", "--json", file]), folder);
  };
  const result = (expected: object) => [{ file: "a.csv", ...expected, rejectedFile: null }];
  const rows = [row("dog", "0.5"), row("music", "0.25")];
  expect(await importing(...rows)).toEqual(result(counts(2, 2, 0, 0, 0)));
  expect(await importing(...rows)).toEqual(result(counts(2, 0, 0, 2, 0)));
  expect(await importing(row("dog", "0.50"), row("music", "0.75"))).toEqual(
    result(counts(2, 0, 1, 1, 0)),
  );
  expect(await stored(database, sensor)).toEqual([
    [day, model, "dog", 0.5],
    [day, model, "music", 0.75],
  ]);
});

for (const [what, before, confidences, expected] of [
  ["new, then other", null, [0.1, 0.2], counts(2, 1, 1, 0, 0)],
  ["new, then the same", null, [0.1, 0.1], counts(2, 1, 0, 1, 0)],
  ["there, and the same", 0.1, [0.1, 0.1], counts(2, 0, 0, 2, 0)],
  ["other, then as it was", 0.1, [0.2, 0.1], counts(2, 0, 2, 0, 0)],
  ["other, back, other, the same", 0.1, [0.2, 0.1, 0.2, 0.2], counts(4, 0, 3, 1, 0)],
] as const) {
  test(`repeated rows count as if imported one after another: ${what}`, async ({
    acoustic,
    folder,
    tenantOf,
    database,
  }) => {
    const tenant = await tenantOf();
    const [sensor = ""] = tenant.sensorIds;
    const model = uniquePrefix();
    if (before !== null) await tenant.addClassifications([[model, day, "dog", before]]);
    const rows = confidences.map((value) => `${sensor},2019-03-01,${model},dog,${value}\n`);
    const file = await folder.write("twice.csv", `${header}\n${rows.join("")}`);
    const run = await acoustic(["import", "classifications", "--json", file]);
    expect(filesOf(run, folder)).toEqual([{ file: "twice.csv", ...expected, rejectedFile: null }]);
    expect(await stored(database, sensor)).toEqual([[day, model, "dog", confidences.at(-1)]]);
  });
}

test("if the header of one file is wrong, no file is imported", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const good = await folder.write("good.csv", `${header}\n${sensor},2019-03-01,m,dog,0.5\n`);
  const bad = await folder.write("bad.csv", "sensor_id,datetime,Model,LAeq,confidence\n");
  const run = await acoustic(["import", "classifications", good, bad]);
  expect(run).toEqual({
    code: 2,
    stdout: "",
    stderr: [
      'unknown column "Model"; write model',
      'unknown column "LAeq"; columns are sensor_id, datetime, model, label, confidence',
      "there is no column model",
      "there is no column label",
    ]
      .map((issue) => `${bad}:1: ${issue}\n`)
      .join(""),
  });
  expect(await stored(database, sensor)).toEqual([]);
});

test("12,000 rows of many models and labels are all stored", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const prefix = uniquePrefix();
  const rows = Array.from(
    { length: 12_000 },
    (_, index) =>
      `${sensor},2019-03-01T00:${String(Math.floor(index / 1200)).padStart(2, "0")}Z,${prefix}-${index % 40},label ${index % 1200},0.${index % 10}`,
  );
  const file = await folder.write("many.csv", `${header}\n${rows.join("\n")}\n`);
  const run = await acoustic(["import", "classifications", "--json", file]);
  expect(filesOf(run, folder)).toEqual([
    { file: "many.csv", ...counts(12_000, 12_000, 0, 0, 0), rejectedFile: null },
  ]);
  const [found] = await database.db.execute(sql`
    select count(*)::integer as rows, count(distinct model_key)::integer as models
    from classifications join sensors on sensors.key = sensor_key where sensors.id = ${sensor}`);
  expect(found).toEqual({ rows: 12_000, models: 40 });
});
