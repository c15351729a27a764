import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Handler } from "../requests/express-app.ts";

/** Content that is the same for every request: a page, a file of a page, a document. */
export interface StaticContent {
  readonly headers: Readonly<Record<string, string>>;
  /** Called once, at the first request. */
  read(): Buffer | Promise<Buffer>;
}

export interface StaticFile extends StaticContent {
  readonly path: string;
}

/** Answers with the content; `route` is its name in the log. */
export function serveStatic(route: string, { headers, read }: StaticContent): Handler {
  let body: Buffer | undefined;
  return async (_request, response) => {
    response.locals.context.logged.route = route;
    body ??= await read();
    if (response.headersSent) return;
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  };
}

/** The same as `serveStatic`, compressed for clients that accept gzip. */
export function serveCompressed(route: string, { headers, read }: StaticContent): Handler {
  const withVary = { ...headers, Vary: "Accept-Encoding" };
  let plain: Buffer | undefined;
  const sendPlain = serveStatic(route, {
    headers: withVary,
    read: async () => (plain ??= await read()),
  });
  const sendCompressed = serveStatic(route, {
    headers: { ...withVary, "Content-Encoding": "gzip" },
    read: async () => compress((plain ??= await read()), { level: 9 }),
  });
  return (request, response, next) => {
    const acceptsGzip = request.acceptsEncodings("gzip", "identity") === "gzip";
    return (acceptsGzip ? sendCompressed : sendPlain)(request, response, next);
  };
}

const compress = promisify(gzip);

/** Sources that a page may load besides its own scripts. */
export interface PageSources {
  /** Directives for style sheets and the files that they load. */
  readonly styling?: readonly string[];
  /** Origins of pictures besides the page's own. */
  readonly images?: readonly string[];
}

/** Header fields of an HTML page: everything is loaded from its own origin, and no inline script runs. */
export function pageHeaders({
  styling = ["style-src 'self'"],
  images = [],
}: PageSources = {}): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...styling,
    // Style sheets contain their icons.
    ["img-src 'self' data:", ...images].join(" "),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "no-referrer",
  };
}
