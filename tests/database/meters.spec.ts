import { existsSync, readdirSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";
import { exclusionsOf, importFile, samplesOf } from "../support/import-text.ts";

/*
 * The inputs of ../shared/data/meters with the outcome that its README.md says is right. Each is read by the options
 * that it names; tests/cli/look.spec.ts reads them by the command that `look` prints.
 */
const folder = packageFile("../shared/data/meters");
test.skip(!existsSync(folder), "the inputs of meters are not beside the project");

interface Input {
  readonly file: string;
  readonly options?: readonly string[];
  readonly code?: number;
  readonly counts?: string;
  /** Parts of the reasons, in their order. */
  readonly reasons?: readonly string[];
  /** The samples; a time without a date is of 17 March 2026, UTC. */
  readonly stored: readonly string[];
  readonly excluded?: readonly string[];
}

const mapped = (...names: readonly string[]) => names.flatMap((name) => ["--column", name]);

const inputs: readonly Input[] = [
  {
    file: "01-subsecond.csv",
    code: 1,
    counts: "4 rows: 4 rejected",
    reasons: ["2: line 3 has other", "3: line 2 has other", "4: line 5 has", "5: line 4 has"],
    stored: [],
  },
  {
    file: "01-subsecond.csv",
    options: ["--every", "1s"],
    counts: "4 rows: 2 inserted",
    stored: ["10:00:00Z LAeq 87.09 LAFmax 94", "10:00:01Z LAeq 30.35 LAFmax 31.3"],
  },
  {
    file: "05-clock-step.csv",
    options: ["--timezone", "Europe/London"],
    counts: "6 rows: 6 inserted",
    stored: [
      "2026-10-24T23:55:00Z LAeq 50",
      "2026-10-25T00:00:00Z LAeq 51",
      "2026-10-25T00:20:00Z LAeq 53",
      "2026-10-25T00:20:01Z LAeq 52",
      "2026-10-25T00:25:00Z LAeq 54",
      "2026-10-25T00:50:00Z LAeq 55",
    ],
  },
  {
    file: "06-padded-right.csv",
    options: [
      ...mapped("datetime=Time (Date hh:mm:ss.ms)", "LAeq=LEQ dB-A", "LAFmax=Lmax dB-A"),
      "--date-format",
      "YYYY/MM/DD HH:mm:ss",
    ],
    stored: ["10:00:00Z LAeq 61.06 LAFmax 74.03", "10:05:00Z LAeq 62.52 LAFmax 75.93"],
  },
  {
    file: "08-padded-tab.txt",
    options: ["--delimiter", "tab", ...mapped("date=Date", "time=Time")],
    stored: ["10:00:00Z LAeq 61.3 LAFmax 74.2", "10:05:00Z LAeq 62.5 LAFmax 75.9"],
  },
  {
    file: "09-third-octaves.csv",
    options: mapped("datetime=Time", "LAeq=LAeq"),
    stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"],
  },
  {
    file: "11-am-pm.csv",
    options: [...mapped("datetime=Time"), "--date-format", "MM/DD/YYYY h:mm:ss A"],
    stored: ["11:55:00Z LAeq 61.3", "12:00:00Z LAeq 62.5", "2026-03-18T00:00:00Z LAeq 63.7"],
  },
  {
    file: "12-running-level.txt",
    options: ["--delimiter", "tab", ...mapped("date=Date", "time=Time", "LAeq=LAeq_dt")],
    stored: ["10:00:00Z LAeq 61.3", "10:00:01Z LAeq 71.3", "10:00:02Z LAeq 51.3"],
  },
  {
    file: "14-missing-marker.csv",
    options: mapped("datetime=Time"),
    stored: [
      "10:00:00Z LAeq 61.3",
      "10:05:00Z LAeq 62.5 LA10 64 LA90 55",
      "10:10:00Z LAeq 63.5 LA90 55.1",
      "10:15:00Z LAeq 64.5 LA90 55.2",
    ],
  },
  {
    file: "15-twenty-four.csv",
    options: [
      ..."--delimiter ; --decimal , --labels end --interval 1h --timezone Europe/Berlin".split(" "),
      "--date-format",
      "DD.MM.YYYY HH:mm",
      ...mapped("date=Datum", "time=Zeit"),
    ],
    stored: ["21:00:00Z LAeq 61.3", "22:00:00Z LAeq 62.5", "23:00:00Z LAeq 63.7"],
  },
  {
    file: "16-no-summer-time.csv",
    options: ["--timezone", "+01:00", ...mapped("datetime=Time")],
    stored: ["2026-07-01T11:00:00Z LAeq 61.3", "2026-07-01T11:05:00Z LAeq 62.5"],
  },
  {
    file: "17-overload.csv",
    options: [
      ...mapped("datetime=Time", "LAeq=Leq"),
      "--flag",
      "Over=O:overload",
      "--flag",
      "Under=U:under-range",
    ],
    counts: "3 rows: 3 inserted, 2 excluded",
    stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 139.9", "10:10:00Z LAeq 20"],
    excluded: ["10:05:00Z 10:10:00Z overload", "10:10:00Z 10:15:00Z under-range"],
  },
  {
    file: "18-month-first.csv",
    options: [...mapped("datetime=Time"), "--date-format", "DD/MM/YYYY HH:mm:ss"],
    code: 2,
    counts: "",
    reasons: [`5: datetime "03/13/2026 12:00:00" fits only MM/DD/YYYY HH:mm:ss, which all rows`],
    stored: [],
  },
  {
    file: "20-unix-time.csv",
    options: [
      ..."--delimiter ; --decimal , --date-format unix".split(" "),
      ...mapped("datetime=ts", "LAeq=dBA"),
    ],
    stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"],
  },
  {
    file: "23-no-zone-dropped.csv",
    stored: ["2026-07-17T10:00:00Z LAeq 61.3", "2026-07-17T10:05:00Z LAeq 62.5"],
  },
  { file: "24-carriage-returns.csv", stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"] },
  {
    file: "27-workbook.xlsx",
    code: 2,
    counts: "",
    reasons: ["an Excel workbook: save it as CSV"],
    stored: [],
  },
  {
    file: "28-restarted-logger.csv",
    counts: "2 rows: 2 inserted, 2 skipped",
    stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"],
  },
];

const withDate = (text: string) => text.replaceAll(/(?<![T0-9:])\d\d:\d\d:\d\dZ/g, "2026-03-17T$&");

for (const {
  file,
  options = [],
  code = 0,
  counts,
  reasons = [],
  stored,
  excluded = [],
} of inputs) {
  test(`${file} ${options.join(" ")} is read as it was written`, async ({ database, tenantOf }) => {
    const [sensor = ""] = (await tenantOf()).sensorIds;
    const outcome = await importFile(database, `${folder}/${file}`, sensor, options);
    expect(outcome).toMatchObject({
      code,
      counts: counts ?? `${stored.length} rows: ${stored.length} inserted`,
      reasons: reasons.map((part) => expect.stringContaining(part)),
    });
    expect(await samplesOf(database, sensor)).toEqual(stored.map(withDate));
    expect(await exclusionsOf(database, sensor)).toEqual(excluded.map(withDate));
    // The same file again changes nothing.
    const again = await importFile(database, `${folder}/${file}`, sensor, options);
    expect(again.counts).not.toMatch(/inserted|updated|excluded|emptied/);
  });
}

for (const files of [
  ["04-two-files-a.csv", "04-two-files-b.csv"],
  ["04-two-files-b.csv", "04-two-files-a.csv"],
]) {
  test(`${files.join(", then ")}: each keeps the levels of the other`, async ({
    database,
    tenantOf,
  }) => {
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

test("25-sent-twice.csv has the interval of its values, so that its hours are covered", async ({
  database,
  tenantOf,
  readSensor,
}) => {
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
  const read = inputs.map(({ file }) => file);
  read.push("04-two-files-a.csv", "04-two-files-b.csv", "25-sent-twice.csv", "README.md");
  expect(readdirSync(folder).toSorted()).toEqual([...new Set(read)].toSorted());
});
