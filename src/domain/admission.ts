/**
 * Who may work, who waits, and who is told to come back. At most `slots` requests work at once. The others
 * wait in a lane of their own kind, a key's say; a slot that becomes free goes to the lanes in turn, so
 * that a thousand waiting requests of one lane cost another lane one turn each and no more. A few slots
 * are kept from every lane, so that slow work of one key never holds all of them.
 *
 * A burst may wait: up to `burst` requests. A queue that has not been empty for `burstMilliseconds` is no
 * burst, and from then on only `queue` of them may wait, until it has been empty. Where no more may wait,
 * the longest lane gives up its newest request for one of a shorter lane; else the newcomer is refused.
 * Who was told to come back later and did not wait that long (`early`) is refused again while others of
 * its lane wait: it goes before nobody who does as told.
 *
 * Example, of 2 slots and a queue of 1: a1 and b1 work, a2 waits, a3 is refused; b2 takes no place of a
 * lane as short as its own and is refused too. b1 ends: a2 works.
 */
export interface Admission<Ticket> {
  readonly working: number;
  readonly waiting: number;
  /** `refused` is whoever has to go for it: the newcomer itself, one that waited, or nobody (null). */
  arrive(lane: string, ticket: Ticket, now: number, early?: boolean): Arrival<Ticket>;
  /** Frees a slot of a lane; the tickets returned work now. */
  leave(lane: string): readonly Ticket[];
  /** Forgets a ticket that waits; whether it did. */
  withdraw(lane: string, ticket: Ticket): boolean;
}

export interface Arrival<Ticket> {
  readonly outcome: "works" | "waits" | "refused";
  readonly refused: Ticket | null;
}

export interface AdmissionLimits {
  readonly slots: number;
  /** How many of the slots one lane may hold. */
  readonly slotsOfLane: number;
  readonly queue: number;
  readonly burst: number;
  readonly burstMilliseconds: number;
}

/**
 * Limits for a database that answers `connections` statements at once. More requests than that would
 * wait for a connection anyway; as many again may wait for long, since each then waits for one other.
 * Sixteen of one key are always admitted, as many as a busy dashboard asks for at once.
 */
export function limitsOf(connections: number): AdmissionLimits {
  const slotsOfLane = Math.max(1, connections - Math.ceil(connections / 5));
  return {
    slots: connections,
    slotsOfLane,
    queue: Math.max(connections, 16 - slotsOfLane),
    burst: Math.max(50, 5 * connections),
    burstMilliseconds: 500,
  };
}

export function createAdmission<Ticket>(limits: AdmissionLimits): Admission<Ticket> {
  const held = new Map<string, number>();
  // Lanes in the order of their turns: whoever has had one goes to the end.
  const lanes = new Map<string, Ticket[]>();
  let working = 0;
  let waiting = 0;
  let waitingSince = 0;

  const mayWork = (lane: string) =>
    working < limits.slots && (held.get(lane) ?? 0) < limits.slotsOfLane;
  const work = (lane: string) => {
    working += 1;
    held.set(lane, (held.get(lane) ?? 0) + 1);
  };
  const wait = (lane: string, ticket: Ticket, now: number) => {
    if (waiting === 0) waitingSince = now;
    waiting += 1;
    const tickets = lanes.get(lane);
    if (tickets === undefined) lanes.set(lane, [ticket]);
    else tickets.push(ticket);
  };
  const takeTurn = (): Ticket | null => {
    for (const [lane, tickets] of lanes) {
      if (!mayWork(lane)) continue;
      const ticket = tickets.shift() as Ticket;
      lanes.delete(lane);
      if (tickets.length > 0) lanes.set(lane, tickets);
      waiting -= 1;
      work(lane);
      return ticket;
    }
    return null;
  };
  return {
    get working() {
      return working;
    },
    get waiting() {
      return waiting;
    },
    arrive(lane, ticket, now, early = false) {
      if (early && lanes.has(lane)) return { outcome: "refused", refused: ticket };
      // Where its lane waits already, it waits behind it.
      if (!lanes.has(lane) && mayWork(lane)) {
        work(lane);
        return { outcome: "works", refused: null };
      }
      const isBurst = waiting === 0 || now - waitingSince < limits.burstMilliseconds;
      if (waiting < (isBurst ? limits.burst : limits.queue)) {
        wait(lane, ticket, now);
        return { outcome: "waits", refused: null };
      }
      const [longest, tickets] = longestOf(lanes);
      if (tickets.length <= (lanes.get(lane)?.length ?? 0) + 1) {
        return { outcome: "refused", refused: ticket };
      }
      const refused = tickets.pop() as Ticket;
      if (tickets.length === 0) lanes.delete(longest);
      waiting -= 1;
      wait(lane, ticket, waitingSince);
      return { outcome: "waits", refused };
    },
    leave(lane) {
      working -= 1;
      const rest = (held.get(lane) ?? 0) - 1;
      if (rest > 0) held.set(lane, rest);
      else held.delete(lane);
      const next: Ticket[] = [];
      for (let ticket = takeTurn(); ticket !== null; ticket = takeTurn()) next.push(ticket);
      return next;
    },
    withdraw(lane, ticket) {
      const tickets = lanes.get(lane);
      const index = tickets?.indexOf(ticket) ?? -1;
      if (tickets === undefined || index < 0) return false;
      tickets.splice(index, 1);
      if (tickets.length === 0) lanes.delete(lane);
      waiting -= 1;
      return true;
    },
  };
}

function longestOf<Ticket>(lanes: ReadonlyMap<string, Ticket[]>): [string, Ticket[]] {
  let longest: [string, Ticket[]] = ["", []];
  for (const entry of lanes) if (entry[1].length > longest[1].length) longest = entry;
  return longest;
}
