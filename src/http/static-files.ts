import type { Handler } from "./express-app.ts";

/** What is the same for everybody: a page, one of its files, a document. */
export interface StaticContent {
  readonly headers: Readonly<Record<string, string>>;
  /** Asked for once, when it is first wanted. */
  read(): Buffer | Promise<Buffer>;
}

/** Such content at its path. */
export interface StaticFile extends StaticContent {
  readonly path: string;
}

/** Answers with the content; `route` is its name in the log. */
export function serveStatic(route: string, { headers, read }: StaticContent): Handler {
  let body: Buffer | undefined;
  return async (_request, response) => {
    response.locals.exchange.facts.route = route;
    body ??= await read();
    if (response.headersSent) return;
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  };
}
