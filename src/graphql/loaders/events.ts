import { cutPage } from "#domain/cursor.ts";
import { decibelsOf, subtractLevels } from "#domain/decibel.ts";
import { sampleId } from "#domain/ids.ts";
import { formatInstant, type Instant, instantOfSecond } from "#domain/instant.ts";
import type { PageRequest } from "#domain/page-request.ts";
import type { Weighting } from "#domain/weighting.ts";
import type { SoundEvent } from "#graphql/generated/resolvers.ts";
import { recordsPerSearch } from "#graphql/read-budget.ts";
import type { Attachments, LoadAttachments } from "./attachments.ts";
import type { LoadConfiguration, ReadableSensor } from "./configurations.ts";
import { type PageRecord, permitPage, presentMeta } from "./page.ts";
import type { Reader } from "./reader.ts";
import { type FoundEvent, searchEvents } from "./search-events.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** Sound events of sensors. Need `v0:events:read`. */
export interface EventLoaders {
  /**
   * One page, filled: the search goes on until there are `limit` events and one more, the range
   * ends, or the work bound of a request is reached. Throws as `permitPage` does.
   */
  loadEvents(reference: SensorReference, request: PageRequest): Promise<PageRecord<SoundEvent>>;
}

export function createEventLoaders(
  reader: Reader,
  loadConfiguration: LoadConfiguration,
  loadAttachments: LoadAttachments,
): EventLoaders {
  const { now } = reader;
  return {
    async loadEvents(reference, request) {
      const { sensor, plan } = await permitPage(
        reader,
        "v0:events:read",
        loadConfiguration,
        reference,
        request,
        Math.max(request.limit, recordsPerSearch),
      );
      const { seconds } = plan;
      const found =
        seconds === null
          ? { events: [], cutAt: null }
          : await searchEvents(reader, sensor, seconds, request);
      const page = cutPage(found.events, request.limit);
      const attachmentsAt = await loadAttachments(sensor, "events", page.rows, request.withAudio);
      return {
        data: createEventRecords(sensor, page.rows, request.weighting, attachmentsAt, now),
        cursor: page.cursor ?? found.cutAt,
        meta: presentMeta(plan),
      };
    },
  };
}

function createEventRecords(
  { sensorId }: ReadableSensor,
  events: readonly FoundEvent[],
  weighting: Weighting,
  attachmentsAt: (second: number) => Attachments,
  now: Instant,
): SoundEvent[] {
  const limitRecalculatedAt = formatInstant(now);
  return events.map(({ second, level, limit, limitSource }) => ({
    id: sampleId(sensorId, second),
    sensorId,
    datetime: formatInstant(instantOfSecond(second)),
    Leq: decibelsOf(level),
    limit: decibelsOf(limit),
    over: decibelsOf(subtractLevels(level, limit)),
    limitSource,
    limitRecalculatedAt,
    fweighting: weighting,
    ...attachmentsAt(second),
  }));
}
