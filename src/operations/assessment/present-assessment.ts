import type { Criterion } from "../../acoustics/assessment/criterion.ts";
import type { Assessment } from "../../acoustics/assessment/assess-window.ts";
import type { ReferenceTime } from "../../acoustics/assessment/reference-list.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { isWanted, type WantedFields } from "../aggregates/open-source.ts";
import { presentStretch } from "../measurements/present-interval.ts";
import type { AssessedWindow } from "./assess-windows.ts";

/** The assessments of windows in the form of the answer. */
export function presentAssessments(
  assessed: readonly AssessedWindow[],
  timeZone: TimeZone,
): readonly PresentedAssessment[] {
  return assessed.map((window) => new PresentedAssessment(window, timeZone));
}

/**
 * An assessment in the form of the answer, whose members are computed when they are selected: a month of a hundred
 * sensors has twenty thousand, and literals of twenty members with closures need more time than its samples.
 */
export class PresentedAssessment {
  readonly #criterion: Criterion;
  readonly #assessment: Assessment;
  readonly #timeZone: TimeZone;

  constructor({ criterion, assessment }: AssessedWindow, timeZone: TimeZone) {
    this.#criterion = criterion;
    this.#assessment = assessment;
    this.#timeZone = timeZone;
  }

  get criterionId() {
    return this.#criterion.id;
  }
  get date() {
    return dateOf(this.#assessment.window.day);
  }
  get startAt() {
    return formatInstant(instantOfSecond(this.#assessment.window.start));
  }
  get endAt() {
    return formatInstant(instantOfSecond(this.#assessment.window.end));
  }
  get localStartAt() {
    return formatLocalDateTime(this.#timeZone, this.#assessment.window.start);
  }
  get seconds() {
    return this.#assessment.window.end - this.#assessment.window.start;
  }
  get samples() {
    return this.#assessment.samples;
  }
  get coveredSeconds() {
    return this.#assessment.coveredSeconds;
  }
  get excludedSeconds() {
    return this.#assessment.excludedSeconds;
  }
  get coverage() {
    return this.#assessment.coverage;
  }
  get verdict() {
    return this.#assessment.verdict;
  }
  get reason() {
    return this.#assessment.reason;
  }
  get level() {
    return decibelsOf(this.#assessment.worst?.level ?? null);
  }
  get limit() {
    return decibelsOf(this.#criterion.limit);
  }
  get over() {
    return decibelsOf(this.#assessment.worst?.over ?? null);
  }
  get referenceTimes() {
    return this.#assessment.referenceTimes;
  }
  get exceeded() {
    return this.#assessment.exceeded;
  }
  get undecided() {
    return this.#assessment.undecided;
  }
  get worst() {
    return this.#assessment.worst && presentReferenceTime(this.#assessment.worst);
  }
  get exceedances() {
    return this.#assessment.exceedances.map(presentReferenceTime);
  }
  get budgetUsed() {
    return this.#assessment.budget?.used ?? null;
  }
  get remaining() {
    const { budget } = this.#assessment;
    return budget && { seconds: budget.remainingSeconds, level: decibelsOf(budget.remainingLevel) };
  }
  get adjustments() {
    return this.#assessment.adjustments.map(({ name, add, seconds }) => ({
      name,
      add: decibelsOf(add),
      seconds,
    }));
  }

  /** All members: those of the prototype are not part of JSON on their own. */
  toJSON() {
    const members = Object.entries(Object.getOwnPropertyDescriptors(PresentedAssessment.prototype));
    return Object.fromEntries(
      members.flatMap(([name, { get }]) => (get === undefined ? [] : [[name, get.call(this)]])),
    );
  }
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
