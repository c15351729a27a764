import type { AdmissionLimits, Slots } from "./admission-limits.ts";

/**
 * Who may work, who waits, and who is told to come back. At most `slots` requests work at once. The others
 * wait in a lane of their own kind, a key's say; a slot that becomes free goes to the lanes in turn, so
 * that a thousand waiting requests of one lane cost another lane one turn each and no more. A few slots
 * are kept from every lane, so that slow work of one key never holds all of them.
 *
 * Up to `burst` requests may wait. Where no more may, the longest lane gives up its newest request for one
 * of a shorter lane; else the newcomer is refused. It is overload while somebody has been refused for want of
 * a place within `calmMilliseconds`, or where one that waits has done so for `patienceMilliseconds`. Then who is admitted
 * is answered soon, and the others are told at once: beyond `queue` only the first of a lane may wait;
 * where the one thread of this process is what everybody waits for, only those of `busyThread` work, for
 * more of them would take longer each; and who was told to come back later and did not wait that long
 * (`early`) is refused again while its lane is served, for it goes before nobody who does as told.
 *
 * Example, of 2 slots and a burst of 1: a1 and b1 work, a2 waits, a3 is refused; b2 takes no place of a
 * lane as short as its own and is refused too. b1 ends: a2 works.
 */
export interface Admission<Ticket> {
  readonly working: number;
  readonly waiting: number;
  arrive(lane: string, ticket: Ticket, circumstances: Circumstances): Arrival<Ticket>;
  /** Frees a slot of a lane; the tickets returned work now. */
  leave(lane: string, now: number): readonly Ticket[];
  /** Forgets a ticket that waits; whether it did. */
  withdraw(lane: string, ticket: Ticket): boolean;
}

export interface Circumstances {
  /** Milliseconds of a clock that never goes back. */
  readonly now: number;
  readonly isEarly?: boolean;
  readonly isThreadBusy?: boolean;
}

export interface Arrival<Ticket> extends Verdict<Ticket> {
  /** Those that waited and work now: the thread was busy when their slots became free, and is not any more. */
  readonly begun: readonly Ticket[];
}

interface Verdict<Ticket> {
  readonly outcome: "works" | "waits" | "refused";
  /** Whoever has to go for it: the newcomer itself, one that waited, or nobody (null). */
  readonly refused: Ticket | null;
}

export function createAdmission<Ticket>(limits: AdmissionLimits): Admission<Ticket> {
  const held = new Map<string, number>();
  // Lanes in the order of their turns: whoever has had one goes to the end.
  const lanes = new Map<string, Waiting<Ticket>[]>();
  let working = 0;
  let waiting = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  // When a lane was last served, since the overload began.
  const leftAt = new Map<string, number>();
  // As of the last arrival.
  let allowed: Slots = limits;

  const mayWork = (lane: string) =>
    working < allowed.slots && (held.get(lane) ?? 0) < allowed.slotsOfLane;
  const work = (lane: string) => {
    working += 1;
    held.set(lane, (held.get(lane) ?? 0) + 1);
  };
  const wait = (lane: string, ticket: Ticket, since: number) => {
    waiting += 1;
    const tickets = lanes.get(lane);
    if (tickets === undefined) lanes.set(lane, [{ ticket, since }]);
    else tickets.push({ ticket, since });
  };
  const takeTurn = (): Ticket | null => {
    for (const [lane, tickets] of lanes) {
      if (!mayWork(lane)) continue;
      const [first, ...others] = tickets;
      lanes.delete(lane);
      if (others.length > 0) lanes.set(lane, others);
      waiting -= 1;
      work(lane);
      return first?.ticket ?? null;
    }
    return null;
  };
  const takeTurns = (): readonly Ticket[] => {
    const begun: Ticket[] = [];
    for (let ticket = takeTurn(); ticket !== null; ticket = takeTurn()) begun.push(ticket);
    return begun;
  };
  const isOverloaded = (now: number) =>
    now - refusedAt < limits.calmMilliseconds ||
    [...lanes.values()].some(
      ([first]) => first !== undefined && now - first.since >= limits.patienceMilliseconds,
    );
  const isServed = (lane: string, now: number) =>
    held.has(lane) ||
    lanes.has(lane) ||
    now - (leftAt.get(lane) ?? Number.NEGATIVE_INFINITY) < servedMilliseconds;
  const refuse = (ticket: Ticket, now: number): Verdict<Ticket> => {
    refusedAt = now;
    return { outcome: "refused", refused: ticket };
  };
  const judge = (
    lane: string,
    ticket: Ticket,
    { now, isEarly, isOverload }: { now: number; isEarly: boolean; isOverload: boolean },
  ): Verdict<Ticket> => {
    // Where its lane waits already, it waits behind it.
    const hasPlace = !lanes.has(lane) && mayWork(lane);
    if (isOverload && isEarly && isServed(lane, now)) {
      return hasPlace ? { outcome: "refused", refused: ticket } : refuse(ticket, now);
    }
    if (hasPlace) {
      work(lane);
      return { outcome: "works", refused: null };
    }
    if (waiting < (isOverload && lanes.has(lane) ? limits.queue : limits.burst)) {
      wait(lane, ticket, now);
      return { outcome: "waits", refused: null };
    }
    const [longest, tickets] = longestOf(lanes);
    if (tickets.length <= (lanes.get(lane)?.length ?? 0) + 1) return refuse(ticket, now);
    const refused = tickets.pop()?.ticket ?? null;
    if (tickets.length === 0) lanes.delete(longest);
    waiting -= 1;
    refusedAt = now;
    wait(lane, ticket, now);
    return { outcome: "waits", refused };
  };
  return {
    get working() {
      return working;
    },
    get waiting() {
      return waiting;
    },
    arrive(lane, ticket, { now, isEarly = false, isThreadBusy = false }) {
      const isOverload = isOverloaded(now);
      allowed = isOverload && isThreadBusy ? limits.busyThread : limits;
      if (!isOverload) leftAt.clear();
      const begun = takeTurns();
      return { ...judge(lane, ticket, { now, isEarly, isOverload }), begun };
    },
    leave(lane, now) {
      working -= 1;
      const rest = (held.get(lane) ?? 0) - 1;
      if (rest > 0) held.set(lane, rest);
      else held.delete(lane);
      leftAt.set(lane, now);
      return takeTurns();
    },
    withdraw(lane, ticket) {
      const tickets = lanes.get(lane);
      const index = tickets?.findIndex((one) => one.ticket === ticket) ?? -1;
      if (tickets === undefined || index < 0) return false;
      tickets.splice(index, 1);
      if (tickets.length === 0) lanes.delete(lane);
      waiting -= 1;
      return true;
    },
  };
}

/** Who has been answered asks on after a moment: until then its lane is still served. */
const servedMilliseconds = 100;

interface Waiting<Ticket> {
  readonly ticket: Ticket;
  readonly since: number;
}

function longestOf<Ticket>(
  lanes: ReadonlyMap<string, Waiting<Ticket>[]>,
): [string, Waiting<Ticket>[]] {
  let longest: [string, Waiting<Ticket>[]] = ["", []];
  for (const entry of lanes) if (entry[1].length > longest[1].length) longest = entry;
  return longest;
}
