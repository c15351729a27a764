import { spawn } from "node:child_process";
import { once } from "node:events";
import { builtFile } from "../support/built-file.ts";
import { clockChangeRange, tenantOfClockChange } from "../support/clock-change.ts";
import { criterionOf } from "../support/criterion.ts";
import { readAllPages } from "../support/pages.ts";
import { expect, test } from "./acoustic.ts";
import { fileResult, linesOf } from "./csv.ts";

const headers = {
  samples:
    "sensor_id,datetime,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90,limit,classification",
  measurements:
    "sensor_id,datetime,Leq,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90,limit,limit_source,over",
  aggregates:
    "sensor_id,start_at,end_at,local_start_at,seconds,partial,samples,expected_samples,covered_seconds,coverage,Leq,LeqMax,LeqMin,Leq10,Leq50,Leq90,LAFmax,LAFmin,LCpeak,limited_seconds,events,over_seconds,over_fraction,max_over,lowest_limit,highest_limit",
  indicators:
    "sensor_id,date,Lday,Levening,Lnight,Lden,day_coverage,evening_coverage,night_coverage",
  assessments:
    "sensor_id,criterion,date,start_at,end_at,local_start_at,seconds,samples,covered_seconds,excluded_seconds,coverage,level,limit,over,verdict,reason,reference_times,exceeded,undecided,worst_start_at,budget_used",
  episodes:
    "sensor_id,start_at,end_at,seconds,events,event_seconds,Leq,LAE,max_over,max_over_at,LeqMax,LAFmax,lowest_limit,highest_limit,label,label_seconds,recordings,first_recording_id,cut",
} as const;

const at = (instant: string) => Date.parse(instant) / 1000;

/**
 * A kind with its options → the lines by hand. The limit is 60 dB, and the sensor ids are not in order of their bytes.
 */
const kinds: Readonly<Record<string, (first: string, second: string) => readonly string[]>> = {
  samples: (first, second) => [
    `${second},2019-03-10T12:00:00.000Z,-0.5,,,,,,,,,,`,
    `${first},2019-02-01T00:00:00.000Z,50,,,,,,,,,,`,
    `${first},2019-03-10T12:00:00.000Z,60,,,81.25,,,,,,,`,
    `${first},2019-03-10T12:05:00.000Z,63.01,70,,,,,,,,,`,
  ],
  measurements: (first, second) => [
    `${second},2019-03-10T12:00:00.000Z,-0.5,-0.5,,,,,,,,,60,project_default,-60.5`,
    `${first},2019-03-10T12:00:00.000Z,60,60,,,81.25,,,,,,60,project_default,0`,
    `${first},2019-03-10T12:05:00.000Z,63.01,63.01,70,,,,,,,,60,project_default,3.01`,
  ],
  "measurements --fweighting C --start-at 2019-03-10T12:05:00Z --end-at 2019-03-10T12:05:00Z": (
    first,
  ) => [`${first},2019-03-10T12:05:00.000Z,70,63.01,70,,,,,,,,,none,`],
  "aggregates --bucket hour --start-at 2019-03-10T11:59:59Z --end-at 2019-03-10T12:59:59Z": (
    first,
    second,
  ) => [
    `${second},2019-03-10T11:59:59.000Z,2019-03-10T12:00:00.000Z,2019-03-10T11:59:59+00:00,1,true,0,0,0,0,,,,,,,,,,0,0,0,,,,`,
    `${second},2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,false,1,12,300,0.0833,-0.5,-0.5,-0.5,-0.5,-0.5,-0.5,,,,300,0,0,0,-60.5,60,60`,
    `${first},2019-03-10T11:59:59.000Z,2019-03-10T12:00:00.000Z,2019-03-10T11:59:59+00:00,1,true,0,0,0,0,,,,,,,,,,0,0,0,,,,`,
    // The mean of 10⁶ and 10^6.301.
    `${first},2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,false,2,12,600,0.1667,61.76,63.01,60,63.01,63.01,60,81.25,,,600,1,300,0.5,3.01,60,60`,
  ],
  "aggregates --bucket range --min-coverage 0.5 --start-at 2019-03-10T12:00:00Z --end-at 2019-03-10T12:59:59Z":
    (first, second) => [
      `${second},2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,false,1,12,300,0.0833,,-0.5,-0.5,,,,,,,300,0,0,,-60.5,60,60`,
      `${first},2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,false,2,12,600,0.1667,,63.01,60,,,,81.25,,,600,1,300,,3.01,60,60`,
    ],
  "indicators --min-coverage 0 --start-at 2019-03-10T12:00:00Z --end-at 2019-03-11T06:59:59Z": (
    first,
    second,
  ) => [`${second},2019-03-10,-0.5,,,,0.0069,0,0`, `${first},2019-03-10,61.76,,,,0.0139,0,0`],
  "indicators --start-at 2019-03-10T12:00:00Z --end-at 2019-03-10T12:00:00Z": (first, second) => [
    `${second},2019-03-10,,,,,0.0069,0,0`,
    `${first},2019-03-10,,,,,0.0069,0,0`,
  ],
  "assessments --criterion noon --start-at 2019-03-10 --end-at 2019-03-10T23:59:59Z": (
    first,
    second,
  ) => [
    `${second},noon,2019-03-10,2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,1,300,0,0.0833,-0.5,61,-61.5,kept,,1,0,0,2019-03-10T12:00:00.000Z,0`,
    // The mean of 10⁶ and 10^6.301, for a sixth of the hour: 0.1986 of 10^6.1.
    `${first},noon,2019-03-10,2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,2019-03-10T12:00:00+00:00,3600,2,600,0,0.1667,61.76,61,0.76,exceeded,,1,1,0,2019-03-10T12:00:00.000Z,0.1986`,
  ],
  // 63.01 dB and 10 lg 300.
  episodes: (first) => [
    `${first},2019-03-10T12:05:00.000Z,2019-03-10T12:10:00.000Z,300,1,300,63.01,87.78,3.01,2019-03-10T12:05:00.000Z,63.01,,60,60,'=1+1,300,0,,false`,
  ],
  "episodes --min-seconds 301": () => [],
};

