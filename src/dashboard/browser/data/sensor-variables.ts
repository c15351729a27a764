import type { Seconds } from "../time/range.ts";
import { validOnly, weighting } from "../state/address.ts";
import { instantText } from "../time/local-time.ts";
import type { DeliveringPart } from "./delivering-part.ts";

/** The variables that documents about a range of a sensor share; the range in Unix seconds, both inside. */
export function sensorVariables(project: string, sensor: string, range: Seconds) {
  return { ...rangeVariables(project, range), sensor };
}

/** The same of several sensors. */
export function rangeVariables(project: string, { first, last }: Seconds) {
  return {
    project,
    first: instantText(first),
    last: instantText(last),
    weighting: weighting.value,
    validOnly: validOnly.value,
  };
}

/** The part of a range that availability is of; without one, it is left out. */
export function dueVariables({ start, end }: DeliveringPart) {
  return { dueFirst: instantText(start), dueLast: instantText(end - 1), isDue: start < end };
}
