/*
 * Worked example of joined events: 300 s each at 23:00, 23:05 and 23:15. They are two episodes, of 600 s and 300 s;
 * with `joinSeconds` of 300 they are one of 1,200 s, with 900 seconds of events.
 */

import { higher, type Hundredths, lower, subtractLevels } from "../levels/decibel.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../levels/energy.ts";
import { EnergySum } from "../levels/energy-sum.ts";
import type { Weighting } from "../levels/weighting.ts";
import type { SecondRange } from "../time/contract-period.ts";

/** An event: a sample whose level is above the limit of its own instant, with the time that it lasts. */
export interface EpisodeEvent {
  /** In Unix seconds. */
  readonly second: number;
  readonly duration: number;
  readonly level: Hundredths;
  readonly limit: Hundredths;
  readonly LAFmax: Hundredths | null;
  /** By the configured model. */
  readonly label: string | null;
  /** Null without a recording. */
  readonly recordingId: string | null;
}

/** Consecutive events: the seconds from `start` to before `end`. */
export interface Episode {
  readonly start: number;
  readonly end: number;
  /** From start to end. */
  readonly seconds: number;
  readonly events: number;
  /** Durations of the events. */
  readonly eventSeconds: number;
  /** Energy mean of the events. */
  readonly Leq: Hundredths;
  /** Sound exposure level of the events (ISO 1996-1); null for C and Z. */
  readonly LAE: Hundredths | null;
  /** The highest level minus limit, and the start of the first event that has it. */
  readonly maxOver: Hundredths;
  readonly maxOverAt: number;
  readonly LeqMax: Hundredths;
  readonly LAFmax: Hundredths | null;
  readonly lowestLimit: Hundredths;
  readonly highestLimit: Hundredths;
  /** The label with the most seconds, the first by bytes of equals, and its seconds; null without a label. */
  readonly label: string | null;
  readonly labelSeconds: number | null;
  readonly recordings: number;
  readonly firstRecordingId: string | null;
  /** True if it continues beyond the range. The end of the contract does not cut an episode. */
  readonly cut: boolean;
}

export interface EpisodeOptions {
  readonly weighting: Weighting;
  /** The longest time from the end of an event to the start of the next event of its episode. */
  readonly joinSeconds: number;
  /** Shorter episodes are left out. */
  readonly minSeconds: number;
  /** The range whose episodes are listed, cut to the contract. */
  readonly range: SecondRange;
  readonly contract: SecondRange;
}

/**
 * Joins events to episodes (docs/contract.md, P5): two consecutive events belong to one episode if the time from the
 * end of the first to the start of the second is at most `joinSeconds`, whatever the levels between them.
 */
export function createEpisodeBuilder(options: EpisodeOptions) {
  const { joinSeconds, minSeconds, range } = options;
  const episodes: Episode[] = [];
  let sum: EpisodeSum | null = null;

  function close(closed: EpisodeSum): void {
    const meetsRange = closed.start <= range.last && closed.end > range.first;
    if (meetsRange && closed.end - closed.start >= minSeconds) episodes.push(finish(closed));
  }

  function finish(closed: EpisodeSum): Episode {
    const { start, end, energy } = closed;
    const isOfA = options.weighting === "A";
    const { label, labelSeconds } = closed.labels.longest();
    return {
      start,
      end,
      seconds: end - start,
      events: closed.events,
      eventSeconds: closed.eventSeconds,
      Leq: roundLevel(levelOfEnergy(energy.value / closed.eventSeconds)),
      // Leq + 10 lg (eventSeconds / 1 s), with the unrounded Leq.
      LAE: isOfA ? roundLevel(levelOfEnergy(energy.value)) : null,
      maxOver: closed.maxOver,
      maxOverAt: closed.maxOverAt,
      LeqMax: closed.LeqMax,
      LAFmax: closed.LAFmax,
      lowestLimit: closed.lowestLimit,
      highestLimit: closed.highestLimit,
      label,
      labelSeconds,
      recordings: closed.recordings,
      firstRecordingId: closed.firstRecordingId,
      cut: isCut(closed, options),
    };
  }

  return {
    /** Adds the next event in order of time, also one before or after the range, so that the range cuts no episode. */
    add(event: EpisodeEvent) {
      if (sum === null || !isJoined(sum.end, event.second, joinSeconds)) {
        if (sum !== null) close(sum);
        sum = beginWith(event);
      }
      addTo(sum, event);
    },
    /** The last second at which a next event would join the newest episode; -Infinity without one. */
    joinsUntil: () => (sum === null ? -Infinity : sum.end + joinSeconds),
    /**
     * Removes and returns the episodes that no later event can join, oldest first, so that a list of millions is never
     * in memory.
     */
    drain: () => episodes.splice(0),
    /** The other episodes that overlap the range, each whole, oldest first. To be called once, after the last event. */
    finish() {
      if (sum !== null) close(sum);
      return episodes;
    },
  };
}

