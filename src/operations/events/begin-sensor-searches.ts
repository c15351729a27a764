import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { lowestLimitOf } from "../../acoustics/limits/lowest-limit.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import { instantOfSecond } from "../../acoustics/time/instant.ts";
import {
  type EventPosition,
  secondsBeyondPosition,
} from "../../acoustics/events/event-position.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { Order } from "../../acoustics/paging.ts";
import { type EventFilter, searchedAbove } from "./filter-events.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

export interface ProjectSearch {
  readonly seconds: SecondRange;
  /** The search begins beyond it; null: at the start. */
  readonly position: EventPosition | null;
  readonly order: Order;
  readonly pageSize: number;
  readonly weighting: Weighting;
  readonly filter: EventFilter;
}

export interface SensorSearch {
  readonly sensor: ReadableSensor;
  /** The bound that a found sample exceeds. */
  readonly above: Hundredths | null;
  readonly limitAt: ReturnType<typeof createLimitLookup>;
  /** The range that remains to be searched; null: nothing. */
  rest: SecondRange | null;
}

export function beginSearch(
  sensor: ReadableSensor,
  { seconds, position, order, weighting, filter }: ProjectSearch,
): SensorSearch {
  const { schedule } = sensor.reading;
  const range = { startAt: instantOfSecond(seconds.first), endAt: instantOfSecond(seconds.last) };
  const lowest = lowestLimitOf(schedule, weighting, range);
  return {
    sensor,
    above: lowest === null ? null : searchedAbove(lowest, filter),
    limitAt: createLimitLookup(schedule, weighting),
    rest: secondsBeyondPosition(seconds, position, sensor.sensorId, order),
  };
}
