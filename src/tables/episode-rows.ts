import type { Episode } from "../acoustics/events/episodes.ts";
import type { SensorId } from "../acoustics/ids.ts";
import { type EpisodeSource, readEpisodes } from "../operations/assessment/read-episodes.ts";
import { withoutExclusions } from "../operations/exclusions/open-exclusions.ts";
import { levelCell } from "./cells.ts";
import type { ExportRow } from "./export-columns.ts";
import type { ExportedSensor, ExportOptions } from "../operations/exports/exported-sensor.ts";

/** The rows of the episodes of one sensor, oldest first (docs/contract.md, P5 and P8). */
export async function* episodeRows(
  sensor: ExportedSensor,
  { weighting, joinSeconds, minSeconds }: EpisodeOptions,
): AsyncGenerator<readonly ExportRow[], void> {
  const { sensorId, reading, seconds } = sensor;
  const { schedule } = reading;
  const search = { schedule, weighting, joinSeconds, minSeconds, range: seconds };
  for await (const episodes of readEpisodes(episodeSourceOf(sensor), search)) {
    yield episodes.map((episode) => rowOf(sensorId, episode));
  }
}

export type EpisodeOptions = Pick<ExportOptions, "weighting" | "joinSeconds" | "minSeconds">;

/** The source of the events of a sensor that is exported. */
export function episodeSourceOf({ sensorId, source, events }: ExportedSensor): EpisodeSource {
  return {
    ...source,
    ...events,
    sensorId,
    budget,
    mayHalve: false,
    openExclusions: withoutExclusions,
  };
}

/** An export is bounded by the samples of each sensor; the bound on the searched samples of a page does not apply. */
const budget = { chargeSearch: () => undefined, refundSearch: () => undefined };

function rowOf(sensorId: SensorId, episode: Episode): ExportRow {
  return [
    sensorId,
    episode.start,
    episode.end,
    episode.seconds,
    episode.events,
    episode.eventSeconds,
    levelCell(episode.Leq),
    levelCell(episode.LAE),
    levelCell(episode.maxOver),
    episode.maxOverAt,
    levelCell(episode.LeqMax),
    levelCell(episode.LAFmax),
    levelCell(episode.lowestLimit),
    levelCell(episode.highestLimit),
    episode.label,
    episode.labelSeconds,
    episode.recordings,
    episode.firstRecordingId,
    episode.cut,
  ];
}
