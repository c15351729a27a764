import type {
  Adjustment,
  Criterion,
  ReferenceRule,
} from "../../../acoustics/assessment/criterion.ts";
import { decibelsOf, type Hundredths } from "../../../acoustics/levels/decibel.ts";
import { formatClockDuration } from "../../../acoustics/time/clock-duration.ts";
import { withoutEmpty, writeClock, type Written } from "./written-parts.ts";

/** A criterion in the form of a site file, with its defaults (docs/contract.md, P1). */
export function writeCriterion(criterion: Criterion): Written {
  return withoutEmpty({
    id: criterion.id,
    name: criterion.name,
    level: criterion.level,
    days: criterion.days,
    from: writeClock(criterion.fromMinute),
    to: writeClock(criterion.toMinute),
    over: writeReference(criterion.over),
    limit: decibelsOf(criterion.limit),
    allowed: criterion.allowed,
    minCoverage: criterion.minCoverage,
    round: decibelsOf(criterion.round as number as Hundredths),
    sensors: criterion.sensors,
    startAt: criterion.startsOn,
    endAt: criterion.endsOn,
    adjustments: criterion.adjustments.map(writeAdjustment),
  });
}

function writeReference(over: ReferenceRule): unknown {
  return "seconds" in over ? { [over.kind]: formatClockDuration(over.seconds) } : over.kind;
}

function writeAdjustment({ name, days, fromMinute, toMinute, add }: Adjustment): Written {
  return withoutEmpty({
    name,
    days,
    from: fromMinute === null ? null : writeClock(fromMinute),
    to: toMinute === null ? null : writeClock(toMinute),
    add: decibelsOf(add),
  });
}
