import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";

/**
 * Notes in memory when keys are used, to the minute: a request costs no write. Only keys in force have an entry, so
 * requests with invented keys need no memory.
 */
export interface KeyUse {
  note(id: KeyId, now: Instant): void;
  /** Removes and returns the uses that are not written yet. */
  takeUnwritten(): ReadonlyMap<KeyId, Instant>;
  /** Keeps uses whose write failed. A later use of the same key prevails. */
  keepUnwritten(uses: ReadonlyMap<KeyId, Instant>): void;
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
    takeUnwritten() {
      const uses = new Map([...lastUsed].filter(([id]) => unwritten.has(id)));
      unwritten.clear();
      return uses;
    },
    keepUnwritten(uses) {
      for (const id of uses.keys()) unwritten.add(id);
    },
  };
}
