import { levelsFrom } from "../support/series.ts";
import assert from "node:assert/strict";
import {
  clockChangeInterval,
  clockChangeRange,
  clockChangeSamples,
  clockChangeSeconds,
  tenantOfClockChange,
} from "../support/clock-change.ts";
import { tableOf } from "../support/table.ts";
import { expect, test } from "../support/test.ts";

interface Answer {
  readonly data: { readonly sensor: Record<string, unknown> };
  readonly errors?: readonly { message: string; extensions: Record<string, unknown> }[];
}

interface Bucket {
  readonly startAt: string;
  readonly endAt: string;
  readonly seconds: number;
  readonly partial: boolean;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly coveredSeconds: number;
  readonly coverage: number;
  readonly limitedSeconds: number;
  readonly events: number;
  readonly overSeconds: number;
  readonly overFraction: number | null;
  readonly limit: number | null;
  readonly over: number | null;
  readonly [level: string]: number | string | boolean | null;
}

const levels =
  "Leq Leq10 Leq50 Leq90 LeqMax LeqMin LAFmax LAFmin LCpeak maxOver lowestLimit highestLimit";
const allFields = `startAt endAt localStartAt seconds partial samples expectedSamples coveredSeconds coverage
  limitedSeconds events overSeconds overFraction limit limitSource over ${levels}`;

const rangeOf = ({ startAt, endAt }: { readonly startAt: string; readonly endAt: string }) =>
  `startAt: "${startAt}", endAt: "${endAt}"`;

/** The days of the clock change have 5,503 minutes. */
const bucketsIn = (args: string, fields = allFields, maxBuckets = 6000) =>
  `aggregates(${args}, maxBuckets: ${maxBuckets}) { interval { seconds source } buckets { ${fields} } }`;

function bucketsOf(sensor: Record<string, unknown>, alias = "aggregates"): readonly Bucket[] {
  return (sensor[alias] as { readonly buckets: readonly Bucket[] }).buckets;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const energyOf = (decibels: number) => 10 ** (decibels / 10);
const levelsIn = (buckets: readonly Bucket[], name: string) =>
  buckets.flatMap(({ [name]: level }) => (typeof level === "number" ? [level] : []));

test("the aggregate of a range is that of its samples, each as long as to the next or the interval", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  const sensor = await readSensor(tenant, bucketsIn(`${rangeOf(clockChangeRange)}, bucket: range`));
  const { start, end } = clockChangeSeconds;
  const inside = clockChangeSamples
    .map((sample, index) => ({
      ...sample,
      seconds: Math.min(
        clockChangeInterval,
        (clockChangeSamples[index + 1]?.second ?? Infinity) - sample.second,
      ),
    }))
    .filter(({ second }) => second >= start && second < end);
  const counted = inside.flatMap(({ LAeq, seconds }) =>
    LAeq === undefined ? [] : [{ LAeq, seconds }],
  );
  const covered = sum(counted.map(({ seconds }) => seconds));
  const mean = sum(counted.map(({ LAeq, seconds }) => seconds * energyOf(LAeq))) / covered;
  const numbers = (name: "LAeq" | "LAFmax" | "LAFmin") =>
    inside.flatMap(({ [name]: level }) => level ?? []);
  const [bucket, ...others] = bucketsOf(sensor);
  expect(others).toEqual([]);
  expect(bucket).toMatchObject({
    startAt: "2019-10-25T10:17:14.000Z",
    endAt: "2019-10-29T06:00:00.000Z",
    localStartAt: "2019-10-25T11:17:14+01:00",
    seconds: end - start,
    partial: false,
    samples: counted.length,
    expectedSamples: Math.round((end - start) / clockChangeInterval),
    coveredSeconds: covered,
    coverage: covered / (end - start),
    LeqMax: Math.max(...numbers("LAeq")),
    LeqMin: Math.min(...numbers("LAeq")),
    LAFmax: Math.max(...numbers("LAFmax")),
    LAFmin: Math.min(...numbers("LAFmin")),
    LCpeak: null,
    limit: null,
    limitSource: null,
    over: null,
    lowestLimit: 50.5,
    highestLimit: 75,
  });
  expect(Math.abs(Number(bucket?.["Leq"]) - 10 * Math.log10(mean))).toBeLessThan(0.006);
  expect(sensor).toMatchObject({
    aggregates: { interval: { seconds: clockChangeInterval, source: "inferred" } },
  });
});

