import {
  leaseIdPattern,
  type LeaseId,
  sampleId,
  sampleIdPattern,
  type SensorId,
  unanchored,
} from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Scope } from "#auth/scopes.ts";
import type { LeaseOperation } from "#database/queries/audio-leases.ts";
import { basePath } from "#http/base-path.ts";

/*
 * A lease is the short-lived permission to download the recordings of one page. It is bound to the
 * API key and the operation that asked for the page, and to the sensor (specification, 4.6 and 5.8). The address of
 * a recording names the lease and the recording: `/api/v0/audio/<leaseId>/<sensorId>.<unix second>`.
 */

/** The scope that a download needs besides `v0:audio:read`, by the operation that issued the lease. */
export const leaseScopes: Readonly<Record<LeaseOperation, Scope>> = {
  measurements: "v0:data:read",
  events: "v0:events:read",
};

/** The root-relative address of a lease's recording. */
export function audioPath(leaseId: LeaseId, sensorId: SensorId, second: number): string {
  return `${basePath}/audio/${leaseId}/${sampleId(sensorId, second)}`;
}

/** Matches what `audioPath` returns. */
export const audioPathPattern = new RegExp(
  `^${basePath}/audio/${unanchored(leaseIdPattern)}/${unanchored(sampleIdPattern)}$`,
);

/** The first instant at which a lease that is issued at `now` is no longer valid. */
export function leaseExpiry(now: Instant, leaseSeconds: number): Instant {
  return (now + leaseSeconds * 1000) as Instant;
}
