import { type Episode, episodesOf } from "../../data/episodes.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { sensorGapsDocument } from "../../graphql/generated/sensor-gaps.ts";
import { instantText, secondOf } from "../../time/local-time.ts";
import type { EventRow } from "./read-events.ts";

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** The gaps in the data of each sensor. */
export type Gaps = ReadonlyMap<string, readonly Gap[]>;

/** The extent of each sensor's samples. */
export type Extents = ReadonlyMap<
  string,
  { readonly interval: { readonly seconds: number } | null }
>;

/**
 * How long the samples of a sensor last. A key that may not read samples is not told: then as exceedances are apart.
 */
export function intervalsOf(
  events: readonly EventRow[],
  extents: Extents,
): (sensorId: string) => number {
  const shortest = shortestDistances(events);
  return (sensorId) => extents.get(sensorId)?.interval?.seconds ?? shortest.get(sensorId) ?? 300;
}

/** The episodes of exceedances, newest first. */
export function joinEpisodes(
  events: readonly EventRow[],
  intervalOf: (sensorId: string) => number,
  gaps: Gaps,
): Episode<EventRow>[] {
  const isMissing = (sensorId: string, after: number, before: number) =>
    (gaps.get(sensorId) ?? []).some(({ start, end }) => start < before && end > after);
  return episodesOf(events, { intervalOf, isMissing }).toReversed();
}

/** Reads the gaps of some sensors in the range. */
export async function readGaps(
  projectId: string,
  sensors: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
  signal: AbortSignal,
): Promise<Answer<Gaps>> {
  const answers = await Promise.all(
    sensors.map((sensor) => {
      const variables = { project: projectId, sensor };
      const range = { first: instantText(first), last: instantText(last) };
      return ask(sensorGapsDocument, { ...variables, ...range }, signal);
    }),
  );
  const gaps = answers.map(({ data }, index): [string, Gap[]] => [
    sensors[index] ?? "",
    (data?.sensor?.availability?.gaps ?? []).map(({ startAt, endAt }) => ({
      start: secondOf(startAt),
      end: secondOf(endAt),
    })),
  ]);
  return { data: new Map(gaps), issues: answers.flatMap(({ issues }) => issues) };
}

/** The shortest distance between two exceedances of a sensor: the interval, or more. */
function shortestDistances(events: readonly EventRow[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  const shortest = new Map<string, number>();
  for (const { sensorId, second } of events) {
    const distance = (latest.get(sensorId) ?? Infinity) - second;
    latest.set(sensorId, second);
    if (distance < (shortest.get(sensorId) ?? Infinity)) shortest.set(sensorId, distance);
  }
  return shortest;
}
