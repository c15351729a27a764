import { basePath } from "../../http/requests/base-path.ts";
import { exportKindNames } from "../../rest/export/export-rows.ts";
import { routes } from "../../rest/routes/index.ts";

/** The template of the path of each route, by its name in log and metrics. Files of pages have none. */
export const httpRoutes: ReadonlyMap<string, string> = new Map([
  ...routes.map(
    ({ name, path }) => [name, basePath + path.replaceAll(/:([A-Za-z]+)/g, "{$1}")] as const,
  ),
  ...exportKindNames.map((kind) => [`export-${kind}`, `/export/${kind}.csv`] as const),
  ["graphql", "/graphql"],
  ["openapi", "/openapi.json"],
  ["schema", "/schema.graphql"],
]);
