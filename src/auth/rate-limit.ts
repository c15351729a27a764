import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";

/**
 * At most so many requests of a key in a minute. A key's minute begins with its first request and
 * ends 60 seconds later. Refused requests are not counted. Worked example, of 2: requests at 0, 10 and 20 s
 * are accepted, accepted, and refused for 40 s more; one at 60 s begins the next minute.
 */
export interface RateLimit {
  /** Counts a request: 0 if it is accepted, else the whole seconds until one is, at least 1. */
  take(keyId: KeyId, now: Instant): number;
}

/** The requests of this process alone. */
export function createRateLimit(perMinute: number): RateLimit {
  // In the order in which the minutes began, so that those which have ended come first.
  const minutes = new Map<KeyId, { readonly startedAt: Instant; taken: number }>();
  return {
    take(keyId, now) {
      for (const [key, { startedAt }] of minutes) {
        // Requests that waited come out of order, and a clock may be set back.
        if (Math.abs(now - startedAt) < minuteMilliseconds) break;
        minutes.delete(key);
      }
      const current = minutes.get(keyId);
      if (current === undefined) {
        minutes.set(keyId, { startedAt: now, taken: 1 });
        return 0;
      }
      if (current.taken >= perMinute)
        return Math.ceil((current.startedAt + minuteMilliseconds - now) / 1000);
      current.taken += 1;
      return 0;
    },
  };
}

export const minuteMilliseconds = 60_000;
