/**
 * Episodes: consecutive exceedances of a sensor. One missing interval between two of them does not end an episode; a
 * sample within the limit does, and so do two missing intervals. An episode lasts from the start of its first sample
 * to the end of its last; its LAeq is the energy mean of its exceedances, weighted by their durations.
 *
 * Worked example, intervals of five minutes: exceedances at 23:00, 23:05 and 23:15, nothing measured at 23:10, are
 * one episode from 23:00 to 23:20 of 20 minutes. With a sample within the limit at 23:10 they are two, of 10 and 5
 * minutes.
 */
export interface Episode<Event extends Exceedance = Exceedance> {
  readonly sensorId: string;
  /** Unix seconds; `end` is excluded. */
  readonly start: number;
  readonly end: number;
  /** From start to end, with the missing interval. */
  readonly durationSeconds: number;
  /** Oldest first, one at least. */
  readonly exceedances: readonly [Event, ...Event[]];
  readonly highestOver: number;
  /** Not rounded. */
  readonly Leq: number;
  /** Without repetitions, the most frequent first. */
  readonly labels: readonly string[];
}

/** The facts of an exceedance that an episode needs. Levels in dB. */
export interface Exceedance {
  readonly sensorId: string;
  /** Start of its interval, Unix seconds. */
  readonly second: number;
  readonly Leq: number;
  readonly over: number;
  readonly label: string | null;
}

export interface EpisodeFacts {
  /** How long samples of a sensor last, in seconds. */
  readonly intervalOf: (sensorId: string) => number;
  /** True if no sample starts between two seconds, both excluded, that are about two intervals apart. */
  readonly isMissing: (sensorId: string, after: number, before: number) => boolean;
}

/** The episodes of exceedances in any order, of one or several sensors: oldest first, then by sensor. */
export function episodesOf<Event extends Exceedance>(
  exceedances: readonly Event[],
  { intervalOf, isMissing }: EpisodeFacts,
): Episode<Event>[] {
  const ordered = exceedances.toSorted(
    (a, b) => compare(a.sensorId, b.sensorId) || a.second - b.second,
  );
  const groups: [Event, ...Event[]][] = [];
  for (const event of ordered) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group !== undefined && previous !== undefined && goesOn(previous, event)) group.push(event);
    else groups.push([event]);
  }
  return groups
    .map((group) => episodeOf(group, intervalOf(group[0].sensorId)))
    .toSorted((a, b) => a.start - b.start || compare(a.sensorId, b.sensorId));

  function goesOn(previous: Event, next: Event): boolean {
    if (previous.sensorId !== next.sensorId) return false;
    const intervals = intervalsBetween(previous, next, intervalOf(next.sensorId));
    if (intervals !== 2) return intervals < 2;
    return isMissing(next.sensorId, previous.second, next.second);
  }
}

/** The sensors with two exceedances that only what is between them joins or parts. */
export function sensorsInDoubt(
  exceedances: readonly Exceedance[],
  intervalOf: EpisodeFacts["intervalOf"],
): string[] {
  const found = new Set<string>();
  const isMissing = (sensorId: string) => {
    found.add(sensorId);
    return false;
  };
  episodesOf(exceedances, { intervalOf, isMissing });
  return [...found].toSorted(compare);
}

/** Samples need not keep to the second: the number of intervals is the nearest. */
function intervalsBetween(previous: Exceedance, next: Exceedance, interval: number): number {
  return Math.round((next.second - previous.second) / Math.max(1, interval));
}

function episodeOf<Event extends Exceedance>(
  events: readonly [Event, ...Event[]],
  interval: number,
): Episode<Event> {
  const [first] = events;
  // A sample lasts for the interval, or until the next if that is sooner.
  const durations = events.map(({ second }, index) =>
    Math.min(interval, (events[index + 1]?.second ?? Infinity) - second),
  );
  const start = first.second;
  const end = (events.at(-1) ?? first).second + interval;
  return {
    sensorId: first.sensorId,
    start,
    end,
    durationSeconds: end - start,
    exceedances: events,
    highestOver: Math.max(...events.map(({ over }) => over)),
    Leq: energyMean(events, durations),
    labels: labelsOf(events),
  };
}

function energyMean(events: readonly Exceedance[], durations: readonly number[]): number {
  // Relative to the highest, no energy is too large or too small for a number.
  const highest = Math.max(...events.map(({ Leq }) => Leq));
  let energy = 0;
  let seconds = 0;
  for (const [index, { Leq }] of events.entries()) {
    const duration = durations[index] ?? 0;
    energy += duration * 10 ** ((Leq - highest) / 10);
    seconds += duration;
  }
  return highest + 10 * Math.log10(energy / seconds);
}

function labelsOf(events: readonly Exceedance[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of events) {
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || compare(a, b)).map(([label]) => label);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
