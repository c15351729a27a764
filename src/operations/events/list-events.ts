import { sampleId } from "../../acoustics/ids.ts";
import { decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { cutPage, type Page, type PagePlan, type PageRequest } from "../../acoustics/paging.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { annotateEvents, type AnnotationsAt } from "./annotate-events.ts";
import type { OperationContext } from "../operation-context.ts";
import { recordsPerSearch } from "../read-budget.ts";
import { type FoundEvent, searchEvents } from "./search-exceedances.ts";
import { authorizePage, planSensorPage, presentPage } from "../measurements/sensor-page.ts";
import type { ReadableSensor, SensorReference } from "../projects/sensor-settings.ts";

export type EventRecord = ReturnType<typeof presentEvents>[number];

/**
 * One full page of a sensor's sound events: the search goes on until there are `pageSize + 1` events, the range ends,
 * or the work bound of one request is reached. Scope `v0:events:read`; with audio also `v0:audio:read`. Throws the
 * errors of `authorizePage`, then `cursor_out_of_range`.
 */
export async function listEvents(
  context: OperationContext,
  reference: SensorReference,
  request: PageRequest,
) {
  const { weighting, withAudio } = request;
  const records = Math.max(request.pageSize, recordsPerSearch);
  const sensor = await authorizePage(context, "v0:events:read", reference, request, records);
  const plan = planSensorPage(sensor, request);
  const { rows, cursor } = await readEvents(context, sensor, plan, request);
  const annotations = await annotateEvents(context, sensor, rows, withAudio);
  const data = presentEvents(context, sensor, weighting, rows, annotations);
  return presentPage(data, cursor, plan);
}

async function readEvents(
  context: OperationContext,
  sensor: ReadableSensor,
  { seconds }: PagePlan,
  request: PageRequest,
): Promise<Page<FoundEvent>> {
  if (seconds === null) return { rows: [], cursor: null };
  const { events, cutAt } = await searchEvents(context, sensor, seconds, request);
  const { rows, cursor } = cutPage(events, request.pageSize);
  return { rows, cursor: cursor ?? cutAt };
}

/** The records of a sensor's events in the order of `events`. */
export function presentEvents(
  { request }: Pick<OperationContext, "request">,
  { sensorId }: ReadableSensor,
  weighting: Weighting,
  events: readonly FoundEvent[],
  annotationsAt: AnnotationsAt,
) {
  const limitRecalculatedAt = formatInstant(request.now);
  return events.map(({ second: unixSecond, level, limit, limitSource }) => {
    const { classification, audioUrl, audioExpiresAt } = annotationsAt(unixSecond);
    return {
      id: sampleId(sensorId, unixSecond),
      sensorId,
      datetime: formatInstant(instantOfSecond(unixSecond)),
      classification,
      Leq: decibelsOf(level),
      limit: decibelsOf(limit),
      over: decibelsOf(subtractLevels(level, limit)),
      limitSource,
      limitRecalculatedAt,
      fweighting: weighting,
      audioUrl,
      audioExpiresAt,
    };
  });
}
