import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import {
  findMatchingRules,
  type FoundRules,
  type MatchingRule,
} from "../../acoustics/limits/matching-rules.ts";
import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime, spanAt } from "../../acoustics/time/local-day.ts";
import { type WallClock, wallClockOf, weekdayOf } from "../../acoustics/time/wall-clock.ts";
import { requireScopes } from "../../auth/principal.ts";
import { presentException, presentWindow } from "./limit-schedule.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SampleRecord } from "../measurements/present-samples.ts";
import { withRulesAsOf } from "../projects/rules-as-of.ts";
import { requireReadableSensor, type SensorReference } from "../projects/sensor-settings.ts";

type LimitRuleKind = "exception" | "window" | "default";

export type LimitExplanation = ReturnType<typeof presentExplanation>;

/** The greatest number of rules in an explanation; further matching rules are only counted. */
const rulesPerExplanation = 100;

export interface ExplanationRequest {
  readonly weighting: Weighting;
  readonly instant: Instant;
  /** The instant whose rules apply; null: the present rules. */
  readonly asOf: Instant | null;
}

/**
 * The limit at an instant, and, if selected, the first rules that match then, in order of precedence; null if the
 * request is refused as a whole. Scope `v0:projects:read`. Reads no telemetry. Throws `forbidden`, `invalid_request`
 * over budget, `not_found`, `contract_unavailable`, `invalid_request` of `asOf`.
 */
export async function explainLimit(
  context: OperationContext,
  reference: SensorReference,
  { weighting, instant, asOf }: ExplanationRequest,
  wantsRules: boolean,
): Promise<LimitExplanation> {
  const { budget, principal } = context;
  requireScopes(principal, ["v0:projects:read"]);
  budget.chargeExplanation();
  const sensor = await requireReadableSensor(context, reference);
  const { schedule } = (await withRulesAsOf(context, sensor, asOf)).reading;
  return explain(context, schedule, weighting, instant, wantsRules);
}

/** The same for a sample that has been read. Throws `forbidden`, and `invalid_request` over budget. */
export async function explainLimitOfSample(
  context: OperationContext,
  { sensor, row, fweighting }: Pick<SampleRecord, "sensor" | "row" | "fweighting">,
  wantsRules: boolean,
): Promise<LimitExplanation> {
  requireScopes(context.principal, ["v0:projects:read"]);
  context.budget.chargeExplanation();
  const instant = instantOfSecond(row.second);
  return explain(context, sensor.reading.schedule, fweighting, instant, wantsRules);
}

function explain(
  { budget }: OperationContext,
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  wantsRules: boolean,
): LimitExplanation {
  budget.requireNotExceeded();
  const most = wantsRules ? rulesPerExplanation : 1;
  const found = findMatchingRules(
    schedule,
    weighting,
    instant,
    wallClockAt(schedule, instant),
    most,
  );
  budget.chargeRules(found.rules.length);
  return presentExplanation(schedule, weighting, instant, found);
}

function wallClockAt({ timeZone }: LimitSchedule, instant: Instant): WallClock {
  return wallClockOf(instant, spanAt(timeZone, Math.floor(instant / 1000)).offset * 1000);
}

function presentExplanation(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  { rules, count }: FoundRules,
) {
  const { day } = wallClockAt(schedule, instant);
  const [first] = rules;
  return {
    at: formatInstant(instant),
    localTime: formatLocalDateTime(schedule.timeZone, Math.floor(instant / 1000)),
    timezone: schedule.timeZone as string,
    date: dateOf(day),
    day: weekdayOf(day),
    holiday: holidayOn(schedule, day),
    fweighting: weighting,
    limit: first === undefined ? null : decibelsOf(first.limit),
    limitSource: first?.limitSource ?? ("none" as const),
    rules: rules.map((rule) => presentRule(schedule, rule)),
    ruleCount: count,
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
