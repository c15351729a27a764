import { z } from "zod";
import type {
  AssessedLevel,
  Criterion,
  ReferenceRule,
} from "../../acoustics/assessment/criterion.ts";
import { idGrammar, idPattern, parseSensorId } from "../../acoustics/ids.ts";
import { type Hundredths, levelOfNumber } from "../../acoustics/levels/decibel.ts";
import type { RoundingStep } from "../../acoustics/levels/energy.ts";
import { type LimitDay, limitDays } from "../../acoustics/limits/limit-rules.ts";
import { greatestCounts } from "../../acoustics/site-bounds.ts";
import { parseClockDuration } from "../../acoustics/time/clock-duration.ts";
import { level } from "./limit-rules-schema.ts";
import {
  clockTime,
  days,
  endClockTime,
  listOf,
  localDate,
  member,
  numberBetween,
  optional,
  parsed,
  title,
} from "./schema-parts.ts";

const assessedLevels = [
  "LAeq",
  "LCeq",
  "LZeq",
  "LAFmax",
  "LCpeak",
] as const satisfies readonly AssessedLevel[];

const roundingSteps = [1, 10, 100] as const satisfies readonly RoundingStep[];

const daysOrAll = days.nullish().transform((named): readonly LimitDay[] => named ?? limitDays);

/** Hundredths of a dB, plus or minus. */
const greatestAddition = 3000;

export const additionMessage = "must be from -30 to 30 dB with at most two decimals";

const addition = z.number().transform((decibels, context) => {
  const hundredths = levelOfNumber(Math.abs(decibels));
  if (hundredths !== null && hundredths <= greatestAddition) {
    // Not by negation: 0 must not become -0, which the database would not return.
    return (decibels < 0 ? 0 - hundredths : hundredths) as Hundredths;
  }
  context.addIssue(additionMessage);
  return z.NEVER;
});

const adjustment = z
  .strictObject({
    name: title,
    days: daysOrAll,
    from: optional(clockTime),
    to: optional(endClockTime),
    add: addition,
  })
  .superRefine(({ from, to }, context) => {
    if ((from === null) === (to === null)) return;
    const [there, missing] = from === null ? ["to", "from"] : ["from", "to"];
    context.addIssue({ code: "custom", path: [there], message: `needs ${missing} beside it` });
  })
  .transform(({ from, to, ...rest }) => ({ ...rest, fromMinute: from, toMinute: to }));

const secondsOfDay = 86_400;

const length = parsed((text) => {
  const seconds = parseClockDuration(text);
  return seconds !== null && seconds >= 1 && seconds <= secondsOfDay ? seconds : null;
}, "must be a length in whole seconds from 1 second to 24 hours, for example PT30S, PT15M or PT1H");

const stretches = z
  .strictObject({ block: optional(length), rolling: optional(length) })
  .transform(({ block, rolling }, context): ReferenceRule => {
    if (block !== null && rolling === null) return { kind: "block", seconds: block };
    if (block === null && rolling !== null) return { kind: "rolling", seconds: rolling };
    context.addIssue(overMessage);
    return z.NEVER;
  });

const overMessage = "must be window, sample, { block: PT15M } or { rolling: PT1H }";

const whole = z.enum(["window", "sample"]).transform((kind): ReferenceRule => ({ kind }));

/** Not a union of zod, which would hide the issues inside a map. */
const over = z.unknown().transform((value, context): ReferenceRule => {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const checked = (isMap ? stretches : whole).safeParse(value, { error: () => overMessage });
  if (checked.success) return checked.data;
  const { path = [], message = overMessage } = checked.error.issues[0] ?? {};
  const isMissing = value === undefined || value === null;
  context.addIssue({ code: "custom", path, message: isMissing ? "is required" : message });
  return z.NEVER;
});

const wholeMessage = "must be a whole number from 0 to 100000";

const criterion = z
  .strictObject({
    id: z.string().regex(idPattern, `must be ${idGrammar}`),
    name: title,
    level: z.enum(assessedLevels, { error: `must be one of ${assessedLevels.join(", ")}` }),
    days: daysOrAll,
    from: clockTime,
    to: endClockTime,
    over,
    limit: level,
    allowed: z
      .number()
      .int(wholeMessage)
      .min(0, wholeMessage)
      .max(100_000, wholeMessage)
      .nullish()
      .transform((count) => (count ?? 0) + 0),
    minCoverage: numberBetween(0, 1)
      .nullish()
      .transform((fraction) => fraction ?? 0.75),
    round: z
      .number()
      .nullish()
      .transform((step, context): RoundingStep => {
        const found = roundingSteps.find((hundredths) => hundredths / 100 === (step ?? 0.01));
        if (found !== undefined) return found;
        context.addIssue("must be 0.01, 0.1 or 1");
        return z.NEVER;
      }),
    sensors: optional(
      z.array(parsed(parseSensorId, `must be ${idGrammar}`)).min(1, "names no sensor"),
    ),
    startAt: optional(localDate),
    endAt: optional(localDate),
    adjustments: listOf(adjustment, greatestCounts.adjustments),
  })
  // Its own `when` lets this rule report beside issues of other members.
  .superRefine(
    (value, context) => {
      const addIssue = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      const [startAt, endAt] = [member(value, "startAt"), member(value, "endAt")];
      if (typeof startAt === "string" && typeof endAt === "string" && endAt < startAt) {
        addIssue(["endAt"], "must not be before startAt");
      }
      const sensors = member(value, "sensors");
      const named: readonly unknown[] = Array.isArray(sensors) ? sensors : [];
      for (const [index, id] of named.entries()) {
        if (named.indexOf(id) < index) addIssue(["sensors", index], "occurs a second time");
      }
    },
    { when: () => true },
  )
  .transform(({ from, to, startAt, endAt, ...rest }): Criterion => ({
    ...rest,
    fromMinute: from,
    toMinute: to,
    startsOn: startAt,
    endsOn: endAt,
  }));

/** The criteria of a permit (docs/contract.md, P1). `apply` checks that their sensors exist. */
export const criteria = listOf(criterion, greatestCounts.criteria, "id");
