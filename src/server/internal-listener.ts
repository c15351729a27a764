import type { RequestListener } from "node:http";
import type { GraphQLSchema } from "graphql";
import { type ApiKeyOptions, requireApiKey } from "#auth/require-api-key.ts";
import { dashboardFiles, graphiqlFiles, graphiqlPage } from "#dashboard/page-files.ts";
import type { PrepareDocument } from "#graphql/execute.ts";
import { mountExports } from "#export/serve-export.ts";
import {
  handleGraphql,
  presentGraphqlErrors,
  refuseOtherGraphqlMethods,
} from "#graphql/http-handler.ts";
import { createGraphqlHandler } from "#graphql/yoga.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed, refuseVersionless } from "#http/request-checks.ts";
import type { RequestOptions } from "#http/request-context.ts";
import { sendText } from "#http/send.ts";
import { serveStatic } from "#http/static-files.ts";
import type { OperationServices } from "#operations/operation-context.ts";
import { answerLive, answerReady, type CheckHealth } from "./health.ts";
import type { Limiters } from "./limiters.ts";
import type { Metrics } from "./metrics.ts";

export interface InternalListenerOptions {
  readonly requests: RequestOptions;
  readonly schema: GraphQLSchema;
  readonly services: OperationServices;
  readonly limiters: Limiters;
  readonly unread: ApiKeyOptions["unread"];
  readonly prepareDocument: PrepareDocument;
  readonly metrics: Pick<Metrics, "contentType" | "print">;
  readonly checkHealth: CheckHealth;
  /** After this time without reading anything of an export, its client is disconnected. */
  readonly stallMilliseconds: number;
}

/** The internal listener: GraphQL, its editor, CSV, the dashboard, health and metrics. */
export function createInternalListener(options: InternalListenerOptions): RequestListener {
  const { requests, schema, services, limiters, unread, prepareDocument, metrics } = options;
  const { databaseFor } = services;
  const { log } = requests;
  const graphql = createGraphqlHandler({ schema, services, prepareDocument, limiters, log });
  const requireKey = requireApiKey({ databaseFor, limiter: limiters.requests, unread });
  return createApp(requests, (app) => {
    app.use(refuseVersionless); // 400
    app.all(
      "/graphql",
      presentGraphqlErrors,
      refuseOtherGraphqlMethods, // 405
      refuseMalformed, // 400, 431
      serveGraphiql, // for a browser that asks for a page
      requireKey, // 401, 503
      handleGraphql(graphql),
    );
    mountExports(app, requireKey, {
      services,
      exports: limiters.exports,
      stallMilliseconds: options.stallMilliseconds,
    });
    app.use(refuseOtherMethods); // 405
    app.use(refuseMalformed); // 400, 431
    for (const file of dashboardFiles) app.get(file.path, serveStatic("dashboard", file));
    for (const file of graphiqlFiles) app.get(file.path, serveStatic("graphiql", file));
    app.get("/health/live", named("live"), answerLive);
    app.get("/health/ready", named("ready"), answerReady(options.checkHealth));
    app.get("/metrics", named("metrics"), async (_request, response) => {
      sendText(response, 200, { "Content-Type": metrics.contentType }, await metrics.print());
    });
  }); // 404
}

/** Names the route in the log and the metrics. */
function named(route: string): Handler {
  return (_request, response, next) => {
    response.locals.context.logged.route = route;
    next();
  };
}

const graphiql = serveStatic("graphiql", graphiqlPage);

const serveGraphiql: Handler = (request, response, next) => {
  const acceptsPage = /\btext\/html\b/i.test(request.headers.accept ?? "");
  const hasNoQuery = request.method === "GET" && response.locals.query === "";
  return acceptsPage && hasNoQuery ? graphiql(request, response, next) : next();
};
