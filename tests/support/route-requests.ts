import type { Route } from "../../src/rest/define-route.ts";
import type { Tenant } from "./tenant.ts";

/** A request that a route answers for a tenant whose contract covers March 2019. */
export interface RouteRequest {
  /** The status for a key that may read everything. A download without a lease is 404. */
  readonly status: 200 | 404;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export function requestOf(
  route: Route,
  tenant: Pick<Tenant, "projectId" | "sensorIds">,
): RouteRequest {
  return {
    status: route.path.includes(":leaseId") ? 404 : 200,
    path: `/api/v0${route.path
      .replace(":projectId", tenant.projectId)
      .replace(":sensorId", tenant.sensorIds[0] ?? "")
      .replace(":leaseId", "00000000-0000-4000-8000-000000000000")
      .replace(":recordingId", `${tenant.sensorIds[0] ?? ""}.1552176000`)}`,
    query:
      "startAt" in route.parameters.shape
        ? { startAt: "2019-03-10T00:00:00Z", endAt: "2019-03-11T00:00:00Z" }
        : {},
  };
}
