import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { rangeVariables } from "../../data/sensor-variables.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import {
  sensorEpisodesDocument,
  type SensorEpisodesQuery,
} from "../../graphql/generated/sensor-episodes.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { validOnly } from "../../state/address.ts";
import { type ProjectScope, useProject } from "../../state/project-scope.tsx";
import { secondOf } from "../../time/local-time.ts";
import type { EventFilter } from "./event-filter.ts";
import type { EventSource } from "./read-events.ts";

type Sensor = NonNullable<SensorEpisodesQuery["project"]>["sensors"][number];
type Episode = NonNullable<Sensor["episodes"]>["data"][number];

/** Consecutive exceedances of a sensor, as the server joins them. */
export interface EpisodeRow extends Episode {
  readonly sensorId: string;
  /** Start of its first exceedance, Unix seconds. */
  readonly second: number;
}

/** The episodes of a source that pass its filter, newest first; its sources of limits are of single samples. */
export function useEpisodes(source: EventSource, isWanted: boolean): Query<readonly EpisodeRow[]> {
  const scope = useProject();
  const { filter, excluded: _, ...range } = source;
  const sensorIds = filter.sensors ?? scope.project.sensors.map(({ id }) => id);
  const identity = JSON.stringify([range, sensorIds, isWanted, validOnly.value]);
  const query = useAsked(
    (signal) => (isWanted ? readEpisodes(range, sensorIds, scope, signal) : null),
    identity,
  );
  const data = query.data?.filter((episode) => passes(episode, filter)) ?? null;
  return { ...query, data, isLoading: isWanted && query.isLoading };
}

async function readEpisodes(
  { projectId, first, last }: Omit<EventSource, "filter" | "excluded">,
  sensorIds: readonly string[],
  scope: ProjectScope,
  signal: AbortSignal,
): Promise<Answer<readonly EpisodeRow[]>> {
  const variables = rangeVariables(projectId, { first, last });
  const answers = await askInBatches(sensorIds, samplesRead(scope, { first, last }), (sensors) =>
    ask(sensorEpisodesDocument, { ...variables, sensors }, signal),
  );
  const episodes = answers.flatMap(([sensorId, { sensor }]) =>
    (sensor?.episodes?.data ?? []).map((episode) => ({
      ...episode,
      sensorId,
      second: secondOf(episode.startAt),
    })),
  );
  return {
    data: episodes.toSorted((a, b) => b.second - a.second || (a.sensorId < b.sensorId ? 1 : -1)),
    issues: answers.flatMap(([, { issues }]) => issues),
  };
}

function passes(
  { label, maxOver, firstRecordingId }: EpisodeRow,
  { labels, minOver, withRecording }: EventFilter,
): boolean {
  return (
    (labels === null || (label !== null && labels.includes(label))) &&
    (minOver === null || maxOver >= minOver) &&
    (withRecording === null || firstRecordingId !== null)
  );
}
