import type { Criterion } from "../../acoustics/assessment/criterion.ts";
import type { ReferenceTime } from "../../acoustics/assessment/reference-list.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { isWanted, type WantedFields } from "../aggregates/open-source.ts";
import { presentStretch } from "../measurements/present-interval.ts";
import type { AssessedWindow } from "./assess-windows.ts";

/**
 * The assessments of windows in the form of the answer. Lists and texts that cost time are presented when they are
 * selected: fifty sensors may have a hundred thousand exceeded reference times.
 */
export function presentAssessments(assessed: readonly AssessedWindow[], timeZone: TimeZone) {
  return assessed.map(({ criterion, assessment }) => {
    const { window, worst, budget } = assessment;
    return {
      criterionId: criterion.id,
      date: dateOf(window.day),
      // No spread of `presentStretch`: an object of twenty members that grows costs four times as much.
      startAt: formatInstant(instantOfSecond(window.start)),
      endAt: formatInstant(instantOfSecond(window.end)),
      get localStartAt() {
        return formatLocalDateTime(timeZone, window.start);
      },
      seconds: window.end - window.start,
      samples: assessment.samples,
      coveredSeconds: assessment.coveredSeconds,
      excludedSeconds: assessment.excludedSeconds,
      coverage: assessment.coverage,
      verdict: assessment.verdict,
      reason: assessment.reason,
      level: decibelsOf(worst?.level ?? null),
      limit: decibelsOf(criterion.limit),
      over: decibelsOf(worst?.over ?? null),
      referenceTimes: assessment.referenceTimes,
      exceeded: assessment.exceeded,
      undecided: assessment.undecided,
      get worst() {
        return worst && presentReferenceTime(worst);
      },
      get exceedances() {
        return assessment.exceedances.map(presentReferenceTime);
      },
      budgetUsed: budget?.used ?? null,
      remaining: budget && {
        seconds: budget.remainingSeconds,
        level: decibelsOf(budget.remainingLevel),
      },
      adjustments: assessment.adjustments.map(({ name, add, seconds }) => ({
        name,
        add: decibelsOf(add),
        seconds,
      })),
    };
  });
}

function presentReferenceTime({ start, end, level, over, coverage, verdict }: ReferenceTime) {
  return {
    ...presentStretch({ start, end }),
    level: decibelsOf(level),
    over: decibelsOf(over),
    coverage,
    verdict,
  };
}

/** By date or by start, then in the order of the criteria. */
export function inOrderOf(
  member: "day" | "start",
  assessed: readonly AssessedWindow[],
  criteria: readonly Criterion[],
): AssessedWindow[] {
  const positions = new Map(criteria.map(({ id }, position) => [id, position]));
  const positionOf = ({ criterion }: AssessedWindow) => positions.get(criterion.id) ?? 0;
  return assessed.toSorted(
    (left, right) =>
      left.assessment.window[member] - right.assessment.window[member] ||
      positionOf(left) - positionOf(right),
  );
}

/** True if a selected field needs more than the windows themselves. */
export function needsSamples(wanted: WantedFields): boolean {
  return isWanted(wanted, fieldsOfSamples);
}

const fieldsOfSamples =
  "samples coveredSeconds excludedSeconds coverage verdict reason level over referenceTimes exceeded undecided worst exceedances budgetUsed remaining adjustments".split(
    " ",
  );
