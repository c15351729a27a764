import type { RequestListener } from "node:http";
import type { GraphQLSchema } from "graphql";
import { type ApiKeyOptions, type Authenticated, requireApiKey } from "../auth/require-api-key.ts";
import { assetFiles, dashboardPage, graphiqlFiles, graphiqlPage } from "../dashboard/page-files.ts";
import type { MapTiles } from "../config.ts";
import type { Standbys } from "../database/scale-out/standbys.ts";
import type { PrepareDocument } from "../graphql/execute.ts";
import { mountExports } from "../rest/export/serve-export.ts";
import {
  handleGraphql,
  presentGraphqlErrors,
  refuseOtherGraphqlMethods,
} from "../graphql/http-handler.ts";
import { createGraphqlHandler } from "../graphql/yoga.ts";
import { basePath } from "../http/requests/base-path.ts";
import { createApp, type Handler, refuseOtherMethods } from "../http/requests/express-app.ts";
import { refuseMalformed, refuseVersionless } from "../http/requests/request-checks.ts";
import { refuseOtherHosts } from "../http/requests/refuse-other-hosts.ts";
import { linkServiceDocuments } from "../http/answers/service-links.ts";
import type { RequestOptions } from "../http/requests/request-context.ts";
import { sendText } from "../http/answers/send.ts";
import { serveCompressed, serveStatic } from "../http/answers/static-files.ts";
import type { OperationServices } from "../operations/operation-context.ts";
import { createRoutes, nameRoute, refuseEscapedPaths, refuseOtherRoutes } from "../rest/router.ts";
import { getAudio } from "../rest/routes/get-audio.ts";
import { answerLive, answerReady, type CheckHealth } from "./health.ts";
import type { Limiters } from "./limiters.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { schemaFile } from "./schema-file.ts";

export interface InternalListenerOptions {
  readonly requests: RequestOptions;
  readonly schema: GraphQLSchema;
  readonly services: OperationServices;
  readonly limiters: Limiters;
  readonly unread: ApiKeyOptions["unread"];
  readonly keyUse: ApiKeyOptions["keyUse"];
  readonly prepareDocument: PrepareDocument;
  readonly metrics: Pick<Metrics, "contentType" | "print">;
  readonly checkHealth: CheckHealth;
  readonly standbys: Standbys | null;
  /** After this time without reading anything of an export or a recording, its client is disconnected. */
  readonly stallMilliseconds: number;
  /** 429 beyond the quota of a key, for recordings. Both listeners share it. */
  readonly limitRate: Handler<Authenticated>;
  /** The names that the listener answers to; null: any. */
  readonly hostNames: ReadonlySet<string> | null;
  /** Tiles below the maps of the dashboard; null: none. */
  readonly mapTiles: MapTiles | null;
}

/** The internal listener: GraphQL, its editor and schema, CSV, recordings, the dashboard, health and metrics. */
export function createInternalListener(options: InternalListenerOptions): RequestListener {
  const { requests, schema, services, limiters, unread, prepareDocument, metrics } = options;
  const { stallMilliseconds, keyUse } = options;
  const { databaseFor } = services;
  const { log, turns } = requests;
  const graphql = createGraphqlHandler({ schema, services, prepareDocument, limiters, log });
  const requireKey = requireApiKey({
    databaseFor,
    limiter: limiters.requests,
    unread,
    keyUse,
    turns,
  });
  return createApp(requests, (app) => {
    app.use(refuseVersionless); // 400
    app.use(refuseOtherHosts(options.hostNames)); // 421
    app.all(
      "/graphql",
      presentGraphqlErrors,
      refuseOtherGraphqlMethods, // 405
      refuseMalformed, // 400, 431
      serveGraphiql(), // for a browser that asks for a page
      requireKey, // 401, 503
      handleGraphql(graphql),
    );
    mountExports(app, requireKey, {
      services,
      exports: limiters.exports,
      stallMilliseconds,
    });
    app.use(refuseOtherMethods); // 405
    app.use(refuseMalformed); // 400, 431
    // A page can read its own origin alone, so recordings are here, too, with the checks of the public listener.
    app.use(
      basePath,
      refuseOtherRoutes(audioRoutes), // 404
      linkServiceDocuments, // the header fields are those of the public listener
      nameRoute,
      requireKey, // 401, 503
      options.limitRate, // 429
      refuseEscapedPaths, // 404
      createRoutes(
        { schema, services, stallMilliseconds, downloads: limiters.downloads },
        audioRoutes,
      ),
    );
    app.get(schemaFile.path, serveStatic("schema", schemaFile));
    const pages = [dashboardPage(options.mapTiles), ...assetFiles()];
    for (const file of pages) app.get(file.path, serveCompressed("dashboard", file));
    for (const file of graphiqlFiles) app.get(file.path, serveCompressed("graphiql", file));
    app.get("/health/live", monitoring("live"), answerLive());
    app.get(
      "/health/ready",
      monitoring("ready"),
      answerReady(options.checkHealth, options.standbys),
    );
    app.get("/metrics", monitoring("metrics"), async (_request, response) => {
      sendText(response, 200, { "Content-Type": metrics.contentType }, await metrics.print());
    });
  }); // 404
}

/** What of the public listener answers here, too. */
const audioRoutes = [getAudio];

/**
 * Names the route in the log and the metrics. Monitoring asks every few seconds: its requests are logged at `debug`.
 */
function monitoring(route: string): Handler {
  return (_request, response, next) => {
    const { context } = response.locals;
    context.logged.route = route;
    context.loggedAt = "debug";
    next();
  };
}

/** Answers a browser that asks for a page, and lets queries pass. */
function serveGraphiql(): Handler {
  const graphiql = serveCompressed("graphiql", graphiqlPage());
  return (request, response, next) => {
    const acceptsPage = /\btext\/html\b/i.test(request.headers.accept ?? "");
    const hasNoQuery = request.method === "GET" && response.locals.query === "";
    return acceptsPage && hasNoQuery ? graphiql(request, response, next) : next();
  };
}
