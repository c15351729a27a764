import { type AdmissionLimits, limitsOf, type Slots } from "#domain/admission-limits.ts";
import { createGate, type Gate } from "#http/gate.ts";

/** What a gateway does at most at once, of each kind of work. */
export interface Gates {
  /** Requests that the database is asked for. */
  readonly work: Gate;
  /** Operations of GraphQL whose answers are large: each takes the memory of all others together. */
  readonly largeWork: Gate;
  /** Recordings that are being sent: each holds a file, and may take as long as its reader does. */
  readonly streams: Gate;
  /** JSON answers that are being sent: each is in memory until it has been read, up to some hundred KiB of v0, */
  readonly answers: Gate;
  /** some MB of GraphQL, */
  readonly graphqlAnswers: Gate;
  /** and some ten MB of its large ones. */
  readonly largeAnswers: Gate;
}

/** `connections` is how many statements the database answers at once. */
export function createGates(connections: number): Gates {
  return {
    work: createGate(limitsOf(connections)),
    largeWork: createGate({
      ...withoutQueue({ slots: 1, slotsOfLane: 1 }),
      queue: 1,
      burst: 8,
      calmMilliseconds: 1000,
      // One takes seconds.
      patienceMilliseconds: 5000,
    }),
    streams: createGate(withoutQueue({ slots: 256, slotsOfLane: 128 })),
    answers: createGate(withoutQueue({ slots: 256, slotsOfLane: 128 })),
    graphqlAnswers: createGate(forAWhile({ slots: 32, slotsOfLane: 8 }, 32)),
    largeAnswers: createGate(forAWhile({ slots: 8, slotsOfLane: 2 }, 8)),
  };
}

/** Up to `burst` answers wait for those before them, which are read in a moment as a rule. */
function forAWhile(slots: Slots, burst: number): AdmissionLimits {
  const queue = Math.ceil(burst / 4);
  return {
    ...withoutQueue(slots),
    queue,
    burst,
    calmMilliseconds: 100,
    patienceMilliseconds: 5000,
  };
}

/** Nobody waits for somebody else's client to read. */
function withoutQueue(slots: Slots): AdmissionLimits {
  const never = { queue: 0, burst: 0, calmMilliseconds: 0, patienceMilliseconds: 0 };
  return { ...slots, busyThread: slots, ...never };
}
