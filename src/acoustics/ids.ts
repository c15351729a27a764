/**
 * The operator chooses the ids of projects and sensors: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}` (docs/contract.md, 2).
 * Ids are ASCII, so comparing code units compares bytes. Example: `dublin-noise-2`.
 */
export type ProjectId = string & { readonly __id: "project" };
export type SensorId = string & { readonly __id: "sensor" };

/** The form of an id, in words for people. */
export const idGrammar = "1 to 64 letters, digits, '-' or '_', beginning with a letter or digit";

export const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const sampleIdPattern = new RegExp(
  String.raw`^(?<sensor>${unanchored(idPattern)})\.(?<second>[1-9][0-9]{0,11})$`,
);

/** The source of a pattern of a whole text, without its anchors, for use inside another pattern. */
export function unanchored({ source }: RegExp): string {
  return source.slice("^".length, -"$".length);
}

/** Returns `text` as a project id, or null if it is not one. */
export function parseProjectId(text: string): ProjectId | null {
  return idPattern.test(text) ? (text as ProjectId) : null;
}

/** Returns `text` as a sensor id, or null if it is not one. */
export function parseSensorId(text: string): SensorId | null {
  return idPattern.test(text) ? (text as SensorId) : null;
}

/** Orders ids by their bytes, as every list of the API is ordered. */
export function compareIds(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The id of a sample, its event and its recording: `<sensorId>.<unix second>`, positive (docs/contract.md, 2). */
export function sampleId(sensorId: SensorId, unixSecond: number): string {
  // Not a template: decision 005.
  return [sensorId, unixSecond].join(".");
}

/** The public part of an API key, 16 base62 characters. Only it is ever logged. */
export type KeyId = string & { readonly __id: "API key" };

/** The id of an audio lease: a UUID in lower case. */
export type LeaseId = string & { readonly __id: "lease" };

export const leaseIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns `text` as a lease id, or null if it is not one. */
export function parseLeaseId(text: string): LeaseId | null {
  return leaseIdPattern.test(text) ? (text as LeaseId) : null;
}

/** A recording by its sensor and Unix second. A recording has the id of its sample. */
export interface RecordingReference {
  readonly sensorId: SensorId;
  readonly second: number;
}

/** Reads the id of a recording. Returns null for any other text. */
export function parseRecordingId(text: string): RecordingReference | null {
  const { sensor, second } = sampleIdPattern.exec(text)?.groups ?? {};
  return sensor === undefined ? null : { sensorId: sensor as SensorId, second: Number(second) };
}
