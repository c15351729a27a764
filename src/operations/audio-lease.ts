import { basePath } from "#http/base-path.ts";
import { sampleId, sampleIdPattern, type SensorId, unanchored } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Scope } from "#auth/scopes.ts";

/**
 * A lease is the short-lived permission to download the recordings of one page. It is bound to the
 * key and the operation that asked for the page, and to the sensor (specification, 4.6 and 5.8).
 * A recording has the id of its sample, and its address names the lease and itself:
 * `/api/v0/audio/<leaseId>/<sensorId>.<unix second>`.
 */
export type LeaseId = string & { readonly __id: "lease" };

/** The operations that fault leases, each with the scope that a download still needs. */
export const leaseScopes = {
  measurements: "v0:data:read",
  events: "v0:events:read",
} as const satisfies Record<string, Scope>;

export type LeaseOperation = keyof typeof leaseScopes;

/** A recording as its id names it. */
export interface RecordingReference {
  readonly sensorId: SensorId;
  readonly second: number;
}

/** The root-relative address at which a lease's recording is downloaded. */
export function audioPath(leaseId: LeaseId, sensorId: SensorId, second: number): string {
  return `${basePath}/audio/${leaseId}/${sampleId(sensorId, second)}`;
}

/** When a lease ends that is issued at `now`: the first instant at which it is no longer valid. */
export function leaseExpiry(now: Instant, leaseSeconds: number): Instant {
  return (now + leaseSeconds * 1000) as Instant;
}

export const leaseIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What `audioPath` makes. */
export const audioPathPattern = new RegExp(
  `^${basePath}/audio/${unanchored(leaseIdPattern)}/${unanchored(sampleIdPattern)}$`,
);

/** The lease id that `text` is (a UUID in lower case), or null. */
export function parseLeaseId(text: string): LeaseId | null {
  return leaseIdPattern.test(text) ? (text as LeaseId) : null;
}

/** The recording that an id names, or null where it is none. */
export function parseRecordingId(text: string): RecordingReference | null {
  const { sensor, second } = sampleIdPattern.exec(text)?.groups ?? {};
  return sensor === undefined ? null : { sensorId: sensor as SensorId, second: Number(second) };
}
