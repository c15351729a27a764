import { decibelsOf, subtractLevels } from "#acoustics/levels/decibel.ts";
import { sampleId } from "#acoustics/ids.ts";
import { formatInstant, type Instant, instantOfSecond } from "#acoustics/time/instant.ts";
import { cutPage, type PageRequest } from "#acoustics/paging.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import type { SoundEvent } from "#graphql/generated/resolvers.ts";
import { recordsPerSearch } from "./read-budget.ts";
import type { Annotations, LoadAnnotations } from "./annotations.ts";
import type { LoadSensorSettings, ReadableSensor } from "./sensor-settings.ts";
import { type PageRecord, authorizePage, presentMeta } from "./authorize-page.ts";
import type { OperationContext } from "./operation-context.ts";
import { type FoundEvent, searchEvents } from "./search-exceedances.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** Sound events of sensors. Need `v0:events:read`. */
export interface EventLoaders {
  /**
   * One page, filled: the search goes on until there are `pageSize + 1` events, the range
   * ends, or the work bound of a request is reached. Throws as `authorizePage` does.
   */
  loadEvents(reference: SensorReference, request: PageRequest): Promise<PageRecord<SoundEvent>>;
}

export function createEventLoaders(
  reader: OperationContext,
  loadSensorSettings: LoadSensorSettings,
  loadAnnotations: LoadAnnotations,
): EventLoaders {
  const { now } = reader;
  return {
    async loadEvents(reference, request) {
      const { sensor, plan } = await authorizePage(
        reader,
        "v0:events:read",
        loadSensorSettings,
        reference,
        request,
        Math.max(request.pageSize, recordsPerSearch),
      );
      const { seconds } = plan;
      const found =
        seconds === null
          ? { events: [], cutAt: null }
          : await searchEvents(reader, sensor, seconds, request);
      const page = cutPage(found.events, request.pageSize);
      const annotationsAt = await loadAnnotations(sensor, "events", page.rows, request.withAudio);
      return {
        data: createEventRecords(sensor, page.rows, request.weighting, annotationsAt, now),
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
  annotationsAt: (second: number) => Annotations,
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
    ...annotationsAt(second),
  }));
}
