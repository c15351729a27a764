import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { pageHeaders, type StaticFile } from "#http/static-files.ts";
import { packageFile } from "#package-files.ts";

/** All there is at and below `/docs`: the page, its beginning, and three files of Swagger UI. */
export const viewerFiles: readonly StaticFile[] = [
  {
    path: "/docs",
    headers: pageHeaders(),
    read: () => readFile(packageFile("src/rest/docs/page.html")),
  },
  below("start-viewer.js", new URL("start-viewer.js", import.meta.url), "text/javascript"),
  swaggerUi("swagger-ui-bundle.js", "text/javascript"),
  swaggerUi("swagger-ui.css", "text/css"),
  swaggerUi("favicon-32x32.png", "image/png"),
];

function swaggerUi(name: string, type: string): StaticFile {
  return below(name, new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), type);
}

function below(name: string, location: URL, type: string): StaticFile {
  return {
    path: `/docs/${name}`,
    headers: { "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type },
    read: () => readFile(fileURLToPath(location)),
  };
}
