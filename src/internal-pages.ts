import { Router } from "express";
import type { Handler } from "#http/express-app.ts";
import { dashboardFiles, graphiqlFiles, graphiqlPage, type PageFile } from "#pages/page-files.ts";

/** The pages of the internal listener and their files: they hold no data, and need no key. */
export function routePages(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const file of dashboardFiles) router.get(file.path, answerFile("dashboard", file));
  for (const file of graphiqlFiles) router.get(file.path, answerFile("graphiql", file));
  return router;
}

/** Answers browsers that ask the path of GraphQL for a page; everything else goes on. */
export function answerBrowsers(): Handler {
  const answer = answerFile("graphiql", graphiqlPage);
  return (request, response, next) => {
    const wantsPage = /\btext\/html\b/i.test(request.headers.accept ?? "");
    const asksNothing = request.method === "GET" && response.locals.query === "";
    return wantsPage && asksNothing ? answer(request, response, next) : next();
  };
}

function answerFile(route: string, { headers, read }: PageFile): Handler {
  let body: Buffer | undefined;
  return async (_request, response) => {
    response.locals.exchange.facts.route = route;
    body ??= await read();
    if (response.headersSent) return;
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  };
}