const kinds = "minute five_minutes quarter_hour hour day week month year limit".split(" ");

for (const kind of kinds) {
  test(`buckets of ${kind} are contiguous, and add up to the range`, async ({
    tenantOf,
    readSensor,
  }) => {
    const tenant = await tenantOfClockChange(tenantOf);
    const range = rangeOf(clockChangeRange);
    const read = async (fields: string) =>
      bucketsOf(await readSensor(tenant, bucketsIn(`${range}, bucket: ${kind}`, fields)));
    // All fields of thousands of buckets are more values than a request may have.
    const parts = await Promise.all(
      [
        "startAt endAt seconds samples coveredSeconds coverage events Leq",
        "limitedSeconds overSeconds overFraction LeqMax LeqMin LAFmax LAFmin",
        "maxOver lowestLimit highestLimit",
      ].map(read),
    );
    const buckets = (parts[0] ?? []).map((bucket, index) => {
      const others = parts.map((part) => part[index]);
      return Object.assign({}, bucket, ...others) as Bucket;
    });
    const [whole] = bucketsOf(await readSensor(tenant, bucketsIn(`${range}, bucket: range`)));
    expect(buckets.map(({ startAt }) => startAt)).toEqual([
      "2019-10-25T10:17:14.000Z",
      ...buckets.slice(0, -1).map(({ endAt }) => endAt),
    ]);
    expect(buckets.at(-1)?.endAt).toBe("2019-10-29T06:00:00.000Z");

    const counts = ["seconds", "samples", "coveredSeconds", "events", "overSeconds"] as const;
    for (const name of [...counts, "limitedSeconds"] as const) {
      expect(sum(buckets.map((bucket) => bucket[name])), name).toBe(whole?.[name]);
    }
    for (const name of ["LeqMax", "LAFmax", "maxOver", "highestLimit"]) {
      expect(Math.max(...levelsIn(buckets, name)), name).toBe(whole?.[name]);
    }
    for (const name of ["LeqMin", "LAFmin", "lowestLimit"]) {
      expect(Math.min(...levelsIn(buckets, name)), name).toBe(whole?.[name]);
    }
    const energy = sum(
      buckets.map(({ Leq, coveredSeconds }) =>
        typeof Leq === "number" ? coveredSeconds * energyOf(Leq) : 0,
      ),
    );
    const mean = 10 * Math.log10(energy / (whole?.coveredSeconds ?? 0));
    expect(Math.abs(Number(whole?.["Leq"]) - mean)).toBeLessThan(0.01);
    for (const bucket of buckets) {
      const { samples, coverage, coveredSeconds, seconds, overFraction, limitedSeconds } = bucket;
      const share = limitedSeconds === 0 ? null : bucket.overSeconds / limitedSeconds;
      assert.deepEqual(
        [coverage, bucket["Leq"] === null, overFraction],
        [Math.min(1, coveredSeconds / seconds), samples === 0, share],
      );
    }
  });
}

test("buckets of limit have one limit each, that of the timeline, and the distance to it", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  const range = rangeOf(clockChangeRange);
  const sensor = await readSensor(
    tenant,
    `${bucketsIn(`${range}, bucket: limit`, allFields, 100)} limitTimeline(${range}) { startAt limit limitSource }`,
  );
  const buckets = bucketsOf(sensor);
  const upward = (instant: string) => new Date(Math.ceil(Date.parse(instant) / 1000) * 1000);
  expect(
    buckets.map(({ startAt, limit, limitSource }) => ({ startAt, limit, limitSource })),
  ).toEqual(
    (sensor["limitTimeline"] as Bucket[]).map(({ startAt, limit, limitSource }) => ({
      startAt: upward(startAt).toISOString(),
      limit,
      limitSource,
    })),
  );
  expect(buckets.map(({ partial }) => partial)).not.toContain(true);
  for (const {
    Leq,
    limit,
    over,
    lowestLimit,
    highestLimit,
    limitedSeconds,
    coveredSeconds,
  } of buckets) {
    const isLimited = typeof Leq === "number" && limit !== null;
    assert.equal(over, isLimited ? Math.round((Leq - limit) * 100) / 100 : null);
    assert.deepEqual([lowestLimit, highestLimit], isLimited ? [limit, limit] : [null, null]);
    assert.equal(limitedSeconds, isLimited ? coveredSeconds : 0);
  }
});

