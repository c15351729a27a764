import type { RequestListener } from "node:http";
import {
  type ConnectionTimeouts,
  createHttpServer,
  type HttpServer,
} from "../../src/http/connections/http-server.ts";
import { createRequestPacing } from "../../src/http/connections/request-pacing.ts";
import { listen } from "../../src/http/connections/listen.ts";
import { createLog } from "../../src/log.ts";

/** Starts a server on a free port for one test, with the options of the gateway. */
export async function startHttpServer(
  listener: RequestListener,
  timeouts: Partial<ConnectionTimeouts> = {},
): Promise<HttpServer & { readonly url: string }> {
  const http = createHttpServer(listener, {
    log: await createLog({ level: "silent", format: "json" }),
    observer: { started: () => undefined, ended: () => undefined },
    pacing: createRequestPacing(),
    methods: ["GET"],
    timeouts: {
      headMilliseconds: 10_000,
      requestMilliseconds: 10_000,
      idleMilliseconds: 10_000,
      stallMilliseconds: 10_000,
      ...timeouts,
    },
  });
  const url = await listen(http.server, { host: "127.0.0.1", port: 0 }, "a test");
  return { ...http, url };
}
