import assert from "node:assert/strict";
import {
  clockChangeInterval,
  clockChangeRange,
  clockChangeSamples,
  clockChangeSeconds,
} from "../support/clock-change.ts";
import { tableOf } from "../support/table.ts";
import type { Tenant, TestExclusion } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

type Answer = Record<string, Record<string, readonly Record<string, number | null>[]>>;

const levels = `Leq Leq10 Leq50 Leq90 LeqMax LeqMin LAFmax LAFmin LCpeak maxOver lowestLimit highestLimit`;
const seconds = `seconds samples expectedSamples coveredSeconds excludedSeconds coverage`;
const figures = `${seconds} ${levels} limitedSeconds events overSeconds overFraction`;
const period = `{ seconds samples coveredSeconds excludedSeconds coverage }`;

/** Every field that has the argument, with everything that depends on it. */
const fieldsOf = (range: string, validOnly: string) => `
  aggregates(${range}, bucket: hour${validOnly}) { buckets { startAt ${figures} } }
  ofLimits: aggregates(${range}, bucket: limit, fweighting: C${validOnly}) { buckets { startAt ${figures} limit over } }
  series(${range}${validOnly}) { bucket buckets { startAt ${figures} } }
  indicators(${range}, minCoverage: 0${validOnly}) {
    days { date Lday Levening Lnight Lden day ${period} evening ${period} night ${period} } longTerm { Lden days nights }
  }
  weekProfile(${range}${validOnly}) { cells { day hour ${figures} } }
  distribution(${range}${validOnly}) { samples seconds bins { from samples seconds } lowest highest mode arithmeticMean exceeded { level } }`;

const at = (clock: string) => `2019-03-10T${clock}Z`;
const second = (instant: string) => Date.parse(instant) / 1000;
const hour = `startAt: "${at("12:00:00")}", endAt: "${at("12:59:59")}"`;

async function tenantOfOneHour(tenantOf: (options: object) => Promise<Tenant>): Promise<Tenant> {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(
    (
      [
        ["12:00:00", { LAeq: 60, LAFmax: 70 }],
        ["12:05:00", { LAeq: 70, LAFmax: 90 }],
        ["12:10:00", { LAeq: 50, LAFmax: 65 }],
        ["12:12:00", { LAFmax: 120 }],
        ["12:15:00", { LAeq: 80, LAFmax: 100 }],
        ["12:20:00", { LAeq: 40, LAFmax: 45 }],
        ["12:30:00", { LAeq: 60, LAFmax: 68 }],
      ] as const
    ).map(([clock, sample]) => ({ second: second(at(clock)), ...sample })),
  );
  return tenant;
}

/** They touch, overlap, lie one in the other, and begin and end where samples do. */
const exclusionsOfOneHour: readonly TestExclusion[] = [
  [at("12:05:00"), at("12:07:00"), "thunder"],
  [at("12:07:00"), at("12:10:00"), "thunder"],
  [at("12:11:00"), at("12:14:00"), "a car"],
  [at("12:12:00"), at("12:13:00"), "a horn"],
  [at("12:13:00"), at("12:20:00"), "calibration"],
];

