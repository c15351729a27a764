import {
  type EventListPlan,
  type EventPosition,
  planEventList,
} from "../../acoustics/events/event-position.ts";
import type { PageRequest } from "../../acoustics/paging.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { annotateEvents } from "./annotate-events.ts";
import { formatEventCursor } from "./event-cursor.ts";
import type { EventFilter } from "./filter-events.ts";
import { type EventRecord, presentEvents } from "./list-events.ts";
import type { OperationContext } from "../operation-context.ts";
import { recordsPerSearch } from "../read-budget.ts";
import { positionOf, type ProjectEvent, searchProjectEvents } from "./search-project-events.ts";
import { presentPage } from "../measurements/sensor-page.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  requireSensorSettings,
} from "../projects/sensor-settings.ts";

export interface ProjectEventsRequest extends Omit<PageRequest, "cursor"> {
  /** The page begins beyond it; null: at the start. */
  readonly position: EventPosition | null;
  /** Ids as the client sent them; null: all granted sensors of the project. */
  readonly sensorIds: readonly string[] | null;
  readonly filter: EventFilter;
}

/*
 * Scopes: `v0:events:read`; with audio, or if recordings decide which events are listed, also `v0:audio:read`. Throws
 * `forbidden`, `invalid_request` over budget, `not_found` for a sensor that is unknown, not granted or of another
 * project, `contract_unavailable`, `cursor_out_of_range`.
 */

/** A page of the events of the granted or named sensors of a project, as full as the work bound allows. */
export async function listProjectEvents(
  context: OperationContext,
  project: ProjectRecord,
  request: ProjectEventsRequest,
) {
  const sensors = await authorizeProjectEvents(context, project, request);
  const plan = planPage(project, sensors, request);
  const { events, cursor } = await readEvents(context, sensors, plan, request);
  const data = await presentOfSensors(context, events, request);
  return presentPage(data, cursor, plan);
}

/** The records that a page charges for each sensor, because every statement of the search includes it. */
const recordsPerSensor = 20;

async function authorizeProjectEvents(
  context: OperationContext,
  project: ProjectRecord,
  { pageSize, withAudio, sensorIds, filter }: ProjectEventsRequest,
): Promise<readonly ReadableSensor[]> {
  const { principal, budget, loaders } = context;
  requireScopes(principal, ["v0:events:read"]);
  if (withAudio || filter.withRecording !== null) {
    requireScopes(principal, ["v0:events:read", "v0:audio:read"]);
  }
  budget.charge(Math.max(pageSize, recordsPerSearch));
  const granted = () => loaders.sensorsOfProject(project);
  const ids = new Set(sensorIds ?? (await granted()).map(({ id }) => id));
  budget.charge(recordsPerSensor * ids.size);
  const references = [...ids].map((sensorId) => ({ projectId: project.id, sensorId }));
  // Unknown ids are reported before an invalid contract.
  await Promise.all(references.map((reference) => requireSensorSettings(context, reference)));
  const sensors = references.map((reference) => requireReadableSensor(context, reference));
  const readable = await Promise.all(sensors);
  // By now, every other field of the same document has been charged.
  budget.requireNotExceeded();
  return readable;
}

function planPage(
  { id, contract }: ProjectRecord,
  [sensor]: readonly ReadableSensor[],
  { range, position }: ProjectEventsRequest,
): EventListPlan {
  // The settings of the sensors are one state of the database, and the project was read before them.
  const period = sensor?.reading.contract ?? contract;
  if (period === null) {
    const cause = new Error(`project ${id}: its contract is missing or invalid`);
    throw RequestError.of("contract_unavailable", cause);
  }
  const plan = planEventList(range, position, period);
  if (plan === "cursor_out_of_range") throw RequestError.of(plan);
  return plan;
}

async function readEvents(
  context: OperationContext,
  sensors: readonly ReadableSensor[],
  { seconds }: EventListPlan,
  request: ProjectEventsRequest,
): Promise<{ readonly events: readonly ProjectEvent[]; readonly cursor: string | null }> {
  if (seconds === null || sensors.length === 0) return { events: [], cursor: null };
  const { events, cutAt } = await searchProjectEvents(context, sensors, { ...request, seconds });
  const page = events.slice(0, request.pageSize);
  const last = page.at(-1);
  const follows = events.length > page.length && last !== undefined;
  const position = follows ? positionOf(last) : cutAt;
  return { events: page, cursor: position && formatEventCursor(position) };
}

/**
 * Presents sensor by sensor, because a lease and a classification belong to one sensor; then restores the order of the
 * list.
 */
async function presentOfSensors(
  context: OperationContext,
  events: readonly ProjectEvent[],
  { weighting, withAudio }: ProjectEventsRequest,
): Promise<EventRecord[]> {
  const bySensor = new Map<ReadableSensor, ProjectEvent[]>();
  for (const event of events) {
    const ofSensor = bySensor.get(event.sensor);
    if (ofSensor === undefined) bySensor.set(event.sensor, [event]);
    else ofSensor.push(event);
  }
  const presented = await Promise.all(
    [...bySensor].map(async ([sensor, rows]) => {
      const annotations = await annotateEvents(context, sensor, rows, withAudio);
      const records = presentEvents(context, sensor, weighting, rows, annotations);
      return records.map((record, index) => [rows[index], record] as const);
    }),
  );
  const records = new Map(presented.flat());
  return events.flatMap((event) => records.get(event) ?? []);
}
