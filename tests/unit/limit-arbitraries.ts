import fc from "fast-check";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import {
  limitDays,
  type LimitException,
  type LimitLevels,
  type LimitRules,
  type LimitSchedule,
  type LimitWindow,
} from "../../src/acoustics/limits/limit-rules.ts";
import { offsetSpanAt, type TimeZone } from "../../src/acoustics/time/time-zone.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";

export const hour = 3_600_000;
const day = 24 * hour;

export const zones: readonly TimeZone[] =
  "Europe/Dublin America/New_York Asia/Kolkata Australia/Lord_Howe Pacific/Apia America/St_Johns Africa/Casablanca"
    .split(" ")
    .map(zoneOf);

/** Every clock change of a zone from 2009 to 2031. */
export function clockChangesOf(zone: TimeZone): Instant[] {
  const changes: Instant[] = [];
  const last = instantOf("2031-12-31");
  let { endAt } = offsetSpanAt(zone, instantOf("2009-01-01"));
  while (endAt < last) {
    changes.push(endAt as Instant);
    ({ endAt } = offsetSpanAt(zone, endAt as Instant));
  }
  return changes;
}

/** A schedule whose exceptions and holidays lie around an instant, often a clock change. */
export interface Scenario {
  readonly schedule: LimitSchedule;
  readonly anchor: Instant;
}

const anchors: fc.Arbitrary<{ timeZone: TimeZone; anchor: Instant }> = fc
  .constantFrom(...zones)
  .chain((timeZone) => {
    const anytime = fc
      .integer({ min: instantOf("2009-01-01"), max: instantOf("2031-12-31") })
      .map((instant) => instant as Instant);
    const changes = clockChangesOf(timeZone);
    const anchor = changes.length === 0 ? anytime : fc.oneof(fc.constantFrom(...changes), anytime);
    return fc.record({ timeZone: fc.constant(timeZone), anchor });
  });

const levels: fc.Arbitrary<LimitLevels> = fc.record({
  A: fc.oneof(fc.constant(null), fc.constantFrom(4500, 5500, 6500).map(hundredths)),
  C: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constant(hundredths(8500))),
  Z: fc.constant(null),
});

// Half of the minutes are round, so that windows touch each other and clock changes.
const fromMinute = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 180, 420, 1320, 1380, 1439),
  fc.integer({ min: 0, max: 1439 }),
);
const toMinute = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 180, 420, 1320, 1439, 1440),
  fc.integer({ min: 0, max: 1440 }),
);

const limitWindow: fc.Arbitrary<LimitWindow> = fc
  .record({ days: fc.subarray([...limitDays]), fromMinute, toMinute, levels })
  .chain((window) =>
    fc.constantFrom(window, { ...window, toMinute: window.fromMinute }, window, window),
  );

function limitExceptionAround(anchor: Instant): fc.Arbitrary<LimitException> {
  return fc
    .tuple(fc.integer({ min: -3 * day, max: 3 * day }), fc.integer({ min: -hour, max: 2 * day }))
    .chain(([start, length]) =>
      levels.map((own) => ({
        name: null,
        startAt: (anchor + start) as Instant,
        endAt: (anchor + start + length) as Instant,
        levels: own,
      })),
    );
}

function rulesAround(anchor: Instant): fc.Arbitrary<LimitRules> {
  return fc.record({
    exceptions: fc.array(limitExceptionAround(anchor), { maxLength: 6 }),
    windows: fc.array(limitWindow, { maxLength: 6 }),
    default: fc.option(levels),
  });
}

export const scenarios: fc.Arbitrary<Scenario> = anchors.chain(({ timeZone, anchor }) =>
  fc
    .record({
      timeZone: fc.constant(timeZone),
      holidays: fc
        .subarray([-2, -1, 0, 1, 2])
        .map((days) => new Map(days.map((offset) => [dateNear(anchor, offset), null]))),
      sensor: rulesAround(anchor),
      project: rulesAround(anchor),
    })
    .map((schedule) => ({ schedule, anchor })),
);

/** Distances from an anchor in milliseconds: anywhere within days, or by whole minutes near it. */
export const distances: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -3 * day, max: 3 * day }),
  fc
    .tuple(fc.integer({ min: -180, max: 180 }), fc.constantFrom(-1, 0, 1))
    .map(([minutes, milliseconds]) => minutes * 60_000 + milliseconds),
);

function dateNear(anchor: Instant, days: number): string {
  return new Date(anchor + days * day).toISOString().slice(0, 10);
}

function hundredths(level: number): Hundredths {
  return level as Hundredths;
}