test("excluded samples count for nothing but their seconds, and end the one before them", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOfOneHour(tenantOf);
  await tenant.addExclusions(exclusionsOfOneHour);
  const sensor = (await readSensor(
    tenant,
    `valid: aggregates(${hour}, bucket: hour, validOnly: true) { buckets { ${figures} } }
     all: aggregates(${hour}, bucket: hour) { buckets { samples coveredSeconds excludedSeconds LAFmax events } }
     distribution(${hour}, binWidth: 5, validOnly: true) { seconds bins { from samples } }
     indicators(${hour}, minCoverage: 0, validOnly: true) { days { Lday day ${period} } }
     weekProfile(${hour}, validOnly: true) { cells { hour coveredSeconds excludedSeconds } }
     series(${hour}, maxPoints: 10, validOnly: true) { buckets { samples excludedSeconds Leq } }`,
  )) as Answer;
  // 12:00 lasts 300 s, 12:10 two minutes, 12:20 and 12:30 300 s; 12:12 lasts 180 s and has no LAeq.
  expect(sensor["valid"]?.["buckets"]).toEqual([
    {
      seconds: 3600,
      samples: 4,
      expectedSamples: 12,
      coveredSeconds: 1020,
      excludedSeconds: 600,
      coverage: 1020 / 3600,
      // 10 lg((600·10⁶ + 120·10⁵ + 300·10⁴) / 1020)
      Leq: 57.8,
      Leq10: 60,
      Leq50: 60,
      Leq90: 40,
      LeqMax: 60,
      LeqMin: 40,
      LAFmax: 70,
      LAFmin: null,
      LCpeak: null,
      limitedSeconds: 1020,
      events: 0,
      overSeconds: 0,
      overFraction: 0,
      maxOver: 0,
      lowestLimit: 60,
      highestLimit: 60,
    },
  ]);
  expect(sensor["all"]?.["buckets"]).toEqual([
    { samples: 6, coveredSeconds: 1620, excludedSeconds: 0, LAFmax: 120, events: 2 },
  ]);
  expect(sensor["distribution"]).toEqual({
    seconds: 1020,
    bins: [
      { from: 40, samples: 1 },
      { from: 45, samples: 0 },
      { from: 50, samples: 1 },
      { from: 55, samples: 0 },
      { from: 60, samples: 2 },
    ],
  });
  const day = { samples: 4, coveredSeconds: 1020, excludedSeconds: 600 };
  expect(sensor["indicators"]?.["days"]).toEqual([
    { Lday: 57.8, day: { seconds: 43_200, ...day, coverage: 1020 / 43_200 } },
  ]);
  expect(sensor["weekProfile"]?.["cells"]?.[6 * 24 + 12]).toEqual({
    hour: 12,
    coveredSeconds: 1020,
    excludedSeconds: 600,
  });
  expect(sensor["series"]?.["buckets"]).toEqual([
    // 10 lg((300·10⁶ + 120·10⁵) / 420)
    { samples: 2, excludedSeconds: 300, Leq: 58.71 },
    { samples: 1, excludedSeconds: 300, Leq: 40 },
    { samples: 1, excludedSeconds: 0, Leq: 60 },
    { samples: 0, excludedSeconds: 0, Leq: null },
  ]);
});

test("without exclusions, valid time is all time, and exclusions change no answer without the argument", async ({
  tenantOf,
  askSensor,
  database,
  gateway,
  http,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 300 } });
  await tenant.addSamples(clockChangeSamples.map(inMarch));
  const range = `startAt: "2019-03-08T10:00:00Z", endAt: "2019-03-12T05:59:59Z"`;
  const csvOf = async (kind: string) => {
    const query = new URLSearchParams({
      projectId: tenant.projectId,
      startAt: "2019-03-08",
      endAt: "2019-03-12",
      ...(kind === "aggregates" ? { bucket: "hour" } : {}),
    });
    const headers = { "svc-api-key": `Bearer ${tenant.key}` };
    return (
      await http.get(`${gateway.internalUrl}/export/${kind}.csv?${query}`, { headers })
    ).text();
  };
  const textOf = async (of: Tenant, selection: string) => (await askSensor(of, selection)).text();
  const answers = async () => [
    await textOf(tenant, fieldsOf(range, "").replaceAll("excludedSeconds", "")),
    await csvOf("aggregates"),
    await csvOf("indicators"),
  ];
  const before = await answers();
  const plain = await textOf(tenant, fieldsOf(range, ""));
  // The other sensor's exclusions do not count.
  await tenant.addExclusions([["2019-03-01T00:00:00Z", "2019-03-31T00:00:00Z", "works"]], 1);
  expect(await textOf(tenant, fieldsOf(range, ", validOnly: true"))).toBe(plain);
  await tenant.addExclusions([["2019-03-09T00:00:00Z", "2019-03-11T00:00:00Z", "storm"]]);
  expect(await answers()).toEqual(before);
  expect(await textOf(tenant, fieldsOf(range, ""))).toBe(plain);
  expect(await textOf(tenant, fieldsOf(range, ", validOnly: true"))).not.toBe(plain);
  const readsExclusions = async (selection: string) => {
    const statements = await database.statementsOf(() => textOf(tenant, selection));
    return statements.filter((text) => text.includes("exclusions")).length;
  };
  expect(await readsExclusions(fieldsOf(range, ""))).toBe(0);
  // One statement for all fields of a range, and none where no sample is read.
  expect(await readsExclusions(fieldsOf(range, ", validOnly: true"))).toBe(1);
  const lengths = `aggregates(${range}, bucket: hour, validOnly: true) { buckets { seconds } }`;
  expect(await readsExclusions(lengths)).toBe(0);
});

