import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";

export type KeyUse = ReturnType<typeof createKeyUse>;

/**
 * Records in memory when keys in force are used, to the minute: requests need no write, and invented keys no memory.
 */
export function createKeyUse() {
  const lastUsed = new Map<KeyId, Instant>();
  const unwritten = new Set<KeyId>();
  return {
    note(id: KeyId, now: Instant) {
      const minute = (now - (now % 60_000)) as Instant;
      if ((lastUsed.get(id) ?? -Infinity) >= minute) return;
      lastUsed.set(id, minute);
      unwritten.add(id);
    },
    /** Removes and returns the uses that are not written yet. */
    takeUnwritten(): ReadonlyMap<KeyId, Instant> {
      const uses = new Map([...lastUsed].filter(([id]) => unwritten.has(id)));
      unwritten.clear();
      return uses;
    },
    /** Keeps uses whose write failed. A later use of the same key replaces an earlier one. */
    keepUnwritten(uses: ReadonlyMap<KeyId, Instant>) {
      for (const id of uses.keys()) unwritten.add(id);
    },
  };
}
