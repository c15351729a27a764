import { comparePositions, type EventPosition } from "../../acoustics/events/event-position.ts";
import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import { type Cursor, type Order, secondsBeyond } from "../../acoustics/paging.ts";
import { lengthOf, type SecondRange } from "../../acoustics/time/contract-period.ts";
import {
  type ExceedanceSearch,
  type FoundExceedances,
  selectExceedancesOfSensors,
} from "../../database/queries/events/exceedances.ts";
import { filterByAnnotations, passesLevels } from "./filter-events.ts";
import { beginSearch, type ProjectSearch, type SensorSearch } from "./begin-sensor-searches.ts";
import type { OperationContext } from "../operation-context.ts";
import { nextSearchSize } from "./search-bound.ts";
import { eventsAmong, type FoundEvent } from "./search-exceedances.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

export interface ProjectEvent extends FoundEvent {
  readonly sensor: ReadableSensor;
}

/*
 * An event belongs to the page only when every sensor has been searched up to it. So each round searches the sensors
 * that are behind, up to the position of the furthest sensor, and divides its samples equally among them; if no sensor
 * is behind, it searches all. Worked example: one sensor measures every second, another every minute, and a round has
 * 120 samples. The first round searches a minute of one and an hour of the other; the next rounds, until the hour is
 * over, only the first one.
 */

/**
 * Searches the sensors together in time, until there are `pageSize + 1` events, the range ends, or the work bound of
 * one request, which the sensors share, cuts the search. `events` are in the order of the search, without a gap;
 * `cutAt` is the position up to which every sensor has been searched, or null without a cut.
 */
export async function searchProjectEvents(
  context: OperationContext,
  sensors: readonly ReadableSensor[],
  search: ProjectSearch,
) {
  const { order, pageSize } = search;
  const searches = sensors.map((sensor) => beginSearch(sensor, search));
  const found: ProjectEvent[] = [];
  let searched = 0;
  let exceedances = 0;
  for (;;) {
    const unfinished = searches.filter(isUnfinished);
    const complete = countComplete(found, unfinished, order);
    if (unfinished.length === 0 || complete > pageSize) return cut(found, complete, null, order);
    const size = nextSearchSize(searched, exceedances, context.budget.searchBound);
    // A share is at least one sample, so a round may exceed the bound by a few samples.
    if (size <= 0) return cut(found, complete, frontierPosition(sensors, unfinished, order), order);
    const round = nextRound(unfinished, searched === 0, order);
    const outcome = await searchRound(context, round, size, search);
    found.push(...outcome.events);
    searched += outcome.searched;
    exceedances += outcome.exceedances;
  }
}

type UnfinishedSearch = SensorSearch & { readonly above: Hundredths; readonly rest: SecondRange };

function isUnfinished(search: SensorSearch): search is UnfinishedSearch {
  return search.above !== null && search.rest !== null;
}

/** The second up to which a sensor has been searched, included. */
function searchedUpTo({ rest }: UnfinishedSearch, order: Order): number {
  return order === "asc" ? rest.first - 1 : rest.last + 1;
}

/** True if a second comes before another in the order. */
function isBefore(second: number, other: number, order: Order): boolean {
  return order === "asc" ? second < other : second > other;
}

/** The second up to which every sensor has been searched. */
function frontierOf(unfinished: readonly UnfinishedSearch[], order: Order): number {
  const ends = unfinished.map((search) => searchedUpTo(search, order));
  return ends.reduce((least, end) => (isBefore(end, least, order) ? end : least));
}

function countComplete(
  found: readonly ProjectEvent[],
  unfinished: readonly UnfinishedSearch[],
  order: Order,
): number {
  if (unfinished.length === 0) return found.length;
  const frontier = frontierOf(unfinished, order);
  return found.filter(({ second }) => !isBefore(frontier, second, order)).length;
}

