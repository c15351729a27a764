import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import compression from "compression";
import {
  assetFiles,
  dashboardPage,
  graphiqlFiles,
  graphiqlPage,
  wallPicture,
} from "../dashboard/page-files.ts";
import { serveWall } from "../dashboard/serve-wall.ts";
import type { MapTiles } from "../config.ts";
import type { Standbys } from "../database/scale-out/standbys.ts";
import type { PrepareDocument } from "../graphql/execute.ts";
import type { TrustedDocuments } from "../graphql/trusted-documents.ts";
import { mountExports } from "../rest/serve-export.ts";
import {
  handleGraphql,
  presentGraphqlErrors,
  refuseOtherGraphqlMethods,
} from "../graphql/http-handler.ts";
import { createGraphqlHandler } from "../graphql/yoga.ts";
import { basePath } from "../http/requests/base-path.ts";
import { createApp, type Handler, refuseOtherMethods } from "../http/requests/express-app.ts";
import { refuseMalformed, refuseVersionless } from "../http/requests/request-checks.ts";
import { RequestError } from "../http/requests/request-error.ts";
import { refuseOtherHosts } from "../http/requests/refuse-other-hosts.ts";
import { linkServiceDocuments } from "../http/answers/service-links.ts";
import type { RequestOptions } from "../http/requests/request-context.ts";
import { sendText } from "../http/answers/send.ts";
import { serveCompressed, type StaticContent } from "../http/answers/static-files.ts";
import { answerRoutes, matchRoute, refuseUnmatched } from "../rest/router.ts";
import { getAudio } from "../rest/routes/get-audio.ts";
import { packageFile } from "../system/package-files.ts";
import { answerLive, answerReady, type CheckHealth } from "./health.ts";
import type { MetricsPage } from "./metrics/metrics-page.ts";
import type { ListenerServices } from "./thread.ts";

export interface InternalListenerOptions extends ListenerServices {
  readonly requests: RequestOptions;
  readonly prepareDocument: PrepareDocument;
  /** The only documents that GraphQL answers; null: any. */
  readonly trustedDocuments: TrustedDocuments | null;
  readonly metrics: Pick<MetricsPage, "contentType" | "print">;
  readonly checkHealth: CheckHealth;
  /** How often the thread was started again. */
  readonly restarts: number;
  readonly standbys: Standbys | null;
  /** The host names that the listener accepts; null: any. */
  readonly hostNames: ReadonlySet<string> | null;
  /** Tiles below the maps of the dashboard; null: none. */
  readonly mapTiles: MapTiles | null;
}

/** The internal listener: GraphQL, its editor and schema, CSV, recordings, the dashboard, health and metrics. */
export function createInternalListener(options: InternalListenerOptions): RequestListener {
  const { requests, schema, services, limiters, requireKey, stallMilliseconds, metrics } = options;
  const graphql = createGraphqlHandler({ ...options, log: requests.log });
  const page = dashboardPage(options.mapTiles);
  return createApp(requests, (app) => {
    app.use(refuseVersionless); // 400
    app.use(refuseOtherHosts(options.hostNames)); // 421
    app.use(["/graphql", "/export"], compression()); // from 1 kB
    app.all(
      "/graphql",
      presentGraphqlErrors,
      refuseOtherGraphqlMethods, // 405
      refuseMalformed, // 400, 431
      serveGraphiql(options.trustedDocuments !== null), // a page for a browser
      requireKey, // 401, 503
      handleGraphql(graphql, limiters.requests),
    );
    mountExports(app, requireKey, { services, exports: limiters.exports, stallMilliseconds });
    app.post("/wall", refuseMalformed, serveWall(page));
    app.all("/wall", refuseOtherWallMethods); // 405
    app.use(refuseOtherMethods); // 405
    app.use(refuseMalformed); // 400, 431
    // A page can read only its own origin, so this listener also serves recordings, with the checks of the public
    // listener.
    app.use(
      basePath,
      matchRoute(audioRoutes),
      refuseUnmatched, // 404
      linkServiceDocuments, // the header fields are those of the public listener
      requireKey, // 401, 503
      options.limitRate, // 429
      answerRoutes(
        { schema, services, stallMilliseconds, downloads: limiters.downloads },
        audioRoutes,
      ), // 404, 403, 400, 404, 503, 200
    );
    app.get("/schema.graphql", serveCompressed("schema", schemaFile));
    for (const file of [page, wallPicture(), ...assetFiles()])
      app.get(file.path, serveCompressed("dashboard", file));
    for (const file of graphiqlFiles) app.get(file.path, serveCompressed("graphiql", file));
    app.get("/health/live", monitoring("live"), answerLive());
    app.get(
      "/health/ready",
      monitoring("ready"),
      answerReady(options.checkHealth, options.standbys, options.restarts),
    );
    app.get("/metrics", monitoring("metrics"), async (_request, response) => {
      sendText(response, 200, { "Content-Type": metrics.contentType }, await metrics.print());
    });
  }); // 404
}

/** The schema as text with its comments, for tools that generate types from it. It has no data, and needs no key. */
const schemaFile: StaticContent = {
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  read: () => readFile(packageFile("schema.graphql")),
};

/** Routes of the public listener that this listener serves as well. */
const audioRoutes = [getAudio];

/** 405 for every method except those of the form and its picture. */
const refuseOtherWallMethods: Handler = ({ method }, _response, next) => {
  next(method === "GET" ? undefined : RequestError.methodNotAllowed(["GET", "POST"]));
};

/** Names the route in the log and the metrics. Requests of monitoring, every few seconds, are logged at `debug`. */
function monitoring(route: string): Handler {
  return (_request, response, next) => {
    const { context } = response.locals;
    context.logged.route = route;
    context.loggedAt = "debug";
    next();
  };
}

/** Answers a browser that accepts a page. Queries go to the next handler. */
function serveGraphiql(hasTrustedDocuments: boolean): Handler {
  const graphiql = serveCompressed("graphiql", graphiqlPage(hasTrustedDocuments));
  return (request, response, next) => {
    const acceptsPage = /\btext\/html\b/i.test(request.headers.accept ?? "");
    const hasNoQuery = request.method === "GET" && response.locals.query === "";
    return acceptsPage && hasNoQuery ? graphiql(request, response, next) : next();
  };
}
