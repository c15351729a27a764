import { parseSensorId } from "#acoustics/ids.ts";

/** A sensor as a request names it: both ids, and they must belong together. */
export interface SensorReference {
  readonly projectId: string;
  readonly sensorId: string;
}

/**
 * What to search for an id that a client sent. An ill-formed one becomes the empty text, which no
 * row has: the search costs the same, and no odd character reaches the database.
 */
export function searchableId(id: string): string {
  return parseSensorId(id) ?? "";
}
