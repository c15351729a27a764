import { z } from "zod";
import { levelOfNumber, levelRange } from "../../acoustics/levels/decibel.ts";
import { greatestCounts } from "../../acoustics/site-bounds.ts";
import type { LimitRules } from "../../acoustics/limits/limit-rules.ts";
import {
  clockTime,
  days,
  endClockTime,
  line,
  listOf,
  member,
  optional,
  parsed,
  parseZonedInstant,
} from "./schema-parts.ts";

/** The issue of a level that is not allowed. */
export const levelMessage = `must be a level from ${levelRange} with at most two decimals`;

export const level = z.number().transform((decibels, context) => {
  const hundredths = levelOfNumber(decibels);
  if (hundredths !== null) return hundredths;
  context.addIssue(levelMessage);
  return z.NEVER;
});

const levels = z
  .strictObject({ A: optional(level), C: optional(level), Z: optional(level) })
  .refine(({ A, C, Z }) => A !== null || C !== null || Z !== null, "has no level: A, C or Z");

const window = z
  .strictObject({
    days,
    from: clockTime,
    to: endClockTime,
    limit: levels,
  })
  .transform(({ from, to, limit, ...rest }) => ({
    ...rest,
    fromMinute: from,
    toMinute: to,
    levels: limit,
  }));

const zonedInstant = parsed(
  parseZonedInstant,
  "must be an instant with its zone, for example 2019-03-20T22:00:00Z",
);

const exception = z
  .strictObject({ name: optional(line), startAt: zonedInstant, endAt: zonedInstant, limit: levels })
  .superRefine(
    ({ startAt, endAt }, context) => {
      if (startAt < endAt) return;
      context.addIssue({ code: "custom", path: ["endAt"], message: "must be after startAt" });
    },
    {
      when: ({ value }) =>
        typeof member(value, "startAt") === "number" && typeof member(value, "endAt") === "number",
    },
  )
  .transform(({ limit, ...rest }) => ({ ...rest, levels: limit }));

/** The limits of a project or of a sensor. If it is omitted, there are none. */
export const limitRules = z
  .strictObject({
    default: optional(levels),
    schedule: listOf(window, greatestCounts.windows),
    exceptions: listOf(exception, greatestCounts.exceptions),
  })
  .nullish()
  .transform((rules): LimitRules => ({
    exceptions: rules?.exceptions ?? [],
    windows: rules?.schedule ?? [],
    default: rules?.default ?? null,
  }));
