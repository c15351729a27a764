import { insideContract, lastCounted, type Seconds } from "../time/range.ts";
import { secondOf } from "../time/local-time.ts";
import type { ProjectScope } from "../state/project-scope.tsx";
import { shownUntil } from "../state/shown-until.ts";

/** The facts that decide when samples of a sensor are expected; times are Unix seconds. */
export interface DeliveringSensor {
  /** Seconds of a sample. */
  readonly interval: number;
  /** Start of its first and its newest sample; null without one. */
  readonly first: number | null;
  readonly newest: number | null;
  /** After its declared end no sample is missing. */
  readonly hasEnded: boolean;
}

/** The part of a time in which samples are expected: Unix seconds, the end outside; none where they are the same. */
export interface DeliveringPart {
  readonly start: number;
  readonly end: number;
  /** Samples that it should hold. */
  readonly expected: number;
}

interface ServedSensor {
  readonly interval: { readonly seconds: number } | null;
  readonly extent: { readonly firstAt: string | null; readonly lastAt: string | null } | null;
}

/** A sensor as it is served, with its declared end. */
export function deliveringSensor(
  { interval, extent }: ServedSensor,
  endAt: string | null,
  now: number,
): DeliveringSensor {
  return {
    interval: interval?.seconds ?? 300,
    first: extent?.firstAt == null ? null : secondOf(extent.firstAt),
    newest: extent?.lastAt == null ? null : secondOf(extent.lastAt),
    hasEnded: endAt !== null && secondOf(endAt) < now,
  };
}

/**
 * A sensor is due from its first sample on, until a sample could be missing. Matrix, strip, plot and report share this.
 *
 * Worked example: with samples of an hour from noon on, 12 are expected of that day, and its morning is no gap.
 */
export function deliveringPart(
  time: { readonly start: number; readonly end: number },
  sensor: DeliveringSensor | undefined,
  now: number,
): DeliveringPart {
  if (sensor === undefined) return { start: time.start, end: time.start, expected: 0 };
  const { interval, first, newest, hasEnded } = sensor;
  const lastEnd = newest === null ? -Infinity : newest + interval - 1;
  const last = hasEnded ? lastEnd : lastCounted(now, newest, interval);
  const start = Math.max(time.start, first ?? time.start);
  const end = Math.max(start, Math.min(time.end, last + 1));
  return { start, end, expected: Math.round((end - start) / interval) };
}

const unknown: ServedSensor = { interval: null, extent: null };

/** The same of a sensor of the shown project, for a range of which both seconds are inside. */
export function deliveringIn(
  { extents, project, contract }: Pick<ProjectScope, "extents" | "project" | "contract">,
  sensorId: string,
  range: Seconds,
): DeliveringPart {
  const endAt = project.sensors.find(({ id }) => id === sensorId)?.endAt ?? null;
  const { first, last } = insideContract(range, contract);
  const sensor = deliveringSensor(extents.get(sensorId) ?? unknown, endAt, shownUntil.value);
  return deliveringPart({ start: first, end: last + 1 }, sensor, shownUntil.value);
}
