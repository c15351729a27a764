import { Router } from "express";
import type { GraphQLSchema } from "graphql";
import { GatewayError } from "#domain/errors.ts";
import type { Handler } from "#http/express-app.ts";
import { viewerFiles } from "./docs/viewer-files.ts";
import { composeDocument } from "./openapi/compose-document.ts";
import { parseQuery } from "./query-parameters.ts";
import { routes } from "./routes/index.ts";

/** What is answered without a key: the OpenAPI document of v0, and a page that shows it. */
export function routeDocuments(schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    "/openapi.json",
    answerWith({
      route: "openapi",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      compose: () => Buffer.from(JSON.stringify(composeDocument(routes, schema))),
    }),
  );
  for (const { path, headers, read } of viewerFiles) {
    router.get(path, answerWith({ route: "docs", headers, compose: read }));
  }
  return router;
}

interface Content {
  /** The name of the route in the log. */
  readonly route: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked for once, when it is first wanted. */
  compose(): Buffer | Promise<Buffer>;
}

function answerWith({ route, headers, compose }: Content): Handler {
  let body: Buffer | undefined;
  return async (_request, response) => {
    const { exchange, query } = response.locals;
    exchange.facts.route = route;
    const parsed = parseQuery({ shape: {} }, query);
    if (!parsed.ok) throw GatewayError.invalidRequest(parsed.faults);
    body ??= await compose();
    if (response.headersSent) return;
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  };
}
