import { expect, test } from "../support/test.ts";
import { notReported } from "../../src/acoustics/aggregates/sample-columns.ts";
import { createAssessor } from "../../src/acoustics/assessment/assessor.ts";
import type { Assessment } from "../../src/acoustics/assessment/assess-window.ts";
import type { Calendar } from "../../src/acoustics/assessment/criterion.ts";
import { windowsOf } from "../../src/acoustics/assessment/windows.ts";
import { parseLevel } from "../../src/acoustics/levels/decibel.ts";
import { dateOf } from "../../src/acoustics/time/calendar-day.ts";
import { parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { siteLoader } from "../support/data-sets.ts";
import { zoneOf } from "../unit/limit-schedules.ts";

/* Served answers against the rules, on the rows of a file: what is read, cut and put in order is compared. */

const workdays = ["mon", "tue", "wed", "thu", "fri"];
const criteria = [
  { id: "day", name: "Day", level: "LAeq", from: "07:00", to: "19:00", over: "window", limit: 60 },
  {
    id: "works",
    name: "Works",
    level: "LAeq",
    days: [...workdays, "holiday"],
    from: "06:00",
    to: "18:00",
    over: "window",
    limit: 62,
    round: 1,
    minCoverage: 0.9,
    adjustments: [
      { name: "Early", from: "06:00", to: "08:00", add: 6 },
      { name: "Works", days: workdays, add: 3.5 },
    ],
  },
  {
    id: "night",
    name: "Night",
    level: "LAeq",
    from: "22:00",
    to: "07:00",
    over: { block: "PT1H" },
    limit: 52,
    allowed: 1,
    round: 0.1,
  },
  {
    id: "loudest",
    name: "Loudest three hours",
    level: "LAeq",
    from: "00:00",
    to: "24:00",
    over: { rolling: "PT3H" },
    limit: 60,
  },
  {
    id: "each",
    name: "Each",
    level: "LAeq",
    from: "12:00",
    to: "12:00",
    over: "sample",
    limit: 63,
  },
  {
    id: "minutes",
    name: "Minutes",
    level: "LAeq",
    from: "07:00",
    to: "08:00",
    over: { block: "PT1M" },
    limit: 60,
  },
];

const siteOf = siteLoader(criteria);

const referenceTime = "{ startAt endAt level over coverage verdict }";
const fields = `criterionId date startAt endAt seconds samples coveredSeconds excludedSeconds coverage verdict reason level
  limit over referenceTimes exceeded undecided worst ${referenceTime} exceedances ${referenceTime} budgetUsed
  remaining { seconds level } adjustments { name add seconds }`;

interface Served {
  readonly criterionId: string;
  readonly date: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly [field: string]: unknown;
}

/** Data set, sensor, zone, holidays, interval, and the whole contract in seconds, worked out by hand. */
const series = [
  [
    "city",
    "city-quay",
    "Europe/Dublin",
    ["2023-03-17"],
    3600,
    "2023-03-13T00:00:00Z",
    "2023-04-02T22:59:59Z",
  ],
  [
    "city",
    "city-yard",
    "Europe/Dublin",
    ["2023-03-17"],
    3600,
    "2023-03-13T00:00:00Z",
    "2023-04-02T22:59:59Z",
  ],
  [
    "dublin",
    "dublin-noise-11",
    "Europe/Dublin",
    ["2019-03-18", "2019-04-22"],
    3600,
    "2019-03-04T00:00:00Z",
    "2019-04-28T22:59:59Z",
  ],
  ["noisemonitor", "nm-laeq1s", "Etc/UTC", [], 300, "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z"],
  ["noisemonitor", "nm-laeq1m", "Etc/UTC", [], 300, "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z"],
] as const;

for (const [name, sensorId, zone, holidays, interval, first, last] of series) {
  test(`assessments of ${sensorId} are those of the rules, the same in every range`, async ({
    database,
    graphql,
  }) => {
    const site = await siteOf(database, name);
    const read = async (startAt: string, endAt: string, args = "") => {
      const of = `projectId: "${site.projectId}", id: "${site.idOf(sensorId)}"`;
      const response = await graphql(
        `{ sensor(${of}) { assessments(startAt: "${startAt}", endAt: "${endAt}"${args}) {
            interval { seconds } data { ${fields} } } } }`,
        { key: site.key },
      );
      const body = (await response.json()) as {
        data: { sensor: { assessments: { interval: { seconds: number }; data: Served[] } } };
        errors?: unknown;
      };
      expect(body.errors).toBeUndefined();
      return body.data.sensor.assessments;
    };
    const contract = { first: Date.parse(first) / 1000, last: Date.parse(last) / 1000 };
    const calendar = { timeZone: zoneOf(zone), holidays: new Set<string>(holidays) };
    const expected = assessRows(site.rowsOf(sensorId), calendar, contract, interval);
    const whole = await read("2000-01-01", "2040-01-01");
    expect(whole.interval.seconds).toBe(interval);
    expect(whole.data).toEqual(expected);
    expect(new Set(whole.data.map(({ verdict }) => verdict)).size).toBeGreaterThan(1);

    for (const part of [1, 2, 3, 4, 5]) {
      const length = contract.last - contract.first;
      const start = contract.first + Math.floor((length * part) / 7) + part * 1001;
      const range = [start, start + part * part * 9000 + part].map((second) =>
        new Date(second * 1000).toISOString(),
      ) as [string, string];
      const meets = ({ startAt, endAt }: Served) => startAt <= range[1] && endAt > range[0];
      expect((await read(...range)).data).toEqual(expected.filter(meets));
      const named = await read(...range, `, criteria: ["night", "day", "night"]`);
      expect(named.data).toEqual(
        expected.filter((window) => meets(window) && ["day", "night"].includes(window.criterionId)),
      );
    }
  });
}

/** The answers for all windows that meet the contract, by date and criterion. */
function assessRows(
  rows: readonly Readonly<Record<string, string>>[],
  calendar: Calendar,
  contract: { readonly first: number; readonly last: number },
  interval: number,
): Served[] {
  const samples = rows
    .map((row) => ({
      second: Date.parse(row["datetime"] ?? "") / 1000,
      level: parseLevel(row["LAeq"] ?? ""),
    }))
    .filter(({ second }) => second >= contract.first && second <= contract.last)
    .toSorted((left, right) => left.second - right.second);
  const columns = {
    seconds: Float64Array.from(samples, ({ second }) => second),
    durations: Float64Array.from(samples, ({ second }, index) =>
      Math.min(interval, (samples[index + 1]?.second ?? Infinity) - second),
    ),
    levels: { LAeq: Int16Array.from(samples, ({ level }) => level ?? notReported) },
  };
  const parsed = parseSiteFile(
    JSON.stringify({ project: { id: "p", name: "P", timezone: "Etc/UTC", criteria } }),
    "site.json",
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.site.criteria
    .flatMap((criterion, place) => {
      const assessor = createAssessor({
        criterion,
        calendar,
        windows: windowsOf(criterion, calendar, contract),
        intervalSeconds: interval,
        isExcluded: () => false,
      });
      const add = assessor.open(columns);
      for (const index of samples.keys()) add(index);
      return assessor.finish().map((assessment) => ({
        place,
        day: assessment.window.day,
        served: present(criterion.id, criterion.limit, assessment),
      }));
    })
    .toSorted((left, right) => left.day - right.day || left.place - right.place)
    .map(({ served }) => served);
}

const iso = (second: number) => new Date(second * 1000).toISOString();
const decibels = (level: number | null) => (level === null ? null : level / 100);

function present(criterionId: string, limit: number, assessment: Assessment): Served {
  const { window, worst, exceedances, budget, adjustments, ...rest } = assessment;
  const reference = (time: NonNullable<typeof worst>) => ({
    startAt: iso(time.start),
    endAt: iso(time.end),
    level: decibels(time.level),
    over: decibels(time.over),
    coverage: time.coverage,
    verdict: time.verdict,
  });
  return {
    criterionId,
    date: dateOf(window.day),
    startAt: iso(window.start),
    endAt: iso(window.end),
    seconds: window.end - window.start,
    ...rest,
    level: decibels(worst?.level ?? null),
    limit: decibels(limit),
    over: decibels(worst?.over ?? null),
    worst: worst && reference(worst),
    exceedances: exceedances.map(reference),
    budgetUsed: budget && budget.used,
    remaining: budget && {
      seconds: budget.remainingSeconds,
      level: decibels(budget.remainingLevel),
    },
    adjustments: adjustments.map((one) => ({ ...one, add: decibels(one.add) })),
  };
}
