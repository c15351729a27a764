import { Temporal } from "temporal-polyfill";
import type { Instant } from "./instant.ts";

/**
 * How long data is kept: a positive ISO 8601 duration of whole years, months, weeks or days. Examples: `P5Y`, `P18M`,
 * `P90D`, `P1Y6M`. Counter-examples: `P0D`, `PT12H`, `-P1D`.
 */
export type Retention = string & { readonly __grammar: "duration of whole days or more" };

export const retentionGrammar =
  "an ISO 8601 duration of whole years, months, weeks or days, for example P5Y or P90D";

/** The retention that `text` names, or null. */
export function parseRetention(text: string): Retention | null {
  return pattern.test(text) && /[1-9]/.test(text) ? (text as Retention) : null;
}

const pattern = /^P(?=\d)(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,4}W)?(?:\d{1,5}D)?$/;

/**
 * Data before this instant is no longer kept at `now`. Years and months are those of the calendar in UTC. Example: with
 * `P1M`, on 2026-03-31T10:00Z, everything before 2026-02-28T10:00Z.
 */
export function endOfPast(retention: Retention, now: Instant): Instant {
  const kept = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO("UTC")
    .subtract(Temporal.Duration.from(retention));
  return kept.epochMilliseconds as Instant;
}
