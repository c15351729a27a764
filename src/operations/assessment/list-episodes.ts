import {
  type EpisodeArguments,
  episodesPerField,
  findEpisodeIssues,
  tooManyEpisodes,
} from "../../acoustics/assessment/bounds.ts";
import type { Episode } from "../../acoustics/events/episodes.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { selectLoudSamples } from "../../database/queries/events/loud-samples.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { type OpenedSource, openRange, type WantedFields } from "../aggregates/open-source.ts";
import { exclusionsOfField } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor, SensorReference } from "../projects/sensor-settings.ts";
import { createAnnotator } from "./annotate-episodes.ts";
import { readEpisodes } from "./read-episodes.ts";

export interface EpisodeRequest extends EpisodeArguments {
  readonly weighting: Weighting;
  /** Only events that are not excluded count. */
  readonly validOnly: boolean;
}

/**
 * The episodes of a sensor that overlap a range, each whole (docs/contract.md, P5). Scope `v0:events:read`. Throws, in
 * this order: `forbidden`; `invalid_request` of arguments; `not_found`; `contract_unavailable`; `invalid_request` of
 * `endAt` if the range could have too many samples or has too many episodes, and over budget.
 */
export async function listEpisodes(
  context: OperationContext,
  reference: SensorReference,
  request: EpisodeRequest,
  wanted: WantedFields,
) {
  const issues = findEpisodeIssues(request);
  const range = await openRange(context, reference, request, "v0:events:read", issues);
  const { sensor, meta, interval, counted } = range;
  if (counted === null || wanted.size === 0) return { meta, interval, data: [] };
  const episodes = await read(context, sensor, counted, request, wanted);
  context.budget.charge(episodes.length);
  return { meta, interval, data: episodes.map(presentEpisode) };
}

async function read(
  context: OperationContext,
  sensor: ReadableSensor,
  { source, seconds }: OpenedSource,
  request: EpisodeRequest,
  wanted: WantedFields,
): Promise<readonly Episode[]> {
  const {
    database,
    principal,
    request: { now },
    budget,
    withReadingSlot,
  } = context;
  const { sensorId, sensorNo, reading } = sensor;
  const grants = principal.keyId;
  const { schedule, model } = reading;
  const steps = readEpisodes(
    {
      ...source,
      sensorId,
      budget,
      mayHalve: true,
      openExclusions: exclusionsOfField(context, sensor, request),
      select: (search) => selectLoudSamples(database, grants, search),
      annotate: createAnnotator({ database, grants, now, sensorNo, model }, wanted),
    },
    { ...request, schedule, range: seconds },
  );
  return withReadingSlot(async () => {
    const episodes: Episode[] = [];
    for await (const found of steps) {
      if (episodes.length + found.length > episodesPerField) {
        throw RequestError.invalidRequest([tooManyEpisodes]);
      }
      for (const episode of found) episodes.push(episode);
    }
    return episodes;
  });
}

function presentEpisode(episode: Episode) {
  return {
    // No spread of `presentStretch`: an object of twenty members that grows costs four times as much.
    startAt: formatInstant(instantOfSecond(episode.start)),
    endAt: formatInstant(instantOfSecond(episode.end)),
    seconds: episode.seconds,
    events: episode.events,
    eventSeconds: episode.eventSeconds,
    Leq: decibelsOf(episode.Leq),
    LAE: decibelsOf(episode.LAE),
    maxOver: decibelsOf(episode.maxOver),
    maxOverAt: formatInstant(instantOfSecond(episode.maxOverAt)),
    LeqMax: decibelsOf(episode.LeqMax),
    LAFmax: decibelsOf(episode.LAFmax),
    lowestLimit: decibelsOf(episode.lowestLimit),
    highestLimit: decibelsOf(episode.highestLimit),
    label: episode.label,
    labelSeconds: episode.labelSeconds,
    recordings: episode.recordings,
    firstRecordingId: episode.firstRecordingId,
    cut: episode.cut,
  };
}
