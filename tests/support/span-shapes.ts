import { expect } from "./expect.ts";
import { hasServer } from "./own-database.ts";
import type { SpanTree } from "./collector.ts";

/* The spans that a request should have. `inOrder` puts them as `treesOf` returns those that it has. */

/** The attributes of every statement, which depend on the database of the run. */
const database = () => ({
  "db.system.name": "postgresql",
  ...(hasServer() && {
    "db.namespace": expect.any(String),
    "server.address": expect.any(String),
    "server.port": expect.any(Number),
  }),
});

export const statement = (name: string) => ({
  name,
  kind: "CLIENT",
  status: "UNSET",
  attributes: { ...database(), "db.query.summary": name },
  below: [],
});

export const field = (name: string, below: readonly SpanTree[] = []) => ({
  name,
  kind: "INTERNAL",
  status: "UNSET",
  attributes: {},
  below,
});

export const operation = (name: string | null, below: readonly SpanTree[]) => ({
  name: name === null ? "query" : `query ${name}`,
  kind: "SERVER",
  status: "UNSET",
  attributes: {
    "graphql.operation.type": "query",
    ...(name !== null && { "graphql.operation.name": name }),
  },
  below,
});

export const request = (
  method: string,
  route: string,
  status: number,
  below: readonly SpanTree[],
) => ({
  name: `${method} ${route}`,
  kind: "SERVER",
  status: "UNSET",
  attributes: {
    "http.request.method": method,
    "url.scheme": "http",
    "http.route": route,
    "http.response.status_code": status,
  },
  below,
});

export const measurements = "/api/v0/projects/{projectId}/sensors/{sensorId}/measurements";