/** True if an event that starts at `start` belongs to the episode of an event that ends at `end`. */
function isJoined(end: number, start: number, joinSeconds: number): boolean {
  return start - end <= joinSeconds;
}

function isCut({ start, end }: Pick<Episode, "start" | "end">, options: EpisodeOptions): boolean {
  const { range, contract } = options;
  return start < range.first || (end > range.last + 1 && range.last < contract.last);
}

/** The sum of the events of an episode. */
interface EpisodeSum {
  readonly start: number;
  end: number;
  events: number;
  eventSeconds: number;
  readonly energy: EnergySum;
  maxOver: Hundredths;
  maxOverAt: number;
  LeqMax: Hundredths;
  LAFmax: Hundredths | null;
  lowestLimit: Hundredths;
  highestLimit: Hundredths;
  readonly labels: LabelSeconds;
  recordings: number;
  firstRecordingId: string | null;
}

function beginWith({ second, level, limit }: EpisodeEvent): EpisodeSum {
  return {
    start: second,
    end: second,
    events: 0,
    eventSeconds: 0,
    energy: new EnergySum(),
    maxOver: subtractLevels(level, limit),
    maxOverAt: second,
    LeqMax: level,
    LAFmax: null,
    lowestLimit: limit,
    highestLimit: limit,
    labels: createLabelSeconds(),
    recordings: 0,
    firstRecordingId: null,
  };
}

function addTo(sum: EpisodeSum, event: EpisodeEvent): void {
  const { second, duration, level, limit } = event;
  const over = subtractLevels(level, limit);
  sum.end = second + duration;
  sum.events += 1;
  sum.eventSeconds += duration;
  sum.energy.add(duration * energyOf(level));
  if (over > sum.maxOver) {
    sum.maxOver = over;
    sum.maxOverAt = second;
  }
  sum.LeqMax = higher(sum.LeqMax, level) ?? level;
  sum.LAFmax = higher(sum.LAFmax, event.LAFmax);
  sum.lowestLimit = lower(sum.lowestLimit, limit) ?? limit;
  sum.highestLimit = higher(sum.highestLimit, limit) ?? limit;
  sum.labels.add(event.label, duration);
  if (event.recordingId === null) return;
  sum.recordings += 1;
  sum.firstRecordingId ??= event.recordingId;
}

/** The duration of each label of an episode. */
interface LabelSeconds {
  add(label: string | null, seconds: number): void;
  /** The label with the most seconds, and of equal ones the first by bytes; nulls without a label. */
  longest(): { readonly label: string | null; readonly labelSeconds: number | null };
}

/** Adds up the seconds of labels. Worked example: `train` 300 s, `ship` 200 s and 100 s: `ship`, 300 s. */
function createLabelSeconds(): LabelSeconds {
  const seconds = new Map<string, number>();
  return {
    add(label, duration) {
      if (label !== null) seconds.set(label, (seconds.get(label) ?? 0) + duration);
    },
    longest() {
      const [first] = [...seconds].toSorted(
        ([left, of], [right, ofRight]) => ofRight - of || compareBytes(left, right),
      );
      return { label: first?.[0] ?? null, labelSeconds: first?.[1] ?? null };
    },
  };
}

/** The order of UTF-8 bytes is the order of code points. */
function compareBytes(left: string, right: string): number {
  const [ofLeft, ofRight] = [Array.from(left), Array.from(right)];
  const length = Math.min(ofLeft.length, ofRight.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (ofLeft[index]?.codePointAt(0) ?? 0) - (ofRight[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return ofLeft.length - ofRight.length;
}