test("a limit that held for no whole second does not divide the bucket around it", async ({
  tenantOf,
  readSensor,
}) => {
  const short = {
    startAt: "2019-03-10T12:00:00.250Z",
    endAt: "2019-03-10T12:00:00.750Z",
    limit: { A: 75 },
  };
  const tenant = await tenantOf({ site: { limits: { default: { A: 60 }, exceptions: [short] } } });
  const range = `startAt: "2019-03-10T11:00:00Z", endAt: "2019-03-10T12:59:59Z"`;
  const fields = "startAt seconds limit limitSource";
  expect(bucketsOf(await readSensor(tenant, bucketsIn(`${range}, bucket: limit`, fields)))).toEqual(
    [
      {
        startAt: "2019-03-10T11:00:00.000Z",
        seconds: 7200,
        limit: 60,
        limitSource: "project_default",
      },
    ],
  );
});

test("a whole bucket is the same in every request, whichever sensors are queried beside it", async ({
  tenantOf,
  readSensor,
  graphql,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  const hours = (startAt: string, endAt: string) =>
    bucketsIn(`startAt: "${startAt}", endAt: "${endAt}", bucket: hour`, allFields, 49);
  const long = bucketsOf(
    await readSensor(tenant, hours("2019-10-26T00:10:00Z", "2019-10-28T00:09:59Z")),
  );
  const others = hours("2019-10-26T22:59:59Z", "2019-10-27T03:00:00Z");
  const { projectId, key } = tenant;
  const beside = await graphql(`{ project(id: "${projectId}") { sensors { ${others} } } }`, {
    key,
  });
  const { data } = (await beside.json()) as {
    data: { project: { sensors: readonly Record<string, unknown>[] } };
  };
  const short = bucketsOf(data.project.sensors[0] ?? {});
  const whole = short.filter(({ partial }) => !partial);
  expect(whole.map(({ localStartAt }) => localStartAt)).toEqual([
    "2019-10-27T00:00:00+01:00",
    "2019-10-27T01:00:00+01:00",
    "2019-10-27T01:00:00+00:00",
    "2019-10-27T02:00:00+00:00",
  ]);
  expect(long).toEqual(expect.arrayContaining(whole));
});

test("events of a bucket are as many as its page of events has records", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  for (const fweighting of ["A", "C", "Z"]) {
    const range = `${rangeOf(clockChangeRange)}, fweighting: ${fweighting}`;
    const buckets = bucketsOf(await readSensor(tenant, bucketsIn(`${range}, bucket: day`)));
    const pages = buckets.map(({ startAt, endAt }, index) => {
      const last = new Date(Date.parse(endAt) - 1000).toISOString();
      return `e${index}: events(startAt: "${startAt}", endAt: "${last}", limit: 2000, fweighting: ${fweighting}) { data { id } }`;
    });
    const found = Object.values(await readSensor(tenant, pages.join(" "))) as { data: unknown[] }[];
    expect(
      found.map(({ data }) => data.length),
      fweighting,
    ).toEqual(buckets.map(({ events }) => events));
  }
});