test("each kind has its header and its lines, sensor by sensor in the order of their ids, then by time", async ({
  acoustic,
  tenantOf,
}) => {
  const { projectId } = await tenantOf();
  const ids = [`${projectId}-z`, `${projectId}-Z`] as const;
  const tenant = await tenantOf({
    sensors: ids.map((id) => ({ id, intervalSeconds: 300 })),
    site: {
      criteria: [criterionOf("noon LAeq 12:00-13:00 61", { minCoverage: 0 })],
      classification: { model: "m", minConfidence: 0.5 },
    },
  });
  // A spreadsheet must not work it out.
  await tenant.addClassifications([["m", at("2019-03-10T12:05:00Z"), "=1+1", 0.9]]);
  await tenant.addSamples([
    { second: at("2019-02-01T00:00:00Z"), LAeq: 50 },
    { second: at("2019-03-10T12:00:00Z"), LAeq: 60, LAFmax: 81.25 },
    { second: at("2019-03-10T12:05:00Z"), LAeq: 63.01, LCeq: 70 },
  ]);
  await tenant.addSamples([{ second: at("2019-03-10T12:00:00Z"), LAeq: -0.5 }], 1);
  for (const [args, lines] of Object.entries(kinds)) {
    const [kind = "samples"] = args.split(" ") as (keyof typeof headers)[];
    const stdout = linesOf(headers[kind], ...lines(...ids));
    const run = await acoustic(`export ${args} --project ${tenant.projectId}`);
    expect(run, args).toEqual({ code: 0, stdout, stderr: "" });
  }
  const [first, second] = ids;
  const chosen = ["--sensor", first, "--sensor", second, "--sensor", first];
  const all = await acoustic(["export", "samples", "--project", tenant.projectId, ...chosen]);
  expect(all.stdout).toBe(linesOf(headers.samples, ...(kinds["samples"]?.(first, second) ?? [])));
  const one = ["export", "samples", "--project", tenant.projectId, "--sensor", second];
  expect((await acoustic(one)).stdout.split("\n")).toHaveLength(3);
  const none = ["--start-at", "2018-01-01", "--end-at", "2018-01-02"];
  const empty = ["export", "measurements", "--project", tenant.projectId, ...none];
  expect(await acoustic(empty)).toEqual({
    code: 0,
    stdout: `${headers.measurements}\n`,
    stderr: "",
  });
});

test("samples that are exported and imported again are unchanged, whatever stands in them", async ({
  project,
}) => {
  const { acoustic, folder, importFiles, sensor, storedSamples } = project;
  const texts = ['"siren, ""loud"""', "=1+1", "Glockengeläut {a} \\N NULL", "-", '""', ""];
  const rows = texts.map(
    (text, index) =>
      `${sensor},2019-0${index + 1}-01T00:00:01Z,64.01,-20,200,-0.01,64.1,1.99,3,3,0,${index % 2 === 0 ? 70.5 : ""},${text}`,
  );
  const header = headers.samples;
  await importFiles({ "in.csv": linesOf(header, ...rows) });
  const before = await storedSamples();
  expect(before).toHaveLength(6);
  const file = `${folder.path}/out.csv`;
  const options = ["--project", project.projectId, "--output", file];
  expect((await acoustic(["export", "samples", ...options])).code).toBe(0);
  const written = await folder.read("out.csv");
  expect(written.split("\n").slice(0, 3)).toEqual([
    header,
    `${sensor},2019-01-01T00:00:01.000Z,64.01,-20,200,-0.01,64.1,1.99,3,3,0,70.5,"siren, ""loud"""`,
    `${sensor},2019-02-01T00:00:01.000Z,64.01,-20,200,-0.01,64.1,1.99,3,3,0,,=1+1`,
  ]);
  const again = await importFiles({}, { paths: ["out.csv"] });
  expect(again).toEqual({ code: 0, files: [fileResult("out.csv", 6, 0, 0, 6, 0)], stderr: "" });
  expect(await storedSamples()).toEqual(before);
});

