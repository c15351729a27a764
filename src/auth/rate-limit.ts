import type { KeyId } from "./api-key.ts";
import type { Instant } from "#acoustics/time/instant.ts";

/**
 * At most so many requests of a key in a minute. A key's minute begins with its first request and
 * ends 60 seconds later; what is refused is not counted. Example, of 2: requests at 0, 10 and 20 s
 * are taken, taken and refused for 40 s more; one at 60 s begins the next minute.
 */
export interface RequestQuota {
  /** Counts a request: 0 where it is taken, else the whole seconds until one is, at least 1. */
  take(keyId: KeyId, now: Instant): number;
}

const minute = 60_000;

export function createRequestQuota(perMinute: number): RequestQuota {
  // In the order in which the minutes began, so that those which are over stand first.
  const minutes = new Map<KeyId, { readonly startedAt: Instant; taken: number }>();
  return {
    take(keyId, now) {
      for (const [key, { startedAt }] of minutes) {
        if (startedAt <= now && now < startedAt + minute) break;
        minutes.delete(key);
      }
      const current = minutes.get(keyId);
      if (current === undefined) {
        minutes.set(keyId, { startedAt: now, taken: 1 });
        return 0;
      }
      if (current.taken >= perMinute) return Math.ceil((current.startedAt + minute - now) / 1000);
      current.taken += 1;
      return 0;
    },
  };
}
