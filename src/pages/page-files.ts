import { readFile } from "node:fs/promises";
import { packageFile } from "#package-files.ts";

/** A file of a page of the internal listener. */
export interface PageFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  read(): Promise<Buffer>;
}

/** The dashboard: everything comes from this address, and what a text might smuggle in is not run. */
export const dashboardFiles: readonly PageFile[] = [
  page("/", "dashboard.html", policy()),
  style("/dashboard/dashboard.css", "dashboard.css"),
  script("/dashboard/dashboard.js", "dashboard.js"),
  script("/dashboard/read-overview.js", "read-overview.js"),
  script("/dashboard/render-projects.js", "render-projects.js"),
];

/** The page of GraphiQL. It stands at the path of GraphQL, for browsers. */
export const graphiqlPage = page(
  "/graphql",
  "graphiql.html",
  // The editor sets styles of its own, and brings its fonts inside its style sheet.
  policy("style-src 'self' 'unsafe-inline'", "font-src data:", "worker-src 'self'"),
);

export const graphiqlFiles: readonly PageFile[] = [
  style("/graphiql/page.css", "graphiql.css"),
  script("/graphiql/start-graphiql.js", "start-graphiql.js"),
  ofGraphiql("/graphiql/graphiql.css", "css", "text/css"),
  ofGraphiql("/graphiql/graphiql.js", "js", "text/javascript"),
  ofGraphiql("/graphiql/editor-worker.js", "editorWorkerService", "text/javascript"),
  ofGraphiql("/graphiql/json-worker.js", "jsonWorker", "text/javascript"),
  ofGraphiql("/graphiql/graphql-worker.js", "graphqlWorker", "text/javascript"),
];

/** A policy that allows what the page itself brings, and what is said besides. */
function policy(...besides: readonly string[]): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    ...(besides.length === 0 ? ["style-src 'self'"] : besides),
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

function page(path: string, name: string, contentSecurityPolicy: string): PageFile {
  return {
    path,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy,
      "Referrer-Policy": "no-referrer",
    },
    read: () => readFile(packageFile(`src/pages/${name}`)),
  };
}

function style(path: string, name: string): PageFile {
  return file(path, "text/css", () => readFile(packageFile(`src/pages/${name}`)));
}

function script(path: string, name: string): PageFile {
  return file(path, "text/javascript", () => readFile(packageFile(`dist/pages/browser/${name}`)));
}

/** A text of the package that has all of GraphiQL in one; it is loaded when one is wanted. */
function ofGraphiql(path: string, name: GraphiqlText, type: string): PageFile {
  return file(path, type, async () => {
    const texts: Record<GraphiqlText, string> =
      await import("@graphql-yoga/render-graphiql/graphiql");
    return Buffer.from(texts[name]);
  });
}

type GraphiqlText = "css" | "js" | "editorWorkerService" | "jsonWorker" | "graphqlWorker";

function file(path: string, type: string, read: () => Promise<Buffer>): PageFile {
  return { path, headers: { "Content-Type": `${type}; charset=utf-8` }, read };
}
