import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";

/**
 * Notes in memory when keys are used, to the minute: a request costs no write. `take` gives what is to be written.
 * There is an entry for each key that was in force, so no request can make it grow.
 */
export interface KeyUse {
  note(id: KeyId, now: Instant): void;
  /** What was noted since the last call. */
  take(): ReadonlyMap<KeyId, Instant>;
  /** Notes again what could not be written, unless the key was used since. */
  giveBack(taken: ReadonlyMap<KeyId, Instant>): void;
}

export function createKeyUse(): KeyUse {
  const lastUsed = new Map<KeyId, Instant>();
  const unwritten = new Set<KeyId>();
  return {
    note(id, now) {
      const minute = (now - (now % 60_000)) as Instant;
      if ((lastUsed.get(id) ?? -Infinity) >= minute) return;
      lastUsed.set(id, minute);
      unwritten.add(id);
    },
    take() {
      const taken = new Map<KeyId, Instant>();
      for (const id of unwritten) {
        const minute = lastUsed.get(id);
        if (minute !== undefined) taken.set(id, minute);
      }
      unwritten.clear();
      return taken;
    },
    giveBack(taken) {
      for (const id of taken.keys()) unwritten.add(id);
    },
  };
}