/** The last possible position at the frontier. */
function frontierPosition(
  sensors: readonly ReadableSensor[],
  unfinished: readonly UnfinishedSearch[],
  order: Order,
): EventPosition {
  const second = frontierOf(unfinished, order);
  const positions = sensors.map(({ sensorId }) => ({ second, sensorId }));
  return positions.reduce((last, each) => (comparePositions(each, last, order) > 0 ? each : last));
}

function cut(
  found: readonly ProjectEvent[],
  complete: number,
  cutAt: EventPosition | null,
  order: Order,
) {
  const ordered = found.toSorted((left, right) =>
    comparePositions(positionOf(left), positionOf(right), order),
  );
  return { events: ordered.slice(0, complete), cutAt };
}

export function positionOf({ second, sensor }: ProjectEvent): EventPosition {
  return { second, sensorId: sensor.sensorId };
}

/** A sensor of a round, and the second up to which the round searches it. */
interface RoundPart {
  readonly search: UnfinishedSearch;
  readonly upTo: number;
}

/**
 * The sensors behind the furthest one, up to its position. Without such sensors, or at the start, all sensors to their
 * ends.
 */
function nextRound(
  unfinished: readonly UnfinishedSearch[],
  isFirst: boolean,
  order: Order,
): RoundPart[] {
  const ends = unfinished.map((search) => searchedUpTo(search, order));
  const upTo = ends.reduce((most, end) => (isBefore(most, end, order) ? end : most));
  const behind = unfinished.filter((search) => isBefore(searchedUpTo(search, order), upTo, order));
  if (behind.length > 0 && !isFirst) return behind.map((search) => ({ search, upTo }));
  return unfinished.map((search) => ({
    search,
    upTo: order === "asc" ? search.rest.last : search.rest.first,
  }));
}

/**
 * Searches `size` samples of all sensors of a round in one statement, and advances each sensor. Counts the searched
 * samples, and those of them that exceed the bounds.
 */
async function searchRound(
  context: OperationContext,
  round: readonly RoundPart[],
  size: number,
  { order, weighting, filter }: ProjectSearch,
) {
  const { database, principal, budget } = context;
  const share = Math.max(1, Math.floor(size / round.length));
  const searches = round.map(({ search, upTo }): ExceedanceSearch => {
    const { sensor, above, rest } = search;
    const seconds = order === "asc" ? { ...rest, last: upTo } : { ...rest, first: upTo };
    const searchAtMost = Math.min(share, lengthOf(seconds));
    return { sensorNo: sensor.sensorNo, weighting, seconds, order, above, searchAtMost };
  });
  const charged = searches.reduce((sum, { searchAtMost }) => sum + searchAtMost, 0);
  budget.chargeSearch(charged);
  const found = await selectExceedancesOfSensors(database, principal.keyId, searches);
  let searched = 0;
  let exceedances = 0;
  const events = await Promise.all(
    round.map(async ({ search, upTo }, index) => {
      const { sensor, limitAt, rest } = search;
      const { searchAtMost = 0 } = searches[index] ?? {};
      const part = found.get(sensor.sensorNo) ?? noExceedances;
      searched += part.searched;
      exceedances += part.exceedances.length;
      const isToTheEnd = part.lastSearched === null || part.searched < searchAtMost;
      const end = isToTheEnd ? upTo : (part.lastSearched ?? upTo);
      (search as SensorSearch).rest = secondsBeyond(rest, end as Cursor, order);
      const exceeding = eventsAmong(part.exceedances, limitAt).filter((event) =>
        passesLevels(filter, event),
      );
      const passed = await filterByAnnotations(context, sensor, filter, exceeding);
      return passed.map((event) => ({ ...event, sensor }));
    }),
  );
  budget.refundSearch(charged - searched);
  return { events: events.flat(), searched, exceedances };
}

const noExceedances: FoundExceedances = { exceedances: [], searched: 0, lastSearched: null };
