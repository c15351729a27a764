/**
 * Identifiers that the operator chooses for projects and sensors:
 * `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. They are ASCII, so comparing code units compares bytes.
 */
export type ProjectId = string & { readonly __id: "project" };
export type SensorId = string & { readonly __id: "sensor" };

/** What an id may look like, in words, for messages to people. */
export const idGrammar = "1 to 64 letters, digits, '-' or '_', beginning with a letter or digit";

export const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const sampleIdPattern = new RegExp(
  String.raw`^(?<sensor>${unanchored(idPattern)})\.(?<second>[1-9][0-9]{0,11})$`,
);

/** A pattern of a whole text, to be a part of another. */
export function unanchored({ source }: RegExp): string {
  return source.slice("^".length, -"$".length);
}

/** The project id that `text` is, or null where it is none. */
export function parseProjectId(text: string): ProjectId | null {
  return idPattern.test(text) ? (text as ProjectId) : null;
}

/** The sensor id that `text` is, or null where it is none. */
export function parseSensorId(text: string): SensorId | null {
  return idPattern.test(text) ? (text as SensorId) : null;
}

/** Orders ids by their bytes: the order of every list of the API. */
export function compareIds(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The id of a sample, of its event and of its recording: `<sensorId>.<unix second>`, which is after 0. */
export function sampleId(sensorId: SensorId, second: number): string {
  return `${sensorId}.${second}`;
}

/** The public part of an API key, 16 base62 characters. Only it is ever logged. */
export type KeyId = string & { readonly __id: "API key" };

/** The id of an audio lease: a UUID in lower case. */
export type LeaseId = string & { readonly __id: "lease" };

export const leaseIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The lease id that `text` is, or null. */
export function parseLeaseId(text: string): LeaseId | null {
  return leaseIdPattern.test(text) ? (text as LeaseId) : null;
}

/** A recording as its id names it. A recording has the id of its sample. */
export interface RecordingReference {
  readonly sensorId: SensorId;
  readonly second: number;
}

/** The recording that an id names, or null where it is none. */
export function parseRecordingId(text: string): RecordingReference | null {
  const { sensor, second } = sampleIdPattern.exec(text)?.groups ?? {};
  return sensor === undefined ? null : { sensorId: sensor as SensorId, second: Number(second) };
}
