import { existsSync, readdirSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";
import { exclusionsOf, importFile, samplesOf } from "../support/import-text.ts";
import { rightOf, transcriptsOf } from "./transcripts.ts";

/*
 * The inputs of ../shared/data/meters with the outcome that its README.md says is right, which
 * ../fixtures/meters/inputs.txt has with the options. tests/cli/look.spec.ts reads them by the command of `look`.
 */
const folder = packageFile("../shared/data/meters");
test.skip(!existsSync(folder), "the inputs of meters are not beside the project");

const inputs = transcriptsOf("inputs.txt");

for (const { title: file, options = [], ...right } of inputs) {
  test(`${file} ${options.join(" ")} is read as it was written`, async ({ database, tenantOf }) => {
    const [sensor = ""] = (await tenantOf()).sensorIds;
    const outcome = await importFile(database, `${folder}/${file}`, sensor, options);
    const stored = await samplesOf(database, sensor);
    const excluded = await exclusionsOf(database, sensor);
    expect({ ...outcome, stored, excluded }).toMatchObject(rightOf(right));
    // The same file again changes nothing.
    const again = await importFile(database, `${folder}/${file}`, sensor, options);
    expect(again.counts).not.toMatch(/inserted|updated|excluded|emptied/);
  });
}

for (const files of [
  ["04-two-files-a.csv", "04-two-files-b.csv"],
  ["04-two-files-b.csv", "04-two-files-a.csv"],
]) {
  test(`${files.join(", then ")}: levels of both are kept`, async ({ database, tenantOf }) => {
    const [sensor = ""] = (await tenantOf()).sensorIds;
    for (const [index, file] of files.entries()) {
      const { counts } = await importFile(database, `${folder}/${file}`, sensor);
      expect(counts).toBe(`2 rows: 2 ${index === 0 ? "inserted" : "updated"}`);
    }
    expect(await samplesOf(database, sensor)).toEqual([
      "2026-03-17T10:00:00Z LAeq 65.1 LAFmax 77 LA10 68.1 LA90 52",
      "2026-03-17T10:05:00Z LAeq 66 LAFmax 78 LA10 69 LA90 53",
    ]);
  });
}

test("25-sent-twice.csv covers its hours", async ({ database, tenantOf, readSensor }) => {
  const site = { timezone: "UTC", contract: { startAt: "2026-03-01", endAt: "2026-04-30" } };
  const tenant = await tenantOf({ site });
  const [sensor = ""] = tenant.sensorIds;
  const { counts } = await importFile(database, `${folder}/25-sent-twice.csv`, sensor);
  expect(counts).toBe("8 rows: 8 inserted");
  const hours = `startAt: "2026-03-17T10:00:00Z", endAt: "2026-03-17T15:00:00Z"`;
  const { aggregates } = (await readSensor(
    tenant,
    `aggregates(${hours}, bucket: range) { interval { seconds source } buckets { coverage Leq } }`,
  )) as {
    aggregates: {
      interval: { seconds: number; source: string };
      buckets: { coverage: number; Leq: number }[];
    };
  };
  expect(aggregates.interval.source).toBe("inferred");
  expect(aggregates.interval.seconds).toBeGreaterThanOrEqual(3500);
  expect(aggregates.interval.seconds).toBeLessThanOrEqual(3700);
  expect(aggregates.buckets[0]?.coverage).toBeGreaterThanOrEqual(0.98);
  expect(Math.abs((aggregates.buckets[0]?.Leq ?? 0) - 63.57)).toBeLessThanOrEqual(0.05);
});

test("a day of values that are sent twice has an Lden", async ({ tenantOf, readSensor }) => {
  const site = { timezone: "UTC", contract: { startAt: "2026-03-01", endAt: "2026-04-30" } };
  const tenant = await tenantOf({ site });
  const first = Date.parse("2026-03-17T00:00:00Z") / 1000;
  // Each hour wanders by up to a minute, and most values come twice, two seconds apart.
  const hours = Array.from({ length: 33 }, (_, hour) => first + hour * 3600 + ((hour * 37) % 60));
  await tenant.addSamples(
    hours.flatMap((second, hour) =>
      (hour % 4 === 3 ? [second] : [second, second + 2]).map((at) => ({ second: at, LAeq: 60 })),
    ),
  );
  const day = `startAt: "2026-03-17T07:00:00Z", endAt: "2026-03-18T06:59:59Z"`;
  const sensor = await readSensor(tenant, `indicators(${day}) { days { date Lden Lnight } }`);
  // 60 dB all day is 66.4 dB by 2002/49/EC, annex I.
  expect(sensor).toMatchObject({ indicators: { days: [{ Lden: 66.4, Lnight: 60 }] } });
});

test("each input of the folder is read by a test", () => {
  const read = inputs.map(({ title }) => title);
  read.push("04-two-files-a.csv", "04-two-files-b.csv", "25-sent-twice.csv", "README.md");
  expect(readdirSync(folder).toSorted()).toEqual([...new Set(read)].toSorted());
});
