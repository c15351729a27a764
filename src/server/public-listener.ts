import type { RequestListener } from "node:http";
import { type ApiKeyOptions, type Authenticated, requireApiKey } from "../auth/require-api-key.ts";
import { basePath } from "../http/requests/base-path.ts";
import { createApp, type Handler, refuseOtherMethods } from "../http/requests/express-app.ts";
import { refuseMalformed, refuseVersionless } from "../http/requests/request-checks.ts";
import type { RequestOptions } from "../http/requests/request-context.ts";
import { linkServiceDocuments } from "../http/answers/service-links.ts";
import type { RouteOptions } from "../rest/answer-route.ts";
import { serveDocuments } from "../rest/docs/serve-documents.ts";
import { createRoutes, nameRoute, refuseEscapedPaths } from "../rest/router.ts";
import type { Limiters } from "./limiters.ts";

export interface PublicListenerOptions extends Omit<RouteOptions, "downloads"> {
  readonly requests: RequestOptions;
  readonly limiters: Limiters;
  readonly unread: ApiKeyOptions["unread"];
  readonly keyUse: ApiKeyOptions["keyUse"];
  /** 429 beyond the quota of a key. Both listeners share it. */
  readonly limitRate: Handler<Authenticated>;
}

/** The public listener: REST and its documents. The checks come in the order of docs/contract.md, 2.1. */
export function createPublicListener(options: PublicListenerOptions): RequestListener {
  const { requests, limiters, unread, keyUse, limitRate, ...routing } = options;
  const { databaseFor } = options.services;
  const { turns } = requests;
  return createApp(requests, (app) => {
    app.use(linkServiceDocuments); // of 401 and 404
    app.use(refuseVersionless); // 400
    app.use(refuseOtherMethods); // 405
    app.use(refuseMalformed); // 400, 431
    app.use(serveDocuments(options.schema)); // /docs and /openapi.json need no key
    app.use(basePath, nameRoute);
    app.use(
      basePath,
      requireApiKey({ databaseFor, limiter: limiters.requests, unread, keyUse, turns }),
    ); // 401, 503
    app.use(basePath, limitRate); // 429
    app.use(basePath, refuseEscapedPaths); // 404
    // 403, 400, 403, 404, 503, 400, 200
    app.use(basePath, createRoutes({ ...routing, downloads: limiters.downloads }));
  }); // 404
}