test("exported measurements are the records of the pages of REST", async ({
  acoustic,
  tenantOf,
  gateway,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  const { projectId, sensorIds, key } = tenant;
  const { startAt, endAt } = clockChangeRange;
  type Row = { id: string; datetime: string } & Record<string, string | number | null>;
  for (const fweighting of ["A", "C"]) {
    const lines: string[] = [];
    for (const [index, sensorId] of sensorIds.entries()) {
      const url = `${gateway.publicUrl}${tenant.measurementsPath(index)}`;
      const source = { url, key, query: { startAt, endAt, fweighting } };
      const pages = await readAllPages<Row>(source, 2000);
      for (const row of pages.flatMap(({ data }) => data)) {
        const { Leq = null, limit = null } = row;
        const isLimited = typeof Leq === "number" && typeof limit === "number";
        const over = isLimited ? Math.round((Leq - limit) * 100) / 100 : null;
        const cells = headers.measurements.split(",").slice(2, -3);
        const values = cells.map((name) => row[name] ?? "");
        const { limitSource } = row;
        const line = [sensorId, row.datetime, ...values, limit ?? "", limitSource, over ?? ""];
        lines.push(line.join(","));
      }
    }
    const range = ["--start-at", startAt, "--end-at", endAt, "--fweighting", fweighting];
    const run = await acoustic(["export", "measurements", "--project", projectId, ...range]);
    expect(lines.length).toBeGreaterThan(1000);
    expect(run.stdout).toBe(linesOf(headers.measurements, ...lines));
  }
});

test("a project without a contract has samples, and nothing else", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { contract: null } });
  await tenant.addSamples([{ second: at("2019-03-10T12:00:00Z"), LAeq: 60 }]);
  const project = ["--project", tenant.projectId];
  const samples = await acoustic(["export", "samples", ...project]);
  expect([samples.code, samples.stdout.split("\n").length]).toEqual([0, 3]);
  const refused = await acoustic(["export", "measurements", ...project]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `the project ${tenant.projectId}: no contract is configured\n`,
  ]);
});

test("a file appears whole or not at all: a failing export keeps the older one, and leaves no other", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const [tenant, unready] = [await tenantOf(), await tenantOf({ site: { contract: null } })];
  const file = await folder.write("out.csv", "older");
  const exportOf = (projectId: string, output: string) =>
    acoustic(["export", "measurements", "--project", projectId, "--output", output]);
  // It fails after the header.
  expect((await exportOf(unready.projectId, file)).code).toBe(2);
  expect((await exportOf(unready.projectId, `${folder.path}/new.csv`)).code).toBe(2);
  expect([await folder.list(), await folder.read("out.csv")]).toEqual([["out.csv"], "older"]);
  const run = await exportOf(tenant.projectId, file);
  expect(run).toEqual({ code: 0, stdout: "", stderr: "" });
  expect([await folder.list(), await folder.read("out.csv")]).toEqual([
    ["out.csv"],
    `${headers.measurements}\n`,
  ]);
  const toFolder = await exportOf(tenant.projectId, folder.path);
  expect([toFolder.code, toFolder.stderr]).toEqual([
    2,
    `${folder.path}: cannot be written: it is no regular file\n`,
  ]);
  const missing = await exportOf(tenant.projectId, `${folder.path}/absent/out.csv`);
  expect([missing.code, missing.stdout]).toEqual([2, ""]);
});

test("a reader that closes its end of the pipe ends the export with 0", async ({
  reach,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  // Far more than the buffer of a pipe.
  await tenant.addSamples(
    Array.from({ length: 20_000 }, (_, index) => ({
      second: at("2019-03-10T00:00:00Z") + index,
      LAeq: 60,
    })),
  );
  const args = ["export", "measurements", "--project", tenant.projectId];
  const child = spawn(process.execPath, [builtFile("main.js"), ...args], {
    env: { PATH: process.env["PATH"], ...reach },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const closed = once(child, "close");
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect([await closed, stderr.replaceAll(/^\d+ % .*\n/gm, "")]).toEqual([[0, null], ""]);
});
