import { z } from "zod";
import { levelOfNumber, levelRange } from "#acoustics/levels/decibel.ts";
import { limitDays, type LimitRules } from "#acoustics/limits/limit-rules.ts";
import { line, listOf, member, optional, parsed } from "./schema-parts.ts";
import { parseWindowEnd, parseWindowStart, parseZonedInstant } from "./site-values.ts";

/** What is said of a level that cannot be used. */
export const levelMessage = `must be a level from ${levelRange} with at most two decimals`;

const level = z.number().transform((decibels, context) => {
  const hundredths = levelOfNumber(decibels);
  if (hundredths !== null) return hundredths;
  context.addIssue(levelMessage);
  return z.NEVER;
});

const levels = z
  .strictObject({ A: optional(level), C: optional(level), Z: optional(level) })
  .refine(({ A, C, Z }) => A !== null || C !== null || Z !== null, "gives no level: A, C or Z");

const window = z.strictObject({
  days: z
    .array(z.enum(limitDays, { error: `must be one of ${limitDays.join(", ")}` }))
    .min(1, "names no day"),
  from: parsed(parseWindowStart, 'must be a clock time "HH:mm" from "00:00" to "23:59"'),
  to: parsed(parseWindowEnd, 'must be a clock time "HH:mm" from "00:00" to "24:00"'),
  limit: levels,
});

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
  );

/** The limits of a project or of a sensor; left out, they say nothing. */
export const limitRules = z
  .strictObject({
    default: optional(levels),
    schedule: listOf(window),
    exceptions: listOf(exception),
  })
  .nullish()
  .transform((rules): LimitRules => ({
    exceptions: (rules?.exceptions ?? []).map(({ limit, ...entry }) => ({
      ...entry,
      levels: limit,
    })),
    windows: (rules?.schedule ?? []).map(({ days, from, to, limit }) => ({
      days,
      fromMinute: from,
      toMinute: to,
      levels: limit,
    })),
    default: rules?.default ?? null,
  }));