test("the limit of an instant is that of the timeline and of the sample there, and rules are empty where there is none", async ({
  tenantOf,
  readSensor,
}) => {
  interface Explained {
    readonly at: string;
    readonly limit: number | null;
    readonly limitSource: string;
    readonly rules: readonly { readonly limit: number; readonly limitSource: string }[];
  }
  const tenant = await tenantOfClockChange(tenantOf);
  const explained = "at limit limitSource rules { limit limitSource }";
  const range = rangeOf(clockChangeRange);
  const sensor = await readSensor(
    tenant,
    `limitTimeline(${range}) { startAt limit limitSource }
     measurements(${range}, limit: 2000) { data { datetime Leq limit limitSource over limitExplanation { ${explained} } } }`,
  );
  const check = ({ limit, limitSource, rules }: Explained) => {
    assert.equal(rules.length === 0, limitSource === "none");
    const first = [rules[0]?.limit ?? null, rules[0]?.limitSource ?? "none"];
    assert.deepEqual(first, [limit, limitSource]);
  };
  const segments = sensor["limitTimeline"] as (Omit<Explained, "at"> & { startAt: string })[];
  const instants = segments.map(
    ({ startAt }, index) => `l${index}: limitAt(at: "${startAt}") { ${explained} }`,
  );
  const answers = Object.values(await readSensor(tenant, instants.join(" "))) as Explained[];
  expect(answers.map(({ at, limit, limitSource }) => [at, limit, limitSource])).toEqual(
    segments.map(({ startAt, limit, limitSource }) => [startAt, limit, limitSource]),
  );
  answers.forEach(check);

  const { data } = sensor["measurements"] as {
    data: (Explained & {
      datetime: string;
      Leq: number | null;
      over: number | null;
      limitExplanation: Explained;
    })[];
  };
  expect(data.length).toBeGreaterThan(500);
  for (const { datetime, limit, limitSource, Leq, over, limitExplanation } of data) {
    const { rules } = limitExplanation;
    assert.deepEqual(limitExplanation, { at: datetime, limit, limitSource, rules });
    check(limitExplanation);
    const distance = Leq === null || limit === null ? null : Math.round((Leq - limit) * 100) / 100;
    assert.equal(over, distance);
  }
  expect(new Set(data.map(({ limitSource }) => limitSource))).toEqual(
    new Set(["none", "project_schedule", "project_holiday", "project_exception"]),
  );
});

const at = (clock: string) => Date.parse(`2019-03-10T${clock}Z`) / 1000;

test("the next sample shortens the last one, also beyond the range, but not beyond the contract", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOf({
    site: {
      intervalSeconds: 300,
      contract: { startAt: "2019-03-10T12:00:00Z", endAt: "2019-03-10T12:09:00Z" },
    },
  });
  await tenant.addSamples(
    ["11:59:59", "12:00:00", "12:05:00", "12:06:40", "12:09:01"].map((clock) => ({
      second: at(clock),
      LAFmax: 60,
      ...(clock === "12:06:40" ? {} : { LAeq: 60 }),
    })),
  );
  const until = async (endAt: string) => {
    const range = `startAt: "2019-03-10T12:00:00Z", endAt: "2019-03-10T${endAt}Z"`;
    const sensor = await readSensor(
      tenant,
      `${bucketsIn(`${range}, bucket: range`, "samples coveredSeconds")} availability(${range}) { coveredSeconds }`,
    );
    const { samples, coveredSeconds } = bucketsOf(sensor)[0] ?? {};
    return [samples, coveredSeconds, (sensor["availability"] as Bucket).coveredSeconds];
  };
  expect(await until("12:04:59")).toEqual([1, 300, 300]);
  expect(await until("12:05:00")).toEqual([2, 400, 400]);
  // The last sample inside the contract has no LAeq, and the one outside does not shorten it.
  expect(await until("12:09:00")).toEqual([2, 400, 700]);
});

