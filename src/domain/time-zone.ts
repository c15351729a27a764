import { Temporal } from "temporal-polyfill";

/** An IANA time zone that this runtime knows, for example `Europe/Dublin`. */
export type TimeZone = string & { readonly __checked: "IANA time zone" };

/** The time zone that `text` names, or null. Fixed offsets such as `+01:00` are no IANA names. */
export function parseTimeZone(text: string): TimeZone | null {
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return text as TimeZone;
  } catch {
    return null;
  }
}
