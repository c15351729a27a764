import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Router } from "express";
import type { GraphQLSchema } from "graphql";
import type { Handler } from "../../http/requests/express-app.ts";
import { pageHeaders, serveStatic, type StaticFile } from "../../http/answers/static-files.ts";
import { packageFile } from "../../system/package-files.ts";
import { composeDocument } from "../openapi/compose-document.ts";
import { parseQuery } from "../query-parameters.ts";
import { routes } from "../routes/index.ts";

/** Serves the OpenAPI document of v0 and the page that shows it, both without an API key. */
export function serveDocuments(schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const document = serveStatic("openapi", {
    headers: { "Content-Type": "application/json; charset=utf-8" },
    read: () => Buffer.from(JSON.stringify(composeDocument(routes, schema))),
  });
  router.get("/openapi.json", refuseParameters, document);
  for (const file of pageFiles) {
    router.get(file.path, refuseParameters, serveStatic("docs", file));
  }
  return router;
}

const refuseParameters: Handler = (_request, response, next) => {
  parseQuery({ shape: {} }, response.locals.query);
  next();
};

/** The page, its style and its script, and three files of Swagger UI. */
const pageFiles: readonly StaticFile[] = [
  {
    path: "/docs",
    headers: pageHeaders(),
    read: () => readFile(packageFile("src/rest/docs/page.html")),
  },
  pageFile("viewer.css", "text/css", pathToFileURL(packageFile("src/rest/docs/viewer.css"))),
  pageFile(
    "start-viewer.js",
    "text/javascript",
    pathToFileURL(packageFile("dist/rest/docs/start-viewer.js")),
  ),
  swaggerUi("swagger-ui-bundle.js", "text/javascript"),
  swaggerUi("swagger-ui.css", "text/css"),
  swaggerUi("favicon-32x32.png", "image/png"),
];

function swaggerUi(name: string, type: string): StaticFile {
  return pageFile(name, type, new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
}

function pageFile(name: string, type: string, location: URL): StaticFile {
  return {
    path: `/docs/${name}`,
    headers: { "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type },
    read: () => readFile(location),
  };
}