test("the interval is the sensor's, else the project's, else that of its samples, else five minutes", async ({
  tenantOf,
  readSensor,
}) => {
  const declared = await tenantOf({
    site: { intervalSeconds: 120 },
    sensors: [{ intervalSeconds: 60 }, {}],
  });
  const other = await tenantOf({ sensors: 2 });
  const samples = ["12:00:00", "12:00:10", "12:00:20", "12:00:30"].map((clock) => ({
    second: at(clock),
    LAeq: 60,
  }));
  for (const tenant of [declared, other]) await tenant.addSamples(samples);
  const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
  const interval = "interval { seconds source }";
  const selection = `${interval} aggregates(${range}, bucket: hour) { ${interval} } series(${range}) { ${interval} bucket }
    indicators(${range}) { ${interval} } weekProfile(${range}) { ${interval} } distribution(${range}) { ${interval} }
    availability(${range}) { ${interval} expectedSamples }`;
  for (const [tenant, sensor, seconds, source] of [
    [declared, 0, 60, "declared"],
    [declared, 1, 120, "declared"],
    [other, 0, 10, "inferred"],
    [other, 1, 300, "assumed"],
  ] as const) {
    const same = { interval: { seconds, source } };
    expect(await readSensor(tenant, selection, sensor)).toEqual({
      ...same,
      aggregates: same,
      series: { ...same, bucket: "five_minutes" },
      indicators: same,
      weekProfile: same,
      distribution: same,
      availability: { ...same, expectedSamples: Math.round(86_401 / seconds) },
    });
  }
});

test("a series has the shortest buckets that are not shorter than the interval and fit", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 61, contract: { startAt: "2000-01-01", endAt: "2039-12-31" } },
  });
  const choose = async (startAt: string, endAt: string) => {
    const range = `startAt: "${startAt}", endAt: "${endAt}", maxPoints: 10`;
    const { series } = await readSensor(tenant, `series(${range}) { bucket buckets { startAt } }`);
    const { bucket, buckets } = series as { bucket: string; buckets: unknown[] };
    return [bucket, buckets.length];
  };
  for (const [startAt, endAt, ...chosen] of [
    ["2019-03-11", "2019-03-11T00:00:00Z", "five_minutes", 1],
    ["2019-03-11", "2019-03-11T00:49:59Z", "five_minutes", 10],
    ["2019-03-11", "2019-03-11T00:50:00Z", "quarter_hour", 4],
    ["2019-03-11", "2019-03-11T09:59:59Z", "hour", 10],
    ["2019-03-11", "2019-03-11T10:00:00Z", "day", 1],
    ["2019-03-11", "2019-03-21T00:00:00Z", "week", 2],
    ["2019-01-01", "2019-08-31T00:00:00Z", "month", 8],
    ["2019-01-01", "2020-01-01T00:00:00Z", "year", 2],
  ] as const) {
    expect(await choose(startAt, endAt), endAt).toEqual(chosen);
  }
});

const refusals = tableOf(`
  aggregates(WRONG, bucket: hour, minCoverage: 1.1, maxBuckets: 0) | startAt | minCoverage | maxBuckets
  aggregates(RIGHT, bucket: hour, maxBuckets: 10001) | maxBuckets
  series(WRONG, minCoverage: -0.1, maxPoints: 9) | startAt | minCoverage | maxPoints
  series(RIGHT, maxPoints: 5001) | maxPoints
  indicators(WRONG, minCoverage: 2) | startAt | minCoverage
  weekProfile(WRONG, minCoverage: 2) | startAt | minCoverage
  distribution(WRONG, binWidth: 3, percents: []) | startAt | binWidth | percents
  distribution(RIGHT, percents: [50, 100]) | percents
  distribution(RIGHT, percents: [0]) | percents
  distribution(RIGHT, percents: [${"50, ".repeat(21)}]) | percents
  availability(WRONG) | startAt
  aggregates(startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z", bucket: hour, maxBuckets: 23) | maxBuckets
  aggregates(LONG, bucket: range) | endAt
  series(LONG) | endAt
  indicators(LONG) | endAt
  weekProfile(LONG) | endAt
  distribution(LONG) | endAt
  availability(LONG) | endAt
`);
/** With an interval of one second, the long one is too long by a sample. */
const ranges: Readonly<Record<string, string>> = {
  WRONG: 'startAt: "2019-03-11", endAt: "2019-03-10"',
  RIGHT: 'startAt: "2019-03-10", endAt: "2019-03-11"',
  LONG: 'startAt: "2019-03-10", endAt: "2019-03-22T17:33:20Z"',
};

const everySecond = {
  intervalSeconds: 1,
  contract: { startAt: "2018-01-01", endAt: "2021-01-01" },
};
const isTelemetry = (text: string) => text.includes("samples");

