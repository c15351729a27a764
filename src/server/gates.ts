import { type AdmissionLimits, limitsOf, type Slots } from "#http/admission-limits.ts";
import { createGate, type Gate } from "#http/gate.ts";

/** What a gateway does at most at once, of each kind of work. */
export interface Gates {
  /** Requests that the database is asked for. */
  readonly work: Gate;
  /** Operations of GraphQL whose answers are large: each takes the memory of all others together. */
  readonly largeWork: Gate;
  /** Recordings that are being sent: each holds a file, and may take as long as its reader does. */
  readonly streams: Gate;
  /** JSON answers of v0 that are being sent: each is in memory until it has been read, some hundred KiB at most. */
  readonly answers: Gate;
  /** The same of GraphQL: some MB each. */
  readonly graphqlAnswers: Gate;
  /** The same of large operations of GraphQL: some ten MB each. */
  readonly largeAnswers: Gate;
}

/** `connections` is how many statements the database answers at once. */
export function createGates(connections: number): Gates {
  return {
    work: createGate(limitsOf(connections)),
    // One takes seconds.
    largeWork: createGate(
      bounds({ slots: 1, slotsOfLane: 1 }, { queue: 1, burst: 8, calmMilliseconds: 1000 }),
    ),
    streams: createGate(bounds({ slots: 256, slotsOfLane: 128 })),
    answers: createGate(bounds({ slots: 256, slotsOfLane: 128 })),
    // Those that are before it are read in a moment, as a rule.
    graphqlAnswers: createGate(
      bounds({ slots: 32, slotsOfLane: 8 }, { queue: 8, burst: 32, calmMilliseconds: 100 }),
    ),
    largeAnswers: createGate(
      bounds({ slots: 8, slotsOfLane: 2 }, { queue: 2, burst: 8, calmMilliseconds: 100 }),
    ),
  };
}

type Waiting = Pick<AdmissionLimits, "queue" | "burst" | "calmMilliseconds">;

/** Without a queue nobody waits for somebody else's client to read. */
const nobody: Waiting = { queue: 0, burst: 0, calmMilliseconds: 0 };

/** Slots that a busy thread has as well; whoever waits may do so for seconds. */
function bounds(slots: Slots, waiting = nobody): AdmissionLimits {
  return { ...slots, busyThread: slots, ...waiting, patienceMilliseconds: 5000 };
}
