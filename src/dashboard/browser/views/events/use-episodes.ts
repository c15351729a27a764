import { type Episode, episodesOf, sensorsInDoubt } from "#dashboard/browser/data/episodes.ts";
import { type Answer, ask, type Issue } from "#dashboard/browser/graphql/ask.ts";
import { sensorGapsDocument } from "#dashboard/browser/graphql/generated/sensor-gaps.ts";
import { useAsked } from "#dashboard/browser/graphql/use-query.ts";
import { useProject } from "#dashboard/browser/state/project-scope.tsx";
import { instantText, secondOf } from "#dashboard/browser/time/local-time.ts";
import type { EventRow } from "./read-events.ts";

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Where the sensors have no data. */
type Gaps = ReadonlyMap<string, readonly Gap[]>;

/**
 * The episodes of what has been read, newest first; null until it is known where samples are missing. `events` null asks
 * nothing. Where the gaps cannot be read, a single missing interval ends an episode, and `issues` says why.
 */
export function useEpisodes(events: readonly EventRow[] | null): {
  readonly episodes: readonly Episode<EventRow>[] | null;
  readonly issues: readonly Issue[];
} {
  const { project, extents, range } = useProject();
  const shortest = shortestDistances(events ?? []);
  // A key that may not read samples is not told their interval.
  const intervalOf = (sensorId: string) =>
    extents.get(sensorId)?.interval?.seconds ?? shortest.get(sensorId) ?? 300;
  const sensors = sensorsInDoubt(events ?? [], intervalOf);
  const identity = JSON.stringify([project.id, sensors, range.first, range.last]);
  const gaps = useAsked(
    (signal) => (sensors.length === 0 ? null : readGaps(project.id, sensors, range, signal)),
    identity,
  );
  const known: Gaps = gaps.data ?? new Map();
  const isMissing = (sensorId: string, after: number, before: number) =>
    (known.get(sensorId) ?? []).some(({ start, end }) => start < before && end > after);
  const isKnown = sensors.every((sensor) => known.has(sensor));
  if (events === null || !isKnown) return { episodes: null, issues: [] };
  return {
    episodes: episodesOf(events, { intervalOf, isMissing }).toReversed(),
    issues: gaps.issues,
  };
}

/** Of two exceedances of a sensor, newest first: the interval, or more. */
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

async function readGaps(
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