test("every bad argument of a field is named, and no telemetry is read", async ({
  tenantOf,
  askSensor,
  database,
}) => {
  const tenant = await tenantOf({ site: everySecond });
  const statements = await database.statementsOf(async () => {
    for (const [written = "", ...parameters] of refusals) {
      const field = written.replace(/[A-Z]{4,}/, (name) => ranges[name] ?? name);
      const { data, errors = [] } = (await (
        await askSensor(tenant, `${field} { meta { clamped } }`)
      ).json()) as Answer;
      expect(Object.values(data.sensor), field).toEqual([null]);
      expect(
        errors.map(({ extensions: { code, errors: issues } }) => [
          code,
          (issues as { parameter: string }[]).map(({ parameter }) => parameter),
        ]),
        field,
      ).toEqual([["INVALID_REQUEST", parameters]]);
    }
  });
  expect(statements.filter(isTelemetry)).toEqual([]);
});

test("a range of exactly the bounds is answered", async ({ tenantOf, readSensor }) => {
  const longest = `startAt: "2019-03-10", endAt: "2019-03-22T17:33:19Z"`;
  const day = `startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z"`;
  const tenant = await tenantOf({ site: everySecond });
  const seconds = await readSensor(tenant, `availability(${longest}) { seconds }`);
  expect(seconds).toEqual({ availability: { seconds: 1_100_000 } });
  const hours = `aggregates(${day}, bucket: hour, maxBuckets: 24) { buckets { partial } }`;
  expect(bucketsOf(await readSensor(tenant, hours))).toEqual(
    Array.from({ length: 24 }, () => ({ partial: false })),
  );
});

test("buckets of limit are for 366 days at most", async ({ tenantOf, askSensor }) => {
  const tenant = await tenantOf({ site: { ...everySecond, intervalSeconds: 86_400 } });
  const until = async (endAt: string) => {
    const range = `startAt: "2019-03-10", endAt: "${endAt}"`;
    const selection = `aggregates(${range}, bucket: limit) { buckets { seconds } }`;
    return (await askSensor(tenant, selection)).json();
  };
  expect(await until("2020-03-09T23:59:59Z")).toEqual({
    data: { sensor: { aggregates: { buckets: [{ seconds: 366 * 86_400 }] } } },
  });
  expect(await until("2020-03-10T00:00:00Z")).toMatchObject({
    errors: [{ extensions: { errors: [{ parameter: "endAt" }] } }],
  });
});

test("fields that could read too many samples together are refused with the whole request", async ({
  tenantOf,
  askSensor,
}) => {
  const tenant = await tenantOf({ site: everySecond });
  // A record for 20 samples: 50,000 each.
  const range = `startAt: "2019-03-10", endAt: "2019-03-21T13:46:39Z"`;
  const two = `distribution(${range}) { samples } availability(${range}) { samples }`;
  expect((await askSensor(tenant, two)).status()).toBe(200);
  const response = await askSensor(tenant, `${two} indicators(${range}) { days { date } }`);
  expect(response.status()).toBe(400);
  expect(await response.json()).toEqual({
    errors: [
      {
        message: expect.stringContaining("at most 100,000 records"),
        extensions: { code: "INVALID_REQUEST" },
      },
    ],
  });
});

test("buckets, days and hours of the week are records, too", async ({ tenantOf, askSensor }) => {
  const tenant = await tenantOf({ site: everySecond });
  const half = `startAt: "2019-03-10", endAt: "2019-03-21T13:46:39Z"`;
  const rest = (seconds: number) => {
    const end = new Date(Date.parse("2019-03-10") + (seconds - 1) * 1000).toISOString();
    return `startAt: "2019-03-10", endAt: "${end}"`;
  };
  const day = `startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z"`;
  // The records of a field besides one for each 20 of a day's 86,400 samples, and the rest for another field.
  for (const [field, records] of [
    [`aggregates(${day}, bucket: hour) { bucket }`, 24],
    [`series(${day}) { bucket }`, 288],
    [`indicators(${day}) { days { date } }`, 5 * 2],
    [`weekProfile(${day}) { fweighting }`, 168],
    [`distribution(${day}) { samples }`, 0],
  ] as const) {
    const left = 50_000 - 4320 - records;
    const other = (seconds: number) =>
      `a: availability(${half}) { samples } b: availability(${rest(seconds)}) { samples }`;
    expect((await askSensor(tenant, `${field} ${other(left * 20)}`)).status(), field).toBe(200);
    expect((await askSensor(tenant, `${field} ${other(left * 20 + 1)}`)).status(), field).toBe(400);
  }
});

