import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { formatInstant, type Instant, type Interval } from "../../src/acoustics/time/instant.ts";
import type { ApplicableLimit, LimitSchedule } from "../../src/acoustics/limits/limit-rules.ts";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import { profileOf } from "../../src/acoustics/limits/limit-profile.ts";
import {
  createLimitLookup,
  estimateSegments,
  evaluateLimitTimeline,
  type LimitSegment,
} from "../../src/acoustics/limits/limit-timeline.ts";
import { tableOf } from "../support/table.ts";
import { clockChangesOf, distances, hour, scenarios, zones } from "./limit-arbitraries.ts";
import { instantOf, scheduleOf, zoneOf } from "./limit-schedules.ts";

const everyDay = "mon,tue,wed,thu,fri,sat,sun";

test("A range without a change is one segment", () => {
  const schedule = scheduleOf(
    "zone Europe/Dublin; project sat 22:00-24:00 C55; project default A70",
  );
  const range = intervalOf("0001-01-01 9999-12-31T23:59:59.998Z");
  expect([...evaluateLimitTimeline(schedule, "A", range)]).toEqual([
    { startAt: range.startAt, endAt: range.endAt + 1, limit: 7000, limitSource: "project_default" },
  ]);
});

function intervalOf(text: string): Interval {
  const [startAt = "", endAt = ""] = text.split(" ");
  return { startAt: instantOf(startAt), endAt: instantOf(endAt) };
}

/** Windows before, in and after the hours in which clocks change, and overnight windows over them. */
const nightly = scheduleOf(`
  holidays 2011-12-30 2010-11-07 2019-03-31 2019-10-27
  sensor sat 23:01-00:01 A41
  sensor sun 00:01-01:00 A42
  sensor sun 01:00-01:30 A43
  sensor sun 01:30-02:00 A44
  sensor sun 02:00-02:30 A45
  project holiday 00:00-24:00 A51
  project fri,sat 22:00-03:15 A52
  project ${everyDay} 03:00-03:00 A53
`);

for (const timeZone of zones) {
  test(`Around every clock change of ${timeZone} the timeline equals the schedule at both ends of every minute`, () => {
    const schedule = { ...nightly, timeZone };
    const changes = clockChangesOf(timeZone);
    // Kolkata has had no clock change since 1945: a midnight stands in.
    for (const change of changes.length > 0 ? changes : [instantOf("2019-03-30T18:30:00Z")]) {
      const range = {
        startAt: (change - 3 * hour) as Instant,
        endAt: (change + 3 * hour) as Instant,
      };
      requireEqualEachMinute(schedule, "A", range);
    }
  });
}

test("The timeline equals the schedule at both ends of every minute, for any schedule, zone and range", () => {
  fc.assert(
    fc.property(scenarios, distances, distances, ({ schedule, anchor }, one, other) => {
      const range = {
        startAt: (anchor + Math.min(one, other)) as Instant,
        endAt: (anchor + Math.max(one, other)) as Instant,
      };
      for (const weighting of ["A", "C"] as const) {
        requireEqualEachMinute(schedule, weighting, range);
      }
    }),
    { numRuns: 100 },
  );
});

