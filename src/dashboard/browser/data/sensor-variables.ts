import { validOnly, weighting } from "../state/address.ts";
import { instantText } from "../time/local-time.ts";

/** The variables that documents about a range of a sensor share; the range in Unix seconds, both inside. */
export function sensorVariables(
  project: string,
  sensor: string,
  { first, last }: { readonly first: number; readonly last: number },
) {
  return {
    project,
    sensor,
    first: instantText(first),
    last: instantText(last),
    weighting: weighting.value,
    validOnly: validOnly.value,
  };
}
