import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { KeyRequestsGranted, KeyRequestsWanted } from "#database/queries/key-requests.ts";
import { createRateLimit, minuteMilliseconds } from "./rate-limit.ts";

/*
 * The quota of a key, counted by all processes together.
 *
 * The database has one row for each key: when its minute began, and how many of its requests the processes have taken.
 * A process takes some in advance and gives them to its requests without a statement: up to a hundredth of the quota, and
 * never more than a twentieth of what is left.
 *
 * - All processes together never accept more than the quota, as long as the database answers.
 * - One process can use all of it. What another has taken in advance and does not use is lost, at most a hundredth of the quota.
 * - A request waits for the database where its process has none in advance: the first of a minute, and the last nineteen.
 * - Where the database does not answer soon, the process counts alone. What it accepts is counted when the database is back.
 */

export interface SharedRateLimit {
  /** Counts a request: 0 if it is accepted, else the whole seconds until one is, at least 1. Never rejects. */
  take(keyId: KeyId, now: Instant): number | Promise<number>;
}

/** What the processes have in common. */
export interface SharedMinutes {
  /** Takes requests from the minutes of several keys, each of which is named once. */
  take(asked: readonly KeyRequestsWanted[]): Promise<ReadonlyMap<KeyId, KeyRequestsGranted>>;
}

export interface SharedRateLimitOptions {
  /** How long a request waits for the minutes in common. Default: half a second. */
  readonly patienceMilliseconds?: number;
  /** How long after a failure they are asked again. Default: a second. */
  readonly pauseMilliseconds?: number;
}

/** At most so many requests of a key in a minute, over all processes that share `minutes`. */
export function createSharedRateLimit(
  perMinute: number,
  shared: SharedMinutes,
  { patienceMilliseconds = 500, pauseMilliseconds = 1000 }: SharedRateLimitOptions = {},
): SharedRateLimit {
  const alone = createRateLimit(perMinute);
  // In the order in which they began here, so that those which have ended come first.
  const minutes = new Map<KeyId, Minute>();
  /** The keys to ask about next. */
  const toAsk = new Set<KeyId>();
  let isAsking = false;
  let isSilent = false;
  let askAgainAt = 0;

  const minuteOf = (keyId: KeyId, now: Instant): Minute => {
    for (const [key, minute] of minutes) {
      if (!hasEnded(minute, now) || minute.waiting.length > 0) break;
      minutes.delete(key);
    }
    const current = minutes.get(keyId);
    if (current !== undefined && !hasEnded(current, now)) return current;
    const waiting = current?.waiting ?? [];
    const begun: Minute = { startedAt: now, lastAt: now, left: null, held: 0, owed: 0, waiting };
    minutes.delete(keyId);
    minutes.set(keyId, begun);
    return begun;
  };

  const inAdvance = ({ left }: Minute) =>
    left === null ? 0 : Math.min(Math.ceil(perMinute / 100), Math.floor(left / 20));
  const isLow = (minute: Minute) => minute.held * 4 < inAdvance(minute);
  const wantedOf = (minute: Minute) =>
    minute.owed + minute.waiting.length + Math.max(0, inAdvance(minute) - minute.held);

  const takeAlone = (keyId: KeyId, minute: Minute, now: Instant) => {
    const seconds = alone.take(keyId, now);
    if (seconds === 0) minute.owed += 1;
    return seconds;
  };

  const takeHeld = (keyId: KeyId, minute: Minute, now: Instant) => {
    minute.held -= 1;
    alone.take(keyId, now);
    return 0;
  };

  /** Decides the requests that wait, without the minutes in common. */
  const stopWaiting = () => {
    for (const [keyId, minute] of minutes) {
      for (const { now, decide } of minute.waiting.splice(0)) {
        decide(takeAlone(keyId, minute, now));
      }
    }
  };

  const settle = (
    keyId: KeyId,
    { elapsedMilliseconds, granted, taken }: KeyRequestsGranted,
    askedAt: Instant,
  ) => {
    const minute = minutes.get(keyId);
    if (minute === undefined) return;
    // On the clock of this process, which need not agree with that of the others. The answer tells how old the minute
    // was when it was asked for; requests have come since.
    minute.startedAt = (askedAt - elapsedMilliseconds) as Instant;
    minute.left = Math.max(0, perMinute - taken);
    minute.held += granted;
    const paid = Math.min(minute.held, minute.owed);
    minute.held -= paid;
    minute.owed -= paid;
    for (const { now, decide } of minute.waiting.splice(0, minute.held)) {
      decide(takeHeld(keyId, minute, now));
    }
    if (minute.left === 0) {
      for (const { now, decide } of minute.waiting.splice(0)) decide(secondsLeft(minute, now));
    }
    if (minute.waiting.length > 0 || isLow(minute)) toAsk.add(keyId);
  };

  /** One statement at a time; what is wanted meanwhile is asked for in the next one. */
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (toAsk.size > 0) {
      const asked = [...toAsk].flatMap((keyId) => {
        const minute = minutes.get(keyId);
        const wanted = minute === undefined ? 0 : wantedOf(minute);
        return minute === undefined || wanted === 0
          ? []
          : { keyId, wanted, askedAt: minute.lastAt };
      });
      toAsk.clear();
      if (asked.length === 0) break;
      const patience = setTimeout(() => {
        isSilent = true;
        stopWaiting();
      }, patienceMilliseconds);
      try {
        const taken = await shared.take(asked);
        for (const { keyId, askedAt } of asked) {
          const granted = taken.get(keyId);
          if (granted !== undefined) settle(keyId, granted, askedAt);
        }
        isSilent = false;
      } catch {
        isSilent = true;
        toAsk.clear();
        stopWaiting();
      }
      askAgainAt = performance.now() + pauseMilliseconds;
      clearTimeout(patience);
    }
    isAsking = false;
  };

  return {
    take(keyId, now) {
      const minute = minuteOf(keyId, now);
      minute.lastAt = now;
      if (minute.held > 0) {
        takeHeld(keyId, minute, now);
        if (isLow(minute) && !isSilent) {
          toAsk.add(keyId);
          void ask();
        }
        return 0;
      }
      if (minute.left === 0) return secondsLeft(minute, now);
      if (!isSilent) {
        return new Promise((decide) => {
          minute.waiting.push({ now, decide });
          toAsk.add(keyId);
          void ask();
        });
      }
      const seconds = takeAlone(keyId, minute, now);
      if (performance.now() >= askAgainAt) {
        toAsk.add(keyId);
        void ask();
      }
      return seconds;
    },
  };
}

/** The minute of a key, as this process knows it. */
interface Minute {
  /** On the clock of this process. */
  startedAt: Instant;
  /** The latest request. */
  lastAt: Instant;
  /** What no process had taken when the database last answered; null: it has not answered yet. */
  left: number | null;
  /** Taken in advance, and not used yet. */
  held: number;
  /** Accepted without having been taken. */
  owed: number;
  waiting: { readonly now: Instant; readonly decide: (seconds: number) => void }[];
}

/** Requests that waited come out of order, and a clock may be set back. */
function hasEnded({ startedAt }: Minute, now: Instant): boolean {
  return Math.abs(now - startedAt) >= minuteMilliseconds;
}

function secondsLeft({ startedAt }: Minute, now: Instant): number {
  return Math.max(1, Math.ceil((startedAt + minuteMilliseconds - now) / 1000));
}
