export interface Slots {
  readonly slots: number;
  /** How many of the slots one lane may hold. */
  readonly slotsOfLane: number;
}

/** What admission goes by; see `admission.ts`. */
export interface AdmissionLimits extends Slots {
  readonly busyThread: Slots;
  readonly queue: number;
  readonly burst: number;
  readonly calmMilliseconds: number;
  readonly patienceMilliseconds: number;
}

/**
 * Limits for a database that answers `connections` statements at once: more requests than that would wait
 * for a connection anyway. Of a busy thread four keep both it and the database at work, and with one
 * that waits the slots are hardly idle: with two nothing more was answered, and everything took a third longer.
 */
export function limitsOf(connections: number): AdmissionLimits {
  return {
    ...slotsOf(connections),
    busyThread: slotsOf(Math.min(connections, 4)),
    queue: 1,
    burst: Math.max(50, 5 * connections),
    calmMilliseconds: 1000,
    patienceMilliseconds: 500,
  };
}

/** A fifth is kept from every lane. */
function slotsOf(slots: number): Slots {
  return { slots, slotsOfLane: Math.max(1, slots - Math.ceil(slots / 5)) };
}
