import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { criterionOf } from "../support/criterion.ts";
import type { Tenant } from "../support/tenant.ts";
import type { TenantOf } from "../support/test.ts";
import { expect, jsonOf, refusal, test } from "./acoustic.ts";
import { fileResult, linesOf } from "./csv.ts";

const at = (instant: string) => Date.parse(instant) / 1000;

/** Each kind with its options. */
const kinds = [
  ["samples"],
  ["exclusions"],
  ["measurements", "--fweighting", "A"],
  ["aggregates", "--bucket", "day"],
  ["indicators", "--min-coverage", "0"],
  ["assessments"],
  ["episodes"],
] as const;

type Value = string | number | bigint | boolean | Date | null;

/** A value of another form as CSV writes it. */
function cellOf(value: Value): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  // Only CSV prevents a label from being a formula.
  return value === "=1+1" ? "'=1+1" : String(value);
}

/** Samples, exclusions and labels of a tenant, so that each kind has rows. */
async function tenantOfAllKinds(tenantOf: TenantOf): Promise<Tenant> {
  const tenant = await tenantOf({
    sensors: [{ intervalSeconds: 300 }, { intervalSeconds: 300 }],
    site: {
      criteria: [criterionOf("noon LAeq 12:00-13:00 61", { minCoverage: 0.5 })],
      classification: { model: "m", minConfidence: 0.5 },
    },
  });
  await tenant.addClassifications([["m", at("2019-03-10T12:05:00Z"), "=1+1", 0.9]]);
  await tenant.addSamples([
    { second: at("2019-02-01T00:00:00Z"), LAeq: 50 },
    { second: at("2019-03-10T12:00:00Z"), LAeq: 60, LAFmax: 81.25, LA90: -0.01 },
    { second: at("2019-03-10T12:05:00Z"), LAeq: 63.01, LCeq: 70 },
  ]);
  await tenant.addSamples([{ second: at("2019-03-10T12:00:00Z"), LAeq: -0.5 }], 1);
  await tenant.addExclusions([
    ["2019-03-11T12:00:00Z", "2019-03-11T13:00:00Z", "siren", 'a, "b"\nc'],
    ["2019-03-12T12:00:00Z", "2019-03-12T13:00:00Z", "rain", "=1+1"],
  ]);
  return tenant;
}

for (const [kind, ...options] of kinds) {
  test(`${kind} as Parquet and as JSON lines have the columns and values of the CSV`, async ({
    acoustic,
    folder,
    tenantOf,
  }) => {
    const tenant = await tenantOfAllKinds(tenantOf);
    const write = async (format: string) => {
      const file = `${folder.path}/${kind}.${format}`;
      const args = ["--project", tenant.projectId, "--format", format, "--output", file];
      const run = await acoustic(["export", kind, ...options, ...args]);
      expect(run, `${kind} as ${format}`).toEqual({ code: 0, stdout: "", stderr: "" });
      return folder.readBytes(`${kind}.${format}`);
    };
    const expected = parse(await write("csv"), { columns: true }) as Record<string, string>[];
    expect(expected.length, kind).toBeGreaterThan(0);
    const asCells = (rows: readonly Record<string, Value>[]) =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
      );
    const bytes = await write("parquet");
    const file = new Uint8Array(bytes).buffer;
    expect(asCells(await parquetReadObjects({ file })), kind).toEqual(expected);
    const lines = (await write("ndjson")).toString().split("\n");
    expect(lines.pop()).toBe("");
    const objects = lines.map((line) => JSON.parse(line) as Record<string, Value>);
    expect(asCells(objects), kind).toEqual(expected);
    expect(Object.keys(objects[0] ?? {})).toEqual(Object.keys(expected[0] ?? {}));
  });
}

