import type { Episode } from "../../acoustics/events/episodes.ts";
import type { SensorId } from "../../acoustics/ids.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { type EpisodeSource, readEpisodes } from "../../operations/assessment/read-episodes.ts";
import { csvLine, levelCell, textCell } from "./csv-line.ts";
import type { ExportedSensor, ExportOptions } from "./exported-sensor.ts";

/** The lines of the episodes of one sensor, oldest first (docs/contract.md, P5 and P8). */
export async function* episodeLines(
  sensor: ExportedSensor,
  { weighting, joinSeconds, minSeconds }: EpisodeOptions,
): AsyncGenerator<string, void> {
  const { sensorId, reading, source, seconds } = sensor;
  const { schedule } = reading;
  const search = { schedule, weighting, joinSeconds, minSeconds, range: seconds };
  for await (const episodes of readEpisodes(episodeSourceOf(sensor), search)) {
    yield source.run(textOf(sensorId, episodes));
  }
}

/** The options that decide what is an episode. */
export type EpisodeOptions = Pick<ExportOptions, "weighting" | "joinSeconds" | "minSeconds">;

/** The source of the events of a sensor that is exported. */
export function episodeSourceOf({ sensorId, source, events }: ExportedSensor): EpisodeSource {
  return { ...source, ...events, sensorId, budget };
}

/** An export is bounded by the samples of each sensor, and not by those that a page may search. */
const budget = { chargeSearch: () => undefined, refundSearch: () => undefined };

function* textOf(sensorId: SensorId, episodes: readonly Episode[]): Generator<void, string> {
  let text = "";
  for (const episode of episodes) {
    text += lineOf(sensorId, episode);
    yield;
  }
  return text;
}

function lineOf(sensorId: SensorId, episode: Episode): string {
  const at = (second: number) => formatInstant(instantOfSecond(second));
  return csvLine([
    sensorId,
    at(episode.start),
    at(episode.end),
    episode.seconds,
    episode.events,
    episode.eventSeconds,
    levelCell(episode.Leq),
    levelCell(episode.LAE),
    levelCell(episode.maxOver),
    at(episode.maxOverAt),
    levelCell(episode.LeqMax),
    levelCell(episode.LAFmax),
    levelCell(episode.lowestLimit),
    levelCell(episode.highestLimit),
    textCell(episode.label),
    episode.labelSeconds,
    episode.recordings,
    episode.firstRecordingId,
    episode.cut,
  ]);
}
