import { type Episode, sensorsInDoubt } from "../../data/episodes.ts";
import type { Issue } from "../../graphql/ask.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import { type Gaps, intervalsOf, joinEpisodes, readGaps } from "./read-episodes.ts";
import type { EventRow } from "./read-events.ts";

/**
 * The episodes of what has been read, newest first; null until it is known where samples are missing. `events` null
 * asks nothing. Where the gaps cannot be read, a single missing interval ends an episode, and `issues` says why.
 */
export function useEpisodes(events: readonly EventRow[] | null): {
  readonly episodes: readonly Episode<EventRow>[] | null;
  readonly issues: readonly Issue[];
} {
  const { project, extents, range } = useProject();
  const intervalOf = intervalsOf(events ?? [], extents);
  const sensors = sensorsInDoubt(events ?? [], intervalOf);
  const identity = JSON.stringify([project.id, sensors, range.first, range.last]);
  const gaps = useAsked(
    (signal) => (sensors.length === 0 ? null : readGaps(project.id, sensors, range, signal)),
    identity,
  );
  const known: Gaps = gaps.data ?? new Map();
  const isKnown = sensors.every((sensor) => known.has(sensor));
  if (events === null || !isKnown) return { episodes: null, issues: [] };
  return { episodes: joinEpisodes(events, intervalOf, known), issues: gaps.issues };
}
