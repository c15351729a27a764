import { type EventRow, type FoundEvents, selectEvents } from "#database/events.ts";
import { selectSamples } from "#database/samples.ts";
import { type Cursor, cutPage, type Order, secondsBeyond } from "#domain/cursor.ts";
import type { SecondRange } from "#domain/contract-period.ts";
import { decibelsOf, subtractLevels } from "#domain/decibel.ts";
import {
  cutSlice,
  groupByLimit,
  isOneSlice,
  searchAllowance,
  secondsBehind,
} from "#domain/event-search.ts";
import { sampleId } from "#domain/ids.ts";
import { formatInstant, type Instant, instantOfSecond } from "#domain/instant.ts";
import { createLimitWalk, evaluateLimitTimeline } from "#domain/limit-timeline.ts";
import type { PageRequest } from "#domain/page-request.ts";
import type { Weighting } from "#domain/weighting.ts";
import type { SoundEvent } from "#graphql/generated/resolvers.ts";
import type { Attachments, LoadAttachments } from "./attachments.ts";
import type { LoadConfiguration, ReadableSensor } from "./configurations.ts";
import { type PageRecord, permitPage, presentMeta } from "./page.ts";
import type { Reader } from "./reader.ts";
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
  const { viewer, now } = reader;
  return {
    async loadEvents(reference, request) {
      const { sensor, plan } = await permitPage(
        viewer,
        "v0:events:read",
        loadConfiguration,
        reference,
        request,
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

interface SearchedEvents {
  readonly events: readonly EventRow[];
  /** The last sample searched where the work bound cut the search; null where the range ended. */
  readonly cutAt: Cursor | null;
}

/** Searches slice by slice, each beginning at a sample: time without samples costs nothing. */
async function searchEvents(
  reader: Reader,
  sensor: ReadableSensor,
  seconds: SecondRange,
  request: PageRequest,
): Promise<SearchedEvents> {
  const { order, limit } = request;
  const events: EventRow[] = [];
  let rest: SecondRange | null = seconds;
  let searched = 0;
  while (events.length <= limit) {
    const slice: SecondRange | null = rest && (await nextSlice(reader, sensor, rest, order));
    if (rest === null || slice === null) return { events, cutAt: null };
    const allowance = searchAllowance(searched);
    const atMost = limit + 1 - events.length;
    const found = await searchSlice(reader, sensor, slice, request, allowance, atMost);
    events.push(...found.events);
    searched += found.searched;
    if (found.searched < allowance || found.lastSearched === null) {
      rest = secondsBehind(rest, slice, order);
    } else {
      const cursor = found.lastSearched as Cursor;
      rest = secondsBeyond(rest, cursor, order);
      if (rest !== null && searchAllowance(searched) === 0) return { events, cutAt: cursor };
    }
  }
  return { events, cutAt: null };
}

async function nextSlice(
  { db, viewer }: Reader,
  { sensorKey }: ReadableSensor,
  seconds: SecondRange,
  order: Order,
): Promise<SecondRange | null> {
  if (isOneSlice(seconds)) return seconds;
  const selection = { order, atMost: 1, reported: null };
  const found = await selectSamples(db, viewer.allowList, [{ sensorKey, seconds }], selection);
  const firstSample = found.get(sensorKey)?.[0]?.second;
  return firstSample === undefined ? null : cutSlice(seconds, firstSample, order);
}

async function searchSlice(
  { db, viewer }: Reader,
  { sensorKey, reading }: ReadableSensor,
  seconds: SecondRange,
  { weighting, order }: PageRequest,
  searchAtMost: number,
  atMost: number,
): Promise<FoundEvents> {
  const range = { startAt: instantOfSecond(seconds.first), endAt: instantOfSecond(seconds.last) };
  const limits = groupByLimit(evaluateLimitTimeline(reading.schedule, weighting, range));
  // Where no limit holds nothing can exceed one, and nothing needs to be searched.
  if (limits.length === 0) return { events: [], searched: 0, lastSearched: null };
  return selectEvents(db, viewer.allowList, {
    sensorKey,
    weighting,
    seconds,
    order,
    limits,
    searchAtMost,
    atMost,
  });
}

function createEventRecords(
  { sensorId, reading }: ReadableSensor,
  rows: readonly EventRow[],
  weighting: Weighting,
  attachmentsAt: (second: number) => Attachments,
  now: Instant,
): SoundEvent[] {
  const limitAt = createLimitWalk(reading.schedule, weighting);
  const limitRecalculatedAt = formatInstant(now);
  return rows.flatMap(({ second, level }) => {
    const instant = instantOfSecond(second);
    const { limit, limitSource } = limitAt(instant);
    // The search only brings what exceeds a limit; the rule alone says what that limit is.
    if (limit === null) return [];
    return {
      id: sampleId(sensorId, second),
      sensorId,
      datetime: formatInstant(instant),
      Leq: decibelsOf(level),
      limit: decibelsOf(limit),
      over: decibelsOf(subtractLevels(level, limit)),
      limitSource,
      limitRecalculatedAt,
      fweighting: weighting,
      ...attachmentsAt(second),
    };
  });
}
