import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import {
  firstInstantOfDate,
  lastSecondOfDate,
  parseTimeZone,
} from "../../src/acoustics/time/time-zone.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test as base } from "../support/test.ts";

const start = Date.parse("2026-03-29T00:00:00Z") / 1000;

/** The tests in Python read this, and name its members. */
type Place = Readonly<Record<string, unknown>>;

const test = base.extend<{ place: Place }>({
  place: async ({ gateway, tenantOf, database, audioStore, get }, use) => {
    const contract = { startAt: "2026-01-01", endAt: "2026-12-31" };
    const classification = { model: "sonyc", minConfidence: 0.5 };
    const site = { timezone: "Europe/Lisbon", contract, classification };
    const tenant = await tenantOf({ site, sensors: 2 });
    const [sensor = "", quiet = ""] = tenant.sensorIds;
    // Each half minute of two days, whose first has 23 hours; each second sample is above the limit of 60 dB.
    const seconds = Array.from({ length: 47 * 120 }, (_, index) => start - 30 + 30 * index);
    await tenant.addSamples(
      seconds.map((second) => ({ second, LAeq: second % 60 === 0 ? 65.5 : 55, LCeq: 80.25 })),
    );
    await tenant.addClassifications([["sonyc", start, "music", 0.75]]);
    const parts = { db: database.db, store: audioStore };
    const { bytes } = await addRecording(parts, sensor, start);
    gateway.clock.now = (Date.now() - 3_600_000) as Instant;
    const query = { startAt: "2026-03-29", endAt: "2026-03-29", withAudio: true };
    const leased = await get(tenant.measurementsPath(), { key: tenant.key, query });
    gateway.clock.now = null;
    const { data } = (await leased.json()) as { data: readonly { audioUrl: string }[] };
    const without = await tenantOf({ site: { ...site, contract: undefined } });
    await use({
      url: gateway.publicUrl,
      key: tenant.key,
      withoutEvents: await tenant.createKey({ scopes: ["v0:projects:read", "v0:data:read"] }),
      project: tenant.projectId,
      sensor,
      quiet,
      recording: bytes.toString("hex"),
      expired: data[0]?.audioUrl,
      noContract: { key: without.key, ids: [without.projectId, without.sensorIds[0]] },
    });
  },
});

/** Only Debian's Python has Debian's package, and another Python may be before it in the PATH. */
const findPandas = () =>
  ["python3", "/usr/bin/python3"].find(
    (name) => spawnSync(name, ["-c", "import pandas"]).status === 0,
  );

test.beforeEach(() => {
  test.skip(spawnSync("python3", ["--version"]).status !== 0, "python3 is not installed");
});

test("the client in Python reads projects, pages, events and recordings, and waits if the gateway requires it", async ({
  place,
}) => {
  for (const name of ["test_gateway", "test_waiting"]) {
    expect(await runTests("python3", name, place)).toMatch(/^OK$/m);
  }
});

test("the client in Python makes frames of pandas", async ({ place }) => {
  const withPandas = findPandas();
  test.skip(withPandas === undefined, "pandas is not installed (python3-pandas)");
  expect(await runTests(withPandas ?? "", "test_frames", place)).toMatch(/^OK$/m);
  const blocks = await readBlocks("clients/python/README.md");
  const programs = blocks.filter(({ language }) => language === "python").map(({ text }) => text);
  const here = ["from datetime import date", "start = end = date(2026, 3, 29)", ...programs]
    .join("\n")
    .replaceAll("http://127.0.0.1:8080", String(place["url"]))
    .replaceAll("amk0.…", String(place["key"]))
    .replaceAll("demo-lisbon-street", String(place["sensor"]))
    .replaceAll("demo-lisbon", String(place["project"]));
  const program = `${here}\nprint(len(frame), hours.iloc[0], flac.hex() == "${String(place["recording"])}")`;
  expect((await python(withPandas ?? "", ["-c", program])).stdout).toMatch(/^2760 65.5 True$/m);
});

test("a local day of the client in Python is that of the gateway", async () => {
  const days = [
    ["Europe/Lisbon", ["2026-03-29", "2026-10-25", "2026-06-01"]],
    ["Atlantic/Azores", ["2026-03-29", "2026-10-25"]],
    ["America/Sao_Paulo", ["2018-11-04", "2018-02-17", "2018-02-18"]],
    ["Asia/Beirut", ["2022-03-27", "2022-10-29"]],
    ["America/St_Johns", ["2006-10-28", "2006-10-29"]],
    ["Pacific/Apia", ["2011-12-29", "2011-12-31"]],
    ["Australia/Lord_Howe", ["2026-04-05"]],
    ["Etc/UTC", ["2024-02-29"]],
  ] as const;
  const pairs = days.flatMap(([zone, dates]) => dates.map((date) => [date, zone] as const));
  const expected = pairs.map(([date, name]) => {
    const zone = parseTimeZone(name);
    if (zone === null) throw new Error(`${name} is no time zone`);
    return [firstInstantOfDate(zone, date), lastSecondOfDate(zone, date)].map(
      (instant) => Number(instant) / 1000,
    );
  });
  const printed = await python("python3", ["tests/local_days.py", JSON.stringify(pairs)]);
  expect(JSON.parse(printed.stdout)).toEqual(expected);
  const never = python("python3", ["tests/local_days.py", '[["2011-12-30","Pacific/Apia"]]']);
  await expect(never).rejects.toThrow("2011-12-30 never was in Pacific/Apia");
});

/** The test runner of Python prints this. Rejects with it where a test fails. */
async function runTests(program: string, name: string, place: Place): Promise<string> {
  const words = ["-m", "unittest", "--verbose", `tests.${name}`];
  return (await python(program, words, { GATEWAY: JSON.stringify(place) })).stderr;
}

/** Runs Python in the folder of the client, with its sources. */
function python(
  program: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  return promisify(execFile)(program, words, {
    cwd: packageFile("clients/python"),
    env: { ...process.env, PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1", ...variables },
  });
}
