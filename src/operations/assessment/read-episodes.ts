import { createEpisodeBuilder, type Episode } from "../../acoustics/events/episodes.ts";
import { type SensorId, sampleId } from "../../acoustics/ids.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { SampleSource } from "../aggregates/each-sample.ts";
import { type LoudEvent, searchLoudEvents, type LoudSource } from "./search-loud-events.ts";

/** Source of the events of episodes. */
export interface EpisodeSource extends LoudSource, Pick<SampleSource, "checkCount"> {
  readonly sensorId: SensorId;
  /** Reads the labels and recordings of events. */
  readonly annotate: (events: readonly Pick<LoudEvent, "second">[]) => Promise<AnnotationAt>;
}

/** The label of a second, and its recording if there is one. */
export type AnnotationAt = (second: number) => {
  readonly label: string | null;
  readonly hasRecording: boolean;
};

/** The episodes to read: those that overlap the range, which lies inside the contract. */
export interface EpisodeSearch {
  readonly schedule: LimitSchedule;
  readonly weighting: Weighting;
  readonly joinSeconds: number;
  readonly minSeconds: number;
  readonly range: SecondRange;
}

/**
 * The episodes that overlap a range, each whole, oldest first (docs/contract.md, P5). The search follows them beyond
 * the range.
 */
export async function* readEpisodes(
  source: EpisodeSource,
  { schedule, weighting, joinSeconds, minSeconds, range }: EpisodeSearch,
): AsyncGenerator<readonly Episode[], void> {
  const { contract, intervalSeconds } = source;
  const builder = createEpisodeBuilder({ weighting, joinSeconds, minSeconds, range, contract });
  const search = { schedule, weighting };
  /** An event that is this number of seconds after another cannot be joined to it. */
  const reach = joinSeconds + intervalSeconds;
  let searched = 0;
  const count = (samples: number) => source.checkCount((searched += samples));
  const inside = searchLoudEvents(source, search, range, count);
  // Both searches run at the same time.
  const [before, begun] = await Promise.all([searchBefore(), inside.next()]);
  yield* add(before);
  let lastEvent = before.at(-1)?.second ?? -Infinity;
  for (let step = begun; step.done !== true; step = await inside.next()) {
    const events = step.value;
    yield* add(events);
    lastEvent = events.at(-1)?.second ?? lastEvent;
  }
  let next = range.last + 1;
  for (let length = reach; next <= Math.min(lastEvent + reach, contract.last); length *= 2) {
    const part = { first: next, last: Math.min(next + length - 1, contract.last) };
    for await (const events of searchLoudEvents(source, search, part, () => undefined)) {
      yield* add(events);
      for (const { second } of events) if (second <= lastEvent + reach) lastEvent = second;
    }
    next = part.last + 1;
  }
  yield builder.finish();

  /** The events before the range that may belong to one of its episodes, oldest first. */
  async function searchBefore(): Promise<readonly LoudEvent[]> {
    const parts: (readonly LoudEvent[])[] = [];
    let start = range.first;
    let last = range.first - 1;
    for (let length = reach; ; length *= 2) {
      const first = Math.max(contract.first, last - length + 1);
      if (first > last || last < start - reach) break;
      const events: LoudEvent[] = [];
      const steps = searchLoudEvents(source, search, { first, last }, () => undefined);
      for await (const found of steps) for (const event of found) events.push(event);
      parts.unshift(events);
      for (const { second } of events.toReversed()) if (second >= start - reach) start = second;
      last = first - 1;
    }
    return parts.flat().filter(({ second }) => second >= start);
  }

  async function* add(events: readonly LoudEvent[]): AsyncGenerator<readonly Episode[], void> {
    if (events.length === 0) return;
    const annotationAt = await source.annotate(events);
    for (const event of events) {
      const { label, hasRecording } = annotationAt(event.second);
      const recordingId = hasRecording ? sampleId(source.sensorId, event.second) : null;
      builder.add({ ...event, label, recordingId });
    }
    yield builder.drain();
  }
}
