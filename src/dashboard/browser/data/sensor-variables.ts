import type { Seconds } from "../time/range.ts";
import { validOnly, weighting } from "../state/address.ts";
import { instantText } from "../time/local-time.ts";

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
