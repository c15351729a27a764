import { readFile } from "node:fs/promises";
import { pageHeaders, type StaticFile } from "#http/static-files.ts";
import { packageFile } from "#package-files.ts";

/** The dashboard and what it is made of. */
export const dashboardFiles: readonly StaticFile[] = [
  page("/", "dashboard.html", pageHeaders()),
  style("/dashboard/dashboard.css", "dashboard.css"),
  script("/dashboard/dashboard.js", "dashboard.js"),
  script("/dashboard/read-overview.js", "read-overview.js"),
  script("/dashboard/render-projects.js", "render-projects.js"),
  script("/dashboard/sensor-state.js", "sensor-state.js"),
];

/** The page of GraphiQL. It stands at the path of GraphQL, for browsers. */
export const graphiqlPage = page(
  "/graphql",
  "graphiql.html",
  // The editor sets styles of its own, and brings its fonts inside its style sheet.
  pageHeaders(["style-src 'self' 'unsafe-inline'", "font-src data:", "worker-src 'self'"]),
);

export const graphiqlFiles: readonly StaticFile[] = [
  style("/graphiql/page.css", "graphiql.css"),
  script("/graphiql/start-graphiql.js", "start-graphiql.js"),
  ofGraphiql("/graphiql/graphiql.css", "css", "text/css"),
  ofGraphiql("/graphiql/graphiql.js", "js", "text/javascript"),
  ofGraphiql("/graphiql/editor-worker.js", "editorWorkerService", "text/javascript"),
  ofGraphiql("/graphiql/json-worker.js", "jsonWorker", "text/javascript"),
  ofGraphiql("/graphiql/graphql-worker.js", "graphqlWorker", "text/javascript"),
];

function page(path: string, name: string, headers: StaticFile["headers"]): StaticFile {
  return { path, headers, read: () => readFile(packageFile(`src/dashboard/${name}`)) };
}

function style(path: string, name: string): StaticFile {
  return file(path, "text/css", () => readFile(packageFile(`src/dashboard/${name}`)));
}

function script(path: string, name: string): StaticFile {
  return file(path, "text/javascript", () =>
    readFile(packageFile(`dist/dashboard/browser/${name}`)),
  );
}

/** A text of the package that has all of GraphiQL in one; it is loaded when one is wanted. */
function ofGraphiql(path: string, name: GraphiqlText, type: string): StaticFile {
  return file(path, type, async () => {
    const texts: Record<GraphiqlText, string> =
      await import("@graphql-yoga/render-graphiql/graphiql");
    return Buffer.from(texts[name]);
  });
}

type GraphiqlText = "css" | "js" | "editorWorkerService" | "jsonWorker" | "graphqlWorker";

function file(path: string, type: string, read: () => Promise<Buffer>): StaticFile {
  return { path, headers: { "Content-Type": `${type}; charset=utf-8` }, read };
}