test("an explanation of a limit is one record, and ten more a request", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 50 });
  const { projectId, sensorIds, key } = tenant;
  await tenant.addSamples(
    ["12:00:00", "12:05:00", "12:10:00"].map((clock) => ({ second: at(clock), LAeq: 60 })),
  );
  const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
  const limitAt = `limitAt(at: "2019-03-10") { limit }`;
  const explained = `measurements(${range}) { data { limitExplanation { limit } } }`;
  // Pages of the fifty sensors use all but 50 records.
  const pages = `project(id: "${projectId}") { sensors { measurements(${range}, limit: 1999) { cursor } } }`;
  for (const [selection, records] of [
    [limitAt, 11],
    [`${limitAt} b: ${limitAt}`, 12],
    [explained.replace("endAt", "limit: 3, endAt"), 3 + 13],
    [`${explained.replace("endAt", "limit: 3, endAt")} ${limitAt}`, 3 + 14],
  ] as const) {
    const ask = (limit: number) => {
      const page = `page: measurements(${range}, limit: ${limit}) { cursor }`;
      const sensor = `sensor(projectId: "${projectId}", id: "${sensorIds[0]}") { ${selection} ${page} }`;
      return graphql(`{ ${pages} ${sensor} }`, { key });
    };
    expect((await ask(50 - records)).status(), selection).toBe(200);
    expect((await ask(51 - records)).status(), selection).toBe(400);
  }
});

const nothing = { samples: 0, seconds: 0 };
const noLevels = { lowest: null, highest: null, mode: null, arithmeticMean: null };
const noTime = { expectedSamples: 0, coveredSeconds: 0, coverage: 0, firstAt: null, lastAt: null };

/** Fields of a range, and their answer where nothing is read, besides `meta` and `interval`. */
const unread: readonly (readonly [field: string, fields: string, answer: object])[] = [
  [
    "aggregates(RANGE, bucket: hour, fweighting: C)",
    "bucket fweighting buckets { startAt }",
    { bucket: "hour", fweighting: "C", buckets: [] },
  ],
  [
    "series(RANGE)",
    "bucket fweighting buckets { startAt }",
    { bucket: "year", fweighting: "A", buckets: [] },
  ],
  [
    "indicators(RANGE)",
    "periods { day } days { date } longTerm { days }",
    { periods: { day: "07:00" }, days: [], longTerm: null },
  ],
  ["weekProfile(RANGE)", "fweighting cells { hour }", { fweighting: "A", cells: [] }],
  [
    "distribution(RANGE)",
    `level ${Object.keys({ ...nothing, ...noLevels }).join(" ")} bins { from } exceeded { level }`,
    { level: "LAeq", ...nothing, ...noLevels, bins: [], exceeded: [] },
  ],
  [
    "availability(RANGE)",
    `${Object.keys({ ...nothing, ...noTime }).join(" ")} gapCount gaps { seconds }`,
    { ...nothing, ...noTime, gapCount: 0, gaps: [] },
  ],
];

const meta = "meta { clamped effectiveRange { startAt endAt } } interval { seconds source }";
const outside = { startAt: "2019-04-02T00:00:00.000Z", endAt: "2019-04-03T00:00:00.000Z" };
const brief = { startAt: "2019-03-10T00:00:00.001Z", endAt: "2019-03-10T00:00:00.999Z" };

