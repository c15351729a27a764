import type { Route } from "#rest/define-route.ts";
import type { Tenant } from "./tenant.ts";

/** A request that a route answers with 200 for a tenant whose contract covers March 2019. */
export interface RouteRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export function requestOf(
  route: Route,
  tenant: Pick<Tenant, "projectId" | "sensorIds">,
): RouteRequest {
  return {
    path: `/api/v0${route.path
      .replace(":projectId", tenant.projectId)
      .replace(":sensorId", tenant.sensorIds[0] ?? "")}`,
    query:
      "startAt" in route.parameters.shape
        ? { startAt: "2019-03-10T00:00:00Z", endAt: "2019-03-11T00:00:00Z" }
        : {},
  };
}
