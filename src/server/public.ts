import type { RequestListener } from "node:http";
import { listen } from "../http/connections/listen.ts";
import { addressVariables } from "./addresses.ts";
import { shutdownMilliseconds, type Thread, type ListenerServices } from "./thread.ts";
import { basePath } from "../http/requests/base-path.ts";
import { createApp, refuseOtherMethods } from "../http/requests/express-app.ts";
import { refuseMalformed, refuseVersionless } from "../http/requests/request-checks.ts";
import type { RequestOptions } from "../http/requests/request-context.ts";
import { linkServiceDocuments } from "../http/answers/service-links.ts";
import { serveDocuments } from "../rest/docs/serve-documents.ts";
import { answerRoutes, matchRoute } from "../rest/router.ts";

/** Starts the public listener of a thread. Rejects if it cannot listen on its address. */
export async function startPublic(thread: Thread) {
  const listener = createPublicListener({ ...thread, requests: thread.requestsOf("public") });
  const { server, shutdown } = thread.createServer(listener, "public", ["GET"]);
  return {
    /** The address, for example `http://127.0.0.1:8080`. */
    url: await listen(server, thread.config.public, addressVariables.public),
    /** Answers the requests that have arrived, and cuts those that are not answered after seven seconds. */
    stop: () => shutdown(shutdownMilliseconds),
  };
}

interface PublicListenerOptions extends ListenerServices {
  readonly requests: RequestOptions;
}

/** The public listener: REST and its documents. The checks are in the order of docs/contract.md, 2.1. */
function createPublicListener(options: PublicListenerOptions): RequestListener {
  const { requests, limiters, requireKey, limitRate, ...routing } = options;
  return createApp(requests, (app) => {
    app.use(linkServiceDocuments); // in 401 and 404
    app.use(refuseVersionless); // 400
    app.use(refuseOtherMethods); // 405
    app.use(refuseMalformed); // 400, 431
    app.use(serveDocuments(options.schema)); // /docs and /openapi.json need no key
    app.use(
      basePath,
      matchRoute(),
      requireKey, // 401, 503
      limitRate, // 429
      answerRoutes({ ...routing, downloads: limiters.downloads }), // 404, 403, 400, 403, 404, 503, 400, 200
    );
  }); // 404
}