test("A lookup equals the schedule for instants in ascending, descending and random order", () => {
  fc.assert(
    fc.property(
      scenarios,
      fc.array(distances, { minLength: 100 }),
      ({ schedule, anchor }, away) => {
        const ascending = away.toSorted((left, right) => left - right);
        for (const order of [ascending, ascending.toReversed(), away]) {
          const limitAt = createLimitLookup(schedule, "A");
          for (const distance of order) {
            const instant = (anchor + distance) as Instant;
            requireSame(limitAt(instant), evaluateLimit(schedule, "A", instant), instant);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("A lookup equals the schedule over two months, in which each kind of day comes again", () => {
  const days = fc.integer({ min: -30, max: 30 });
  fc.assert(
    fc.property(
      scenarios,
      fc.array(fc.tuple(days, distances), { minLength: 200, maxLength: 200 }),
      ({ schedule, anchor }, away) => {
        const limitAt = createLimitLookup(schedule, "A");
        for (const [day, distance] of away) {
          const instant = (anchor + day * 24 * hour + distance) as Instant;
          requireSame(limitAt(instant), evaluateLimit(schedule, "A", instant), instant);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** A schedule | a range | the count. */
const estimates = tableOf(`
  project exception 2019-03-20 2019-03-21 A75 | 2019-01-01 2019-12-31 | 3
   | 2019-01-01 2019-12-31 | 1
  project exception 2018-03-20 2018-03-21 A75 | 2019-01-01 2019-12-31 | 1
  project ${everyDay} 07:00-19:00 A65 | 2019-03-01 2019-03-10T23:59:59Z | 30
  project sun 07:00-19:00 A65 | 2019-03-04 2019-03-10T23:59:59Z | 9
  project ${everyDay} 07:00-19:00 A65 | 2019-03-04T12:00Z 2019-03-05T12:00Z | 4
`);
for (const [schedule, range = "", estimate] of estimates) {
  test(`The segments of "${schedule}" in ${range} are estimated: ${estimate}`, () => {
    const counted = estimateSegments(scheduleOf(schedule), "A", intervalOf(range));
    expect(counted).toBe(Number(estimate));
  });
}

test("In a zone without clock changes, no timeline has more segments than were estimated", () => {
  fc.assert(
    fc.property(scenarios, distances, distances, ({ schedule: any, anchor }, one, other) => {
      const schedule = { ...any, timeZone: zoneOf("Asia/Kolkata") };
      const range = {
        startAt: (anchor + Math.min(one, other)) as Instant,
        endAt: (anchor + Math.max(one, other)) as Instant,
      };
      const segments = [...evaluateLimitTimeline(schedule, "A", range)];
      assert.ok(segments.length <= estimateSegments(schedule, "A", range));
    }),
  );
});

test("A kind of day is worked out once for a schedule: its weekday, a holiday, the day after one", () => {
  const schedule = scheduleOf(
    `holidays 2019-03-18 2019-06-03; project ${everyDay} 07:00-19:00 A65`,
  );
  const { limitsOn } = profileOf(schedule, "A");
  expect(profileOf(schedule, "A").limitsOn).toBe(limitsOn);
  const limitsOfDate = (date: string) => limitsOn(Date.parse(date) / (24 * hour));
  expect(limitsOfDate("2019-03-11")).toBe(limitsOfDate("2019-03-04"));
  expect(limitsOfDate("1969-12-29")).toBe(limitsOfDate("2019-03-04"));
  expect(limitsOfDate("2019-03-18")).toBe(limitsOfDate("2019-06-03"));
  expect(limitsOfDate("2019-03-19")).toBe(limitsOfDate("2019-06-04"));
  const kinds = new Set(
    Array.from({ length: 365 }, (_, day) => limitsOn(day + Date.parse("2019-01-01") / (24 * hour))),
  );
  expect(kinds.size).toBe(9);
});

test("The same rules of a project and of a sensor keep their own sources", () => {
  const shared = scheduleOf("sensor exception 2019-03-20 2019-03-21 A75").sensor;
  const schedule = { ...scheduleOf(), project: shared };
  const noon = instantOf("2019-03-20T12:00Z");
  const sourceOf = (asked: LimitSchedule) => createLimitLookup(asked, "A")(noon).limitSource;
  expect(sourceOf(schedule)).toBe("project_exception");
  expect(sourceOf({ ...schedule, sensor: shared })).toBe("sensor_exception");
});

/** The segments cover the range, touch each other, are not empty, and cannot be longer. */
function requireContiguous(segments: readonly LimitSegment[], range: Interval): void {
  assert.equal(segments[0]?.startAt, range.startAt);
  assert.equal(segments.at(-1)?.endAt, range.endAt + 1);
  segments.forEach((segment, index) => {
    assert.ok(segment.startAt < segment.endAt);
    const next = segments[index + 1];
    if (next === undefined) return;
    assert.equal(next.startAt, segment.endAt);
    assert.notDeepEqual(answerOf(next), answerOf(segment));
  });
}

/** No rule begins or ends within a minute but exceptions; both sides of each are compared as well. */
function requireEqualEachMinute(
  schedule: LimitSchedule,
  weighting: "A" | "C",
  range: Interval,
): void {
  const segments = [...evaluateLimitTimeline(schedule, weighting, range)];
  requireContiguous(segments, range);
  const limitAt = createLookup(segments);
  const { sensor, project } = schedule;
  const ends = [...segments, ...sensor.exceptions, ...project.exceptions];
  for (const instant of sidesOfMinutes(range, ends)) {
    requireSame(limitAt(instant), evaluateLimit(schedule, weighting, instant), instant);
  }
}

/** Faster than a deep comparison: there are millions of answers. */
function requireSame(left: ApplicableLimit, right: ApplicableLimit, instant: Instant): void {
  if (left.limit === right.limit && left.limitSource === right.limitSource) return;
  assert.deepEqual(left, right, `at ${formatInstant(instant)}`);
}

/** Looks up the limit in segments, for instants in ascending order. */
function createLookup(segments: readonly LimitSegment[]): (instant: Instant) => ApplicableLimit {
  let index = 0;
  return (instant) => {
    while ((segments[index]?.endAt ?? Infinity) <= instant) index += 1;
    const segment = segments[index];
    assert.ok(segment !== undefined && segment.startAt <= instant);
    return answerOf(segment);
  };
}

function answerOf({ limit, limitSource }: LimitSegment): ApplicableLimit {
  return { limit, limitSource };
}

/** The last and the first millisecond of every minute and of the given parts of a range, in order. */
function sidesOfMinutes(range: Interval, parts: readonly Interval[]): Instant[] {
  const edges = new Set(parts.flatMap(({ startAt, endAt }) => [startAt, endAt]));
  for (let edge = Math.ceil(range.startAt / 60_000) * 60_000; edge <= range.endAt; edge += 60_000) {
    edges.add(edge as Instant);
  }
  return [...new Set([...edges].flatMap((edge) => [edge - 1, edge]))]
    .filter((instant) => range.startAt <= instant && instant <= range.endAt)
    .toSorted((left, right) => left - right) as Instant[];
}
