import {
  decibelsOf,
  highestLevel,
  type Hundredths,
  subtractLevels,
} from "../../acoustics/levels/decibel.ts";
import type { LimitSource } from "../../acoustics/limits/limit-rules.ts";
import type { OperationContext } from "../operation-context.ts";
import { readClassifications } from "../measurements/read-classifications.ts";
import type { FoundEvent } from "./search-exceedances.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** The events of a project that are listed; null for all. */
export interface EventFilter {
  readonly labels: ReadonlySet<string> | null;
  /** The least `over` in dB. */
  readonly minOver: number | null;
  readonly sources: ReadonlySet<LimitSource> | null;
  readonly withRecording: boolean | null;
}

/** The level that matching samples exceed, for the lowest limit; null if no sample can match. */
export function searchedAbove(lowest: Hundredths, { minOver }: EventFilter): Hundredths | null {
  // A hundredth less, because the level must exceed it; `minOver` may lie between two hundredths.
  const above = Math.max(lowest, lowest + Math.floor((minOver ?? 0) * 100) - 1);
  return above < highestLevel ? (above as Hundredths) : null;
}

/** True if the level and the limit of an event match the filter. */
export function passesLevels({ minOver, sources }: EventFilter, event: FoundEvent): boolean {
  const over = decibelsOf(subtractLevels(event.level, event.limit));
  return (
    (minOver === null || over >= minOver) && (sources === null || sources.has(event.limitSource))
  );
}

/** The events of a sensor that also match by labels and recordings, which are read only if the filter needs them. */
export async function filterByAnnotations(
  context: OperationContext,
  sensor: ReadableSensor,
  { labels, withRecording }: EventFilter,
  events: readonly FoundEvent[],
): Promise<readonly FoundEvent[]> {
  if (events.length === 0 || (labels === null && withRecording === null)) return events;
  // Without a model no event has a classification.
  if (labels !== null && (sensor.reading.model === null || labels.size === 0)) return [];
  const { sensorNo } = sensor;
  const passed: FoundEvent[] = [];
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    const part = events.slice(start, start + eventsAtOnce);
    const seconds = part.map(({ second }) => second);
    const [classifications, recorded] = await Promise.all([
      labels === null ? null : readClassifications(context, sensor, seconds),
      withRecording === null
        ? null
        : Promise.all(seconds.map((second) => context.loaders.recordings({ sensorNo, second }))),
    ]);
    const hasLabel = (second: number) => {
      const label = classifications?.get(second)?.label;
      return labels === null || (label !== undefined && labels.has(label));
    };
    const hasRecording = (index: number) =>
      withRecording === null || ((recorded?.[index] ?? null) !== null) === withRecording;
    passed.push(...part.filter(({ second }, index) => hasLabel(second) && hasRecording(index)));
  }
  return passed;
}

/** The bound of a page, so that the rows of one statement are read in a few milliseconds. */
const eventsAtOnce = 2000;
