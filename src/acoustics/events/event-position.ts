import { compareIds, type SensorId } from "../ids.ts";
import { type Cursor, isCursorInside, type Order, secondsBeyond } from "../paging.ts";
import {
  clampToContract,
  type ClampedRange,
  type ContractPeriod,
  type SecondRange,
  secondsInside,
} from "../time/contract-period.ts";
import type { Interval } from "../time/instant.ts";

/**
 * A position in the list of the events of several sensors. The list is ordered by second and then by the id of the
 * sensor, both in the direction of its order. Events of several sensors may have the same second, so a second is not a
 * position.
 *
 * Worked example, ascending: events of sensors a and b at second 100, and of a at 200. The position of b's event is
 * (100, b): both sensors are searched from 101 on, and the next event is that of a at 200. After (100, a), b is
 * searched from 100 on.
 */
export interface EventPosition {
  /** In Unix seconds. */
  readonly second: number;
  readonly sensorId: SensorId;
}

/** Compares two positions: negative if `left` is before `right`. */
export function comparePositions(left: EventPosition, right: EventPosition, order: Order): number {
  const ascending = left.second - right.second || compareIds(left.sensorId, right.sensorId);
  return order === "asc" ? ascending : -ascending;
}

/** The seconds of a sensor whose events are strictly after a position; null: none. A null position is the start. */
export function secondsBeyondPosition(
  seconds: SecondRange,
  position: EventPosition | null,
  sensorId: SensorId,
  order: Order,
): SecondRange | null {
  if (position === null) return seconds;
  const { second } = position;
  const isBeyond = comparePositions({ second, sensorId }, position, order) > 0;
  // The search begins with the sensor's own event of this second if the list has not passed it.
  const last = isBeyond ? (order === "asc" ? second - 1 : second + 1) : second;
  return secondsBeyond(seconds, last as Cursor, order);
}

/** The range that a page of such a list may read; null seconds mean that no telemetry table is queried. */
export interface EventListPlan extends ClampedRange {
  readonly seconds: SecondRange | null;
}

/**
 * Clamps a range to the contract; without overlap, nothing is planned. Returns "cursor_out_of_range" for a position
 * outside.
 */
export function planEventList(
  range: Interval,
  position: EventPosition | null,
  contract: ContractPeriod,
): EventListPlan | "cursor_out_of_range" {
  const clamp = clampToContract(range, contract);
  const { effectiveRange } = clamp;
  if (effectiveRange === null) return { ...clamp, seconds: null };
  if (position !== null && !isCursorInside(position.second as Cursor, effectiveRange)) {
    return "cursor_out_of_range";
  }
  return { ...clamp, seconds: secondsInside(effectiveRange) };
}
