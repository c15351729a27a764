import { z } from "zod";
import type { PeriodName } from "../../acoustics/aggregates/indicators.ts";
import { longestInterval } from "../../acoustics/aggregates/sample-interval.ts";
import { confidences } from "../../acoustics/classification.ts";
import { idGrammar, parseProjectId, parseSensorId } from "../../acoustics/ids.ts";
import { latitudes, longitudes } from "../../acoustics/map-view.ts";
import { greatestCounts } from "../../acoustics/site-bounds.ts";
import { type Instant, type Interval, isCalendarDate } from "../../acoustics/time/instant.ts";
import { parseRetention, retentionGrammar } from "../../acoustics/time/retention.ts";
import {
  firstInstantOfDate,
  hasDate,
  lastSecondOfDate,
  parseTimeZone,
  type TimeZone,
} from "../../acoustics/time/time-zone.ts";
import { criteria } from "./criteria-schema.ts";
import { instrument, permit } from "./instrument-schema.ts";
import { limitRules } from "./limit-rules-schema.ts";
import {
  clockTime,
  line,
  listOf,
  localDate,
  member,
  numberBetween,
  optional,
  paragraph,
  parsed,
  parseZonedInstant,
  title,
} from "./schema-parts.ts";

const location = z.strictObject({
  latitude: numberBetween(latitudes.lowest, latitudes.highest),
  longitude: numberBetween(longitudes.lowest, longitudes.highest),
});

const contractBound = parsed(
  parseContractBound,
  "must be a date, or an instant with its zone, for example 2019-03-01 or 2019-03-01T00:00:00Z",
);

const holiday = z.strictObject({
  date: localDate,
  name: optional(line),
});

const classification = z.strictObject({
  model: title,
  minConfidence: numberBetween(confidences.lowest, confidences.highest)
    .nullish()
    .transform((value) => value ?? 0),
});

const intervalMessage = `must be a whole number of seconds from 1 to ${longestInterval}`;

const intervalSeconds = optional(
  z.number().int(intervalMessage).min(1, intervalMessage).max(longestInterval, intervalMessage),
);

const periods = z
  .strictObject({ day: clockTime, evening: clockTime, night: clockTime })
  .superRefine(({ day, evening, night }, context) => {
    const addIssue = (name: PeriodName, before: PeriodName) =>
      context.addIssue({ code: "custom", path: [name], message: `must be after ${before}` });
    if (evening <= day) addIssue("evening", "day");
    if (night <= evening) addIssue("night", "evening");
  });

const duration = optional(parsed(parseRetention, `must be ${retentionGrammar}`));

/** An empty `retention` means the same as no `retention`. */
const retention = z
  .strictObject({ samples: duration, recordings: duration })
  .transform((kept) => (kept.samples === null && kept.recordings === null ? null : kept));

const sensor = z.strictObject({
  id: parsed(parseSensorId, `must be ${idGrammar}`),
  name: title,
  serialNumber: optional(line),
  model: optional(line),
  location: optional(location),
  limits: limitRules,
  intervalSeconds,
  endAt: optional(contractBound),
  ...instrument,
});

const project = z
  .strictObject({
    id: parsed(parseProjectId, `must be ${idGrammar}`),
    name: title,
    description: optional(paragraph),
    permit,
    timezone: parsed(parseTimeZone, "must be an IANA time zone, for example Europe/Dublin"),
    location: optional(location),
    contract: optional(z.strictObject({ startAt: contractBound, endAt: contractBound })),
    holidays: listOf(holiday, greatestCounts.holidays, "date"),
    limits: limitRules,
    criteria,
    classification: optional(classification),
    intervalSeconds,
    periods: optional(periods),
    retention: optional(retention),
    sensors: listOf(sensor, greatestCounts.sensors, "id"),
  })
  // Its own `when` lets this rule report beside issues of other members.
  .superRefine(
    ({ timezone, contract }, context) => {
      if (contract === null) return;
      const addIssue = (name: "startAt" | "endAt", message: string) =>
        context.addIssue({ code: "custom", path: ["contract", name], message });
      const skipped = (["startAt", "endAt"] as const).filter((name) => {
        const bound = contract[name];
        return bound.kind === "date" && !hasDate(timezone, bound.date);
      });
      for (const name of skipped) {
        addIssue(name, `does not exist in ${timezone}: its clocks skipped this day`);
      }
      if (skipped.length > 0 || resolveContract(contract, timezone) !== null) return;
      addIssue("endAt", "must not be before startAt, and both must lie in the years 0001 to 9999");
    },
    { when: ({ value }) => typeof member(value, "timezone") === "string" && hasBounds(value) },
  )
  .superRefine(({ timezone, sensors }, context) => {
    for (const [index, { endAt }] of sensors.entries()) {
      if (endAt === null || resolveEnd(endAt, timezone) !== null) continue;
      const message =
        endAt.kind === "date" && hasDate(timezone, endAt.date)
          ? "must lie in the years 0001 to 9999"
          : `does not exist in ${timezone}: its clocks skipped this day`;
      context.addIssue({ code: "custom", path: ["sensors", index, "endAt"], message });
    }
  })
  .transform(({ timezone, contract, sensors, ...rest }) => ({
    ...rest,
    timeZone: timezone,
    contract: contract && resolveContract(contract, timezone),
    sensors: sensors.map(({ endAt, ...others }) => ({
      ...others,
      endAt: endAt && resolveEnd(endAt, timezone),
    })),
  }));

/** The shape of a site file (docs/contract.md, 6). */
export const siteSchema = z.strictObject(
  { project },
  {
    error: ({ code }) =>
      code === "invalid_type" ? "must be a map with the member project" : undefined,
  },
);

/**
 * An instant with its zone, or a bare date: its first (`startAt`) or last (`endAt`) second in the
 * project's zone. 2019-03-31 in Dublin ends at 2019-03-31T22:59:59Z.
 */
type ContractBound =
  | { readonly kind: "instant"; readonly instant: Instant }
  | { readonly kind: "date"; readonly date: string };

function parseContractBound(text: string): ContractBound | null {
  if (isCalendarDate(text)) return { kind: "date", date: text };
  const instant = parseZonedInstant(text);
  return instant === null ? null : { kind: "instant", instant };
}

/** Null where the contract ends before it starts, or a year has not four digits. */
function resolveContract(
  { startAt, endAt }: { readonly startAt: ContractBound; readonly endAt: ContractBound },
  zone: TimeZone,
): Interval | null {
  const first = startAt.kind === "date" ? firstInstantOfDate(zone, startAt.date) : startAt.instant;
  const last = resolveEnd(endAt, zone);
  return first !== null && last !== null && first <= last ? { startAt: first, endAt: last } : null;
}

/** Null for a date that the zone skipped. */
function resolveEnd(endAt: ContractBound, zone: TimeZone): Instant | null {
  if (endAt.kind === "instant") return endAt.instant;
  return hasDate(zone, endAt.date) ? lastSecondOfDate(zone, endAt.date) : null;
}

function hasBounds(value: unknown): boolean {
  const contract = member(value, "contract");
  return ["startAt", "endAt"].every(
    (bound) => typeof member(member(contract, bound), "kind") === "string",
  );
}