const fromOctober = second("2019-10-25T00:00:00Z") - second("2019-03-08T00:00:00Z");

function inMarch(sample: (typeof clockChangeSamples)[number]) {
  return { ...sample, second: sample.second - fromOctober };
}

/** Some overlap, some touch; some contain the repeated hour, some contain no sample. */
const manyExclusions: readonly TestExclusion[] = Array.from({ length: 120 }, (_, index) => {
  const start = second("2019-10-25T00:00:00Z") + index * 3600 + (index % 7) * 500;
  const length = ((index * 37) % 50) * 100 + 1;
  const [startAt = "", endAt = ""] = [start, start + length].map((each) =>
    new Date(each * 1000).toISOString(),
  );
  return [startAt, endAt, "noise", `number ${index}`] as const;
});

/** The samples with LAeq inside the range, each with its duration and whether it is excluded. */
function samplesInside() {
  const { start, end } = clockChangeSeconds;
  const excluded = manyExclusions.map(([startAt, endAt]) => [second(startAt), second(endAt)]);
  return clockChangeSamples.flatMap((sample, index) => {
    if (sample.second < start || sample.second >= end || sample.LAeq === undefined) return [];
    const next = clockChangeSamples[index + 1]?.second ?? Infinity;
    const duration = Math.min(clockChangeInterval, next - sample.second);
    const isExcluded = excluded.some(
      ([from = 0, to = 0]) => from <= sample.second && sample.second < to,
    );
    return [{ second: sample.second, level: sample.LAeq, duration, isExcluded }];
  });
}

const inside = samplesInside();

/** The figures of the samples that fulfil a condition, worked out here. */
function expectedOf(belongs: (second: number) => boolean) {
  const found = inside.filter((sample) => belongs(sample.second));
  const valid = found.filter(({ isExcluded }) => !isExcluded);
  const total = (samples: typeof found) => samples.reduce((sum, { duration }) => sum + duration, 0);
  return {
    samples: valid.length,
    coveredSeconds: total(valid),
    excludedSeconds: total(found) - total(valid),
  };
}

