import { decibelsOf } from "#acoustics/levels/decibel.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { type MatchingRule, matchingRules } from "#acoustics/limits/limit-at-instant.ts";
import type { LimitSchedule } from "#acoustics/limits/limit-rules.ts";
import { dateOf } from "#acoustics/time/calendar-day.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { formatLocalDateTime, spanAt } from "#acoustics/time/local-day.ts";
import { wallClockOf, weekdayOf } from "#acoustics/time/wall-clock.ts";
import { requireScopes } from "#auth/principal.ts";
import { runInSlices } from "./in-slices.ts";
import { presentException, presentWindow } from "./limit-schedule.ts";
import type { OperationContext } from "./operation-context.ts";
import type { SampleRecord } from "./present-samples.ts";
import { requireReadableSensor, type SensorReference } from "./sensor-settings.ts";

type LimitRuleKind = "exception" | "window" | "default";

/** Why a limit holds, as clients see it. */
export type LimitExplanation = ReturnType<typeof presentExplanation>;

/**
 * The limit at an instant and every rule that matches there, in order of precedence. Scope `v0:projects:read`. Reads no
 * telemetry. Throws `forbidden`, `invalid_request` over budget, `not_found`, `contract_unavailable`.
 */
export async function explainLimit(
  context: OperationContext,
  reference: SensorReference,
  weighting: Weighting,
  instant: Instant,
): Promise<LimitExplanation> {
  requireScopes(context.principal, ["v0:projects:read"]);
  context.budget.takeExplanation();
  const { reading } = await requireReadableSensor(context, reference);
  context.budget.requireNotExceeded();
  return presentExplanation(reading.schedule, weighting, instant);
}

/** The same for a sample that has been read. Throws `forbidden`, and `invalid_request` over budget. */
export async function explainLimitOfSample(
  context: OperationContext,
  { sensor, datetime, fweighting }: Pick<SampleRecord, "sensor" | "datetime" | "fweighting">,
): Promise<LimitExplanation> {
  const { budget, principal, request } = context;
  requireScopes(principal, ["v0:projects:read"]);
  budget.takeExplanation();
  const instant = Date.parse(datetime) as Instant;
  // A page has thousands of samples, and a schedule thousands of rules.
  return runInSlices(request.signal, explain(sensor.reading.schedule, fweighting, instant));
}

function* explain(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): Generator<void, LimitExplanation> {
  yield;
  return presentExplanation(schedule, weighting, instant);
}

function presentExplanation(schedule: LimitSchedule, weighting: Weighting, instant: Instant) {
  const second = Math.floor(instant / 1000);
  const span = spanAt(schedule.timeZone, second);
  const wallClock = wallClockOf(instant, span.offset * 1000);
  const rules = [...matchingRules(schedule, weighting, instant, wallClock)];
  const [first] = rules;
  return {
    at: formatInstant(instant),
    localTime: formatLocalDateTime(schedule.timeZone, second),
    timezone: schedule.timeZone as string,
    date: dateOf(wallClock.day),
    day: weekdayOf(wallClock.day),
    holiday: holidayOn(schedule, wallClock.day),
    fweighting: weighting,
    limit: first === undefined ? null : decibelsOf(first.limit),
    limitSource: first?.limitSource ?? ("none" as const),
    rules: rules.map((rule) => presentRule(schedule, rule)),
  };
}

function presentRule(schedule: LimitSchedule, rule: MatchingRule) {
  const { limitSource, owner, position, limit, exception, window } = rule;
  const kind: LimitRuleKind =
    exception !== null ? "exception" : window !== null ? "window" : "default";
  return {
    limitSource,
    owner,
    kind,
    position,
    limit: decibelsOf(limit),
    startsOn: window && dateOf(window.startsOn),
    day: window && window.day,
    holiday: window?.day === "holiday" ? holidayOn(schedule, window.startsOn) : null,
    exception: exception && presentException(exception),
    window: window && presentWindow(window.window),
  };
}

function holidayOn({ holidays }: LimitSchedule, day: number) {
  const date = dateOf(day);
  const name = holidays.get(date);
  return name === undefined ? null : { date, name };
}
