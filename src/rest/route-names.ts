import { basePath } from "#http/base-path.ts";
import { routes } from "./routes/index.ts";

/** The name of the route that a path is one of, as it was received; null where there is none. */
export function findRouteName(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.name ?? null;
}

const patterns = routes.map(({ name, path }) => ({
  name,
  pattern: new RegExp(`^${basePath}${path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`),
}));
