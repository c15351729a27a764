import type { Handler } from "./express-app.ts";

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

/**
 * Header fields of an HTML page: everything is loaded from its own origin, and no inline script runs.
 * `styling` says where style sheets, and what they load, may come from.
 */
export function pageHeaders(
  styling: readonly string[] = ["style-src 'self'"],
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...styling,
    // Style sheets carry their icons.
    "img-src 'self' data:",
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
