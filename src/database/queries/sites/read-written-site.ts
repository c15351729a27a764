import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
import type {
  Adjustment,
  Criterion,
  ReferenceRule,
} from "../../../acoustics/assessment/criterion.ts";
import { type Hundredths, levelOfNumber } from "../../../acoustics/levels/decibel.ts";
import type { RoundingStep } from "../../../acoustics/levels/energy.ts";
import { weightings } from "../../../acoustics/levels/weighting.ts";
import type { LimitDay, LimitLevels, LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import { parseClockDuration } from "../../../acoustics/time/clock-duration.ts";
import { type Instant, parseInstant } from "../../../acoustics/time/instant.ts";

/*
 * Parses the members of a written site (`written-site.ts`). A version is the site that was in force, so nothing is
 * checked here. A value that a site file may not have, because it was not stored by `apply`, is read unchanged or as
 * empty.
 */

interface WrittenLimits {
  readonly default?: Readonly<Partial<Record<keyof LimitLevels, number>>>;
  readonly schedule?: readonly (WrittenClocks & { readonly limit: WrittenLimits["default"] })[];
  readonly exceptions?: readonly {
    readonly name?: string;
    readonly startAt: string;
    readonly endAt: string;
    readonly limit: WrittenLimits["default"];
  }[];
}

interface WrittenClocks {
  readonly days: readonly LimitDay[];
  readonly from: string;
  readonly to: string;
}

export function readLimits(written: WrittenLimits | null): LimitRules {
  const { default: levels, schedule = [], exceptions = [] } = written ?? {};
  return {
    default: levels === undefined ? null : readLevels(levels),
    windows: schedule.map(({ days, from, to, limit }) => ({
      days,
      fromMinute: readClock(from),
      toMinute: readClock(to),
      levels: readLevels(limit),
    })),
    exceptions: exceptions.map(({ name = null, startAt, endAt, limit }) => ({
      name,
      startAt: readInstant(startAt),
      endAt: readInstant(endAt),
      levels: readLevels(limit),
    })),
  };
}

export function readPeriods(
  written: Readonly<Record<keyof Periods, string>> | null,
): Periods | null {
  return (
    written && {
      day: readClock(written.day),
      evening: readClock(written.evening),
      night: readClock(written.night),
    }
  );
}

/** A criterion in the form of `writeCriterion`. */
export interface WrittenCriterion extends WrittenClocks {
  readonly id: string;
  readonly name: string;
  readonly level: Criterion["level"];
  readonly over: "window" | "sample" | { readonly block?: string; readonly rolling?: string };
  readonly limit: number;
  readonly allowed: number;
  readonly minCoverage: number;
  readonly round: number;
  readonly sensors?: Criterion["sensors"];
  readonly startAt?: string;
  readonly endAt?: string;
  readonly adjustments?: readonly (Partial<WrittenClocks> & {
    readonly name: string;
    readonly days: readonly LimitDay[];
    readonly add: number;
  })[];
}

export function readCriterion(written: WrittenCriterion): Criterion {
  const { sensors = null, startAt = null, endAt = null, adjustments = [] } = written;
  return {
    id: written.id,
    name: written.name,
    level: written.level,
    days: written.days,
    fromMinute: readClock(written.from),
    toMinute: readClock(written.to),
    over: readReference(written.over),
    limit: readLevel(written.limit),
    allowed: written.allowed,
    minCoverage: written.minCoverage,
    round: Math.round(written.round * 100) as RoundingStep,
    sensors,
    startsOn: startAt,
    endsOn: endAt,
    adjustments: adjustments.map(({ name, days, from, to, add }): Adjustment => ({
      name,
      days,
      fromMinute: from === undefined ? null : readClock(from),
      toMinute: to === undefined ? null : readClock(to),
      add: readLevel(add),
    })),
  };
}

function readReference(over: WrittenCriterion["over"]): ReferenceRule {
  if (typeof over === "string") return { kind: over };
  const kind = over.block === undefined ? "rolling" : "block";
  return { kind, seconds: parseClockDuration(over[kind] ?? "") ?? 0 };
}

function readLevels(written: WrittenLimits["default"]): LimitLevels {
  const read = (name: keyof LimitLevels) => {
    const level = written?.[name];
    return level === undefined ? null : levelOfNumber(level);
  };
  const [A, C, Z] = weightings.map(read);
  return { A: A ?? null, C: C ?? null, Z: Z ?? null };
}

/** Levels of at most two decimals, also below the lowest level that can be stored. */
function readLevel(decibels: number): Hundredths {
  return (Math.round(decibels * 100) + 0) as Hundredths;
}

/** Minutes after midnight; `24:00` is 1440. */
function readClock(text: string): number {
  const [hours = "", minutes = ""] = text.split(":");
  return Number(hours) * 60 + Number(minutes);
}

function readInstant(text: string): Instant {
  return parseInstant(text) ?? (0 as Instant);
}
