import { basePath } from "../../http/requests/base-path.ts";
import { routes } from "../../rest/routes/index.ts";
import { exportRoutes } from "../../rest/serve-export.ts";

/** The template of the path of each route, by its name in log and metrics. Files of pages have none. */
export const httpRoutes: ReadonlyMap<string, string> = new Map([
  ...routes.map(
    ({ name, path }) => [name, basePath + path.replaceAll(/:([A-Za-z]+)/g, "{$1}")] as const,
  ),
  ...exportRoutes.map(({ name, path }) => [name, path] as const),
  ["graphql", "/graphql"],
  ["openapi", "/openapi.json"],
  ["schema", "/schema.graphql"],
]);