for (const [title, range, expectedMeta] of [
  ["without overlap with the contract", outside, { clamped: true, effectiveRange: null }],
  ["without a whole second", brief, { clamped: false, effectiveRange: brief }],
] as const) {
  test(`a range ${title} has empty answers, and no telemetry is read`, async ({
    tenantOf,
    readSensor,
    database,
  }) => {
    const [plain, declared] = [await tenantOf(), await tenantOf({ site: { intervalSeconds: 60 } })];
    const statements = await database.statementsOf(async () => {
      for (const [tenant, interval] of [
        [plain, null],
        [declared, { seconds: 60, source: "declared" }],
      ] as const) {
        for (const [field, fields, answer] of unread) {
          const text = `${field.replace("RANGE", rangeOf(range))} { ${meta} ${fields} }`;
          const found = Object.values(await readSensor(tenant, text));
          expect(found, field).toEqual([{ meta: expectedMeta, interval, ...answer }]);
        }
      }
    });
    expect(statements.filter(isTelemetry)).toEqual([]);
  });
}

/** A selection | the levels that its only statement reads; `-`: none is sent. */
const selections = tableOf(`
  aggregates(RANGE, bucket: hour) { interval { seconds } buckets { startAt seconds partial expectedSamples } } | -
  aggregates(RANGE, bucket: hour) { meta { clamped } } | -
  aggregates(RANGE, bucket: hour) { buckets { coverage } } | LAeq
  aggregates(RANGE, bucket: hour, fweighting: C) { buckets { Leq } } | LCeq
  aggregates(RANGE, bucket: hour) { buckets { LAFmax } } | LAFmax
  aggregates(RANGE, bucket: hour) { buckets { ...on Aggregate { x: LCpeak } } buckets { events } } | LAeq LCpeak
  series(RANGE, fweighting: Z) { buckets { Leq90 LAFmin } } | LZeq LAFmin
  weekProfile(RANGE) { cells { hour Leq } } | LAeq
  indicators(RANGE) { days { date } } | LAeq
  distribution(RANGE, level: LA90) { samples } | LA90
  availability(RANGE) { samples } |
`);

test("only the levels that are selected are read", async ({ tenantOf, readSensor, database }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples([{ second: at("12:00:00"), LAeq: 60 }]);
  for (const [selection = "", expected = ""] of selections) {
    const range = `startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z"`;
    const statements = await database.statementsOf(() =>
      readSensor(tenant, selection.replace("RANGE", range)),
    );
    const levelsRead = statements
      .filter(isTelemetry)
      .map((text) => [...text.matchAll(/ as "(L\w+)"/g)].map(([, level]) => level).join(" "));
    expect(levelsRead, selection).toEqual(expected === "-" ? [] : [expected]);
  }
});

test("coverage below the least takes averages away, and no counts", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(at("12:00:00"), 6, 300, 60.5));
  const hour = `startAt: "2019-03-10T12:00:00Z", endAt: "2019-03-10T12:59:59Z"`;
  const fields = "samples coverage Leq Leq50 LeqMax events overFraction";
  const sensor = await readSensor(
    tenant,
    `a: aggregates(${hour}, bucket: hour, minCoverage: 0.5) { buckets { ${fields} } }
     b: series(${hour}, minCoverage: 0.51, maxPoints: 10) { bucket buckets { ${fields} } }
     c: weekProfile(${hour}, minCoverage: 0.51) { cells { ${fields} } }`,
  );
  const counts = { samples: 6, coverage: 0.5, LeqMax: 60.5, events: 6 };
  const averages = { Leq: 60.5, Leq50: 60.5, overFraction: 1 };
  const none = { Leq: null, Leq50: null, overFraction: null };
  expect(sensor["a"]).toEqual({ buckets: [{ ...counts, ...averages }] });
  const quarter = { ...counts, ...averages, samples: 3, coverage: 1, events: 3 };
  const empty = { ...none, samples: 0, coverage: 0, LeqMax: null, events: 0 };
  expect(sensor["b"]).toEqual({
    bucket: "quarter_hour",
    buckets: [quarter, quarter, empty, empty],
  });
  const { cells } = sensor["c"] as { cells: unknown[] };
  expect(cells[6 * 24 + 12]).toEqual({ ...counts, ...none });
});
