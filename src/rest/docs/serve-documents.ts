import { Router } from "express";
import type { GraphQLSchema } from "graphql";
import { RequestError } from "#http/request-error.ts";
import type { Handler } from "#http/express-app.ts";
import { serveStatic } from "#http/static-files.ts";
import { viewerFiles } from "./viewer-files.ts";
import { composeDocument } from "#rest/openapi/compose-document.ts";
import { parseQuery } from "#rest/query-parameters.ts";
import { routes } from "#rest/routes/index.ts";

/** Serves without a key: the OpenAPI document of v0, and the page that shows it. */
export function serveDocuments(schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const document = serveStatic("openapi", {
    headers: { "Content-Type": "application/json; charset=utf-8" },
    read: () => Buffer.from(JSON.stringify(composeDocument(routes, schema))),
  });
  router.get("/openapi.json", refuseParameters, document);
  for (const file of viewerFiles) {
    router.get(file.path, refuseParameters, serveStatic("docs", file));
  }
  return router;
}

const refuseParameters: Handler = (_request, response, next) => {
  const parsed = parseQuery({ shape: {} }, response.locals.query);
  next(parsed.ok ? undefined : RequestError.invalidRequest(parsed.issues));
};