test("buckets, periods and hours of the week over a clock change report the excluded time", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOf({
    site: { contract: { startAt: "2019-10-01", endAt: "2019-11-15" } },
  });
  await tenant.addSamples(clockChangeSamples);
  await tenant.addExclusions(manyExclusions);
  const { startAt, endAt } = clockChangeRange;
  const range = `startAt: "${startAt}", endAt: "${endAt}", validOnly: true`;
  const counts = "samples coveredSeconds excludedSeconds";
  const kinds = ["five_minutes", "hour", "day", "week", "range", "limit"] as const;
  const sensor = (await readSensor(
    tenant,
    `${kinds.map((kind) => `${kind}: aggregates(${range}, bucket: ${kind}, maxBuckets: 6000) { buckets { startAt endAt ${counts} Leq } }`).join(" ")}
     indicators(${range}) { days { date day { ${counts} } evening { ${counts} } night { ${counts} } } }
     weekProfile(${range}) { cells { ${counts} } }
     distribution(${range}) { samples seconds }`,
  )) as Answer;
  for (const kind of kinds) {
    for (const bucket of sensor[kind]?.["buckets"] ?? []) {
      const { startAt: from, endAt: to, Leq, ...found } = bucket as Record<string, unknown>;
      const belongs = (each: number) => second(String(from)) <= each && each < second(String(to));
      assert.deepEqual(found, expectedOf(belongs), `${kind} of ${String(from)}`);
      assert.equal(Leq === null, found["samples"] === 0);
    }
  }
  const whole = expectedOf(() => true);
  expect(whole.excludedSeconds).toBeGreaterThan(50_000);
  const { samples, coveredSeconds } = whole;
  expect(sensor["distribution"]).toEqual({ samples, seconds: coveredSeconds });
  // Clocks went back at 01:00Z on the 27th: 07:00 on the wall is 06:00Z before, and 07:00Z after.
  const starts = tableOf(`
    2019-10-25 | 2019-10-25T06:00Z | 2019-10-25T18:00Z | 2019-10-25T22:00Z | 2019-10-26T06:00Z
    2019-10-26 | 2019-10-26T06:00Z | 2019-10-26T18:00Z | 2019-10-26T22:00Z | 2019-10-27T07:00Z
    2019-10-27 | 2019-10-27T07:00Z | 2019-10-27T19:00Z | 2019-10-27T23:00Z | 2019-10-28T07:00Z
    2019-10-28 | 2019-10-28T07:00Z | 2019-10-28T19:00Z | 2019-10-28T23:00Z | 2019-10-29T07:00Z`);
  const between = (from: string, to: string) =>
    expectedOf((each) => second(from) <= each && each < second(to));
  expect(sensor["indicators"]?.["days"]).toEqual(
    starts.map(([date, day = "", evening = "", night = "", end = ""]) => ({
      date,
      day: between(day, evening),
      evening: between(evening, night),
      night: between(night, end),
    })),
  );
  // Sunday 01:00 came twice.
  const twice = { from: second("2019-10-27T00:00Z"), to: second("2019-10-27T02:00Z") };
  expect(sensor["weekProfile"]?.["cells"]?.[6 * 24 + 1]).toEqual(
    expectedOf((each) => twice.from <= each && each < twice.to),
  );
});

test("twenty stretches of exclusions are a record, where they are read", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 1 } });
  const { projectId, sensorIds, key } = tenant;
  const minute = (index: number) => new Date(Date.UTC(2019, 2, 10, 12, index)).toISOString();
  await tenant.addExclusions(
    Array.from({ length: 21 }, (_, index) => [minute(2 * index), minute(2 * index + 1), "horn"]),
  );
  // A day costs a record for 20 of 86,400 samples, the other field the rest.
  const day = `startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z"`;
  const statusOf = async (field: string, records: number) => {
    const end = new Date(Date.UTC(2019, 2, 1) + records * 20_000 - 1000).toISOString();
    const half = `startAt: "2019-03-01", endAt: "2019-03-12T13:46:39Z"`;
    const others = `a: availability(${half}) { samples } b: availability(startAt: "2019-03-01", endAt: "${end}") { samples }`;
    const query = `{ sensor(projectId: "${projectId}", id: "${sensorIds[0]}") { ${field} ${others} } }`;
    return (await graphql(query, { key })).status();
  };
  for (const [argument, records] of [
    ["", 0],
    [", validOnly: true", 2],
  ] as const) {
    const field = `distribution(${day}${argument}) { samples }`;
    const left = 50_000 - 4320 - records;
    expect(await statusOf(field, left), field).toBe(200);
    expect(await statusOf(field, left + 1), field).toBe(400);
  }
});
