import { Router } from "express";
import type { Handler } from "#http/express-app.ts";
import { serveStatic } from "#http/static-files.ts";
import { dashboardFiles, graphiqlFiles, graphiqlPage } from "#dashboard/page-files.ts";

/** The pages of the internal listener and their files: they hold no data, and need no key. */
export function routePages(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const file of dashboardFiles) router.get(file.path, serveStatic("dashboard", file));
  for (const file of graphiqlFiles) router.get(file.path, serveStatic("graphiql", file));
  return router;
}

/** Answers browsers that ask the path of GraphQL for a page; everything else goes on. */
export function answerBrowsers(): Handler {
  const answer = serveStatic("graphiql", graphiqlPage);
  return (request, response, next) => {
    const wantsPage = /\btext\/html\b/i.test(request.headers.accept ?? "");
    const asksNothing = request.method === "GET" && response.locals.query === "";
    return wantsPage && asksNothing ? answer(request, response, next) : next();
  };
}
