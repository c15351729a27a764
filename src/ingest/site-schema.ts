import { z } from "zod";
import { confidences } from "#acoustics/classification.ts";
import { latitudes, longitudes } from "#acoustics/map-view.ts";
import { idGrammar, parseProjectId, parseSensorId } from "#acoustics/ids.ts";
import { isCalendarDate } from "#acoustics/time/instant.ts";
import { hasDate, parseTimeZone } from "#acoustics/time/time-zone.ts";
import { limitRules } from "./limit-rules-schema.ts";
import {
  line,
  listOf,
  member,
  numberBetween,
  optional,
  paragraph,
  parsed,
  title,
} from "./schema-parts.ts";
import { parseContractBound, resolveContract } from "./site-values.ts";

const location = z.strictObject({
  latitude: numberBetween(latitudes.lowest, latitudes.highest),
  longitude: numberBetween(longitudes.lowest, longitudes.highest),
});

const contractBound = parsed(
  parseContractBound,
  "must be a date, or an instant with its zone, for example 2019-03-01 or 2019-03-01T00:00:00Z",
);

const holiday = z.strictObject({
  date: z
    .string()
    .refine(
      (date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && isCalendarDate(date),
      "must be a date of the calendar, for example 2019-03-18",
    ),
  name: optional(line),
});

const classification = z.strictObject({
  model: title.max(200, "must have at most 200 characters"),
  minConfidence: numberBetween(confidences.lowest, confidences.highest)
    .nullish()
    .transform((value) => value ?? 0),
});

const sensor = z.strictObject({
  id: parsed(parseSensorId, `must be ${idGrammar}`),
  name: title,
  serialNumber: optional(line),
  model: optional(line),
  location: optional(location),
  limits: limitRules,
});

const project = z
  .strictObject({
    id: parsed(parseProjectId, `must be ${idGrammar}`),
    name: title,
    description: optional(paragraph),
    timezone: parsed(parseTimeZone, "must be an IANA time zone, for example Europe/Dublin"),
    location: optional(location),
    contract: optional(z.strictObject({ startAt: contractBound, endAt: contractBound })),
    holidays: listOf(holiday),
    limits: limitRules,
    classification: optional(classification),
    sensors: listOf(sensor),
  })
  // A rule over several members has a `when` of its own, so that it speaks up beside issues
  // elsewhere and all of them are reported at once.
  .superRefine(
    (value: unknown, context) => {
      for (const path of [
        ...repeated(value, "sensors", "id"),
        ...repeated(value, "holidays", "date"),
      ]) {
        context.addIssue({ code: "custom", path, message: "stands here a second time" });
      }
    },
    { when: () => true },
  )
  .superRefine(
    ({ timezone, contract }, context) => {
      if (contract === null) return;
      const skipped = (["startAt", "endAt"] as const).filter((name) => {
        const bound = contract[name];
        return bound.kind === "date" && !hasDate(timezone, bound.date);
      });
      for (const name of skipped) {
        context.addIssue({
          code: "custom",
          path: ["contract", name],
          message: `does not exist in ${timezone}: its clocks skipped this day`,
        });
      }
      if (skipped.length > 0 || resolveContract(contract, timezone) !== null) return;
      context.addIssue({
        code: "custom",
        path: ["contract", "endAt"],
        message: "must not be before startAt, and both must lie in the years 0001 to 9999",
      });
    },
    { when: ({ value }) => typeof member(value, "timezone") === "string" && hasBounds(value) },
  )
  .transform(({ timezone, contract, ...rest }) => ({
    ...rest,
    timeZone: timezone,
    contract: contract && resolveContract(contract, timezone),
  }));

/** The shape of a site file (contract, section 6). */
export const siteSchema = z.strictObject(
  { project },
  {
    error: ({ code }) =>
      code === "invalid_type" ? "must be a map with the member project" : undefined,
  },
);

/** Paths of the members `key` in a list that have a value which stood there before. */
function repeated(value: unknown, list: string, key: string): (string | number)[][] {
  const entries = member(value, list);
  if (!Array.isArray(entries)) return [];
  const seen = new Set<string>();
  return entries.flatMap((entry: unknown, index) => {
    const text = member(entry, key);
    if (typeof text !== "string") return [];
    if (seen.has(text)) return [[list, index, key]];
    seen.add(text);
    return [];
  });
}

function hasBounds(value: unknown): boolean {
  const contract = member(value, "contract");
  return ["startAt", "endAt"].every(
    (bound) => typeof member(member(contract, bound), "kind") === "string",
  );
}
