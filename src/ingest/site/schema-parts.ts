import { z } from "zod";
import { limitDays, minutesOfDay } from "../../acoustics/limits/limit-rules.ts";
import { greatestLengths } from "../../acoustics/site-bounds.ts";
import {
  type Instant,
  isCalendarDate,
  isPrintableInstant,
  matchInstant,
  parseInstant,
} from "../../acoustics/time/instant.ts";

/** The parts of the schema of a site file. A member that is null counts as omitted. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/** A list of at most `bound` entries. With `uniqueKey`, no two may have the same text in the member of that name. */
export const listOf = <T extends z.ZodType>(schema: T, bound: number, uniqueKey?: string) =>
  z
    .array(schema)
    .superRefine(
      (entries: readonly unknown[], context) => {
        if (entries.length > bound) {
          const most = bound.toLocaleString("en");
          context.addIssue(
            `must have at most ${most} entries, and has ${entries.length.toLocaleString("en")}`,
          );
        }
        if (uniqueKey === undefined) return;
        const message = "occurs a second time";
        const seen = new Set<string>();
        for (const [index, entry] of entries.entries()) {
          const text = member(entry, uniqueKey);
          if (typeof text !== "string") continue;
          if (seen.has(text)) {
            context.addIssue({ code: "custom", path: [index, uniqueKey], message });
          }
          seen.add(text);
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    )
    .nullish()
    .transform((list) => list ?? []);

/** Parses a text into a value. If `parse` returns null, `message` is the issue. */
export const parsed = <T>(parse: (text: string) => T | null, message: string) =>
  z.string().transform((value, context) => {
    const result = parse(value);
    if (result !== null) return result;
    context.addIssue(message);
    return z.NEVER;
  });

// Controls, and halves of surrogate pairs, which have no UTF-8.
const controls = /[\p{Cc}\p{Cs}]/u;

/** A name: one line of text. The database cannot store NUL, and a name needs no other controls. */
export const line = boundedText(greatestLengths.name).refine(
  (value) => !controls.test(value),
  "must not contain control characters",
);

export const paragraph = boundedText(greatestLengths.description).refine(
  (value) => !controls.test(value.replaceAll(/[\t\r\n]/g, "")),
  "must not contain control characters other than tabs and line ends",
);

export const title = line.refine((value) => value.trim() !== "", "must not be empty");

export const numberBetween = (lowest: number, highest: number) => {
  const message = `must be from ${lowest} to ${highest}`;
  // -0 becomes 0: the database stores 0, and reading it back must not look like a change.
  return z
    .number()
    .min(lowest, message)
    .max(highest, message)
    .transform((value) => value + 0);
};

export const localDate = z
  .string()
  .refine(isCalendarDate, "must be a date of the calendar, for example 2019-03-18");

/** A time of the day, in minutes after midnight. */
export const clockTime = parsed(
  parseClockTime,
  'must be a clock time "HH:mm" from "00:00" to "23:59"',
);

/** The end of a window, in minutes after midnight. */
export const endClockTime = parsed(
  (text) => (text === "24:00" ? minutesOfDay : parseClockTime(text)),
  'must be a clock time "HH:mm" from "00:00" to "24:00"',
);

export const days = z
  .array(z.enum(limitDays, { error: `must be one of ${limitDays.join(", ")}` }))
  .min(1, "names no day");

/** Minutes after midnight of `HH:mm`, 0 to 1439, or null. */
function parseClockTime(text: string): number | null {
  const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? [];
  return minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** The instant that `text` names with date, clock time and zone, or null. */
export function parseZonedInstant(text: string): Instant | null {
  if ((matchInstant(text)?.zone ?? null) === null) return null;
  const instant = parseInstant(text);
  return instant !== null && isPrintableInstant(instant) ? instant : null;
}

/** The member of any value, because rules over several members also get values of the wrong shape. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function boundedText(greatestLength: number) {
  const pattern = new RegExp(`^.{0,${greatestLength}}$`, "su");
  return z
    .string()
    .refine((value) => pattern.test(value), `must have at most ${greatestLength} characters`);
}
