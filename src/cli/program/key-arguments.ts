import type { KeyId } from "../../acoustics/ids.ts";
import { parseDuration } from "../../acoustics/time/duration.ts";
import { type Instant, isPrintableInstant, parseInstant } from "../../acoustics/time/instant.ts";
import { parseKeyId } from "../../auth/api-key.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";

/** Parses a key id. Throws `InvalidInput` without the text, which may be a whole key. */
export function requireKeyId(text: string): KeyId {
  const id = parseKeyId(text);
  if (id !== null) return id;
  throw new InvalidInput([
    "this is no key id: write the 16 letters and digits that `acoustic key list` shows",
  ]);
}

/** Parses the end of a key, an instant or a time from now. Throws `InvalidInput`. */
export function requireExpiry(text: string, now: Date): Instant {
  const duration = parseTerm(text);
  const instant = duration === null ? parseInstant(text) : now.getTime() + duration;
  if (instant !== null && isPrintableInstant(instant)) return instant;
  throw new InvalidInput([
    "--expires-at: write a date, an instant, or a time from now, for example 2030-01-01, " +
      "2030-01-01T12:00:00Z, 30d or 12w",
  ]);
}

/** The milliseconds of a grace. Throws `InvalidInput`. */
export function requireGrace(text: string): number {
  const duration = parseTerm(text);
  if (duration !== null) return duration;
  throw new InvalidInput(["--grace: write a number of hours, days or weeks: 12h, 7d or 2w"]);
}

/** Milliseconds of a term of hours, days or weeks. Null for any other text, and for a term of 0. */
export function parseTerm(text: string): number | null {
  return parseDuration(text, ["h", "d", "w"]) || null;
}