test("a JSON line has every column, with numbers as numbers and null where CSV is empty", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOfAllKinds(tenantOf);
  const one = await acoustic(
    `export samples --project ${tenant.projectId} --format ndjson --sensor ${tenant.sensorIds[1]}`,
  );
  expect(one.stdout).toBe(
    `{"sensor_id":"${tenant.sensorIds[1]}","datetime":"2019-03-10T12:00:00.000Z","LAeq":-0.5,"LCeq":null,"LZeq":null,"LAFmax":null,"LAFmin":null,"LCpeak":null,"LA10":null,"LA50":null,"LA90":null,"limit":null,"classification":null}\n`,
  );
});

test("a spreadsheet's CSV has its marks and the wall clock, and is imported again unchanged", async ({
  project,
}) => {
  const { acoustic, folder, importFiles, sensor, storedSamples } = project;
  const header = "sensor_id,datetime,LAeq,LA90,classification";
  await importFiles({
    "in.csv": linesOf(
      header,
      `${sensor},2019-03-10T12:00:00Z,64.01,-0.5,"rain; hail, wind"`,
      `${sensor},2019-07-10T12:00:00Z,200,0,`,
    ),
  });
  const before = await storedSamples();
  const exported = async (...options: readonly string[]) =>
    (await acoustic(["export", "samples", "--project", project.projectId, ...options])).stdout;
  const text = await exported("--decimal", ",", "--local-time");
  expect(text).toBe(
    linesOf(
      "sensor_id;datetime;LAeq;LCeq;LZeq;LAFmax;LAFmin;LCpeak;LA10;LA50;LA90;limit;classification",
      `${sensor};2019-03-10 12:00:00;64,01;;;;;;;;-0,5;;"rain; hail, wind"`,
      `${sensor};2019-07-10 13:00:00;200;;;;;;;;0;;`,
    ),
  );
  expect((await exported("--delimiter", "tab")).split("\n")[1]).toBe(
    `${sensor}\t2019-03-10T12:00:00.000Z\t64.01\t\t\t\t\t\t\t\t-0.5\t\train; hail, wind`,
  );
  expect((await exported("--delimiter", "|", "--decimal", ",")).split("\n")[1]).toBe(
    `${sensor}|2019-03-10T12:00:00.000Z|64,01||||||||-0,5||rain; hail, wind`,
  );
  await folder.write("out.csv", text);
  const form = ["--delimiter", ";", "--decimal", ",", "--timezone", "Europe/Dublin"];
  const run = await acoustic(["import", "samples", "--json", ...form, `${folder.path}/out.csv`]);
  const { files } = jsonOf(run) as { files: readonly object[] };
  expect(files).toMatchObject([
    { ...fileResult("out.csv", 2, 0, 0, 2, 0), file: `${folder.path}/out.csv` },
  ]);
  expect(await storedSamples()).toEqual(before);
});

test("the wall clock of an hour that comes twice is shown twice", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { contract: { startAt: "2019-10-01", endAt: "2019-11-01" } },
  });
  await tenant.addSamples(
    ["2019-10-27T00:30:00Z", "2019-10-27T01:30:00Z"].map((instant) => ({
      second: at(instant),
      LAeq: 60,
    })),
  );
  const args = ["--project", tenant.projectId, "--local-time"];
  const { stdout } = await acoustic(["export", "measurements", ...args]);
  const clocks = stdout.split("\n").slice(1, -1);
  expect(clocks.map((line) => line.split(",")[1])).toEqual([
    "2019-10-27 01:30:00",
    "2019-10-27 01:30:00",
  ]);
});

test("a wall clock needs a contract, and a form that fails keeps the older file", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const { projectId } = await tenantOf({ site: { contract: null } });
  expect(await acoustic(`export samples --project ${projectId} --local-time`)).toEqual(
    refusal(`the project ${projectId}: no contract is configured`),
  );
  const file = await folder.write("out.parquet", "older");
  const failing = `export measurements --project ${projectId} --format parquet --output ${file}`;
  expect(await acoustic(failing)).toMatchObject({ code: 2 });
  expect(await folder.list()).toEqual(["out.parquet"]);
  expect(await folder.read("out.parquet")).toBe("older");
});
