import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { MapTiles } from "../config.ts";
import { pageHeaders, type StaticFile } from "../http/answers/static-files.ts";
import { escapeHtml } from "../system/escape-html.ts";
import { packageFile } from "../system/package-files.ts";

/** The dashboard. Without tiles, it loads pictures only from its own origin. */
export function dashboardPage(mapTiles: MapTiles | null): StaticFile {
  const images = mapTiles === null ? [] : [mapTiles.origin];
  const text = readBuilt("index.html").toString();
  const page = Buffer.from(text.replace("</head>", () => `${tileSettings(mapTiles)}</head>`));
  return {
    path: "/",
    headers: pageHeaders({ images }),
    read: () => page,
  };
}

/** A picture at the address of the wall's form: it is there as soon as the form may be sent. */
export function wallPicture(): StaticFile {
  const icon = readdirSync(builtPath("assets")).find((name) => /^icon-.*[.]svg$/.test(name)) ?? "";
  return {
    path: "/wall",
    headers: { "Content-Type": contentTypes[".svg"] ?? "", "Cache-Control": "no-store" },
    read: () => readBuilt(`assets/${icon}`),
  };
}

/** The page of GraphiQL. It stands at the path of GraphQL, for browsers. */
export function graphiqlPage(hasTrustedDocuments: boolean): StaticFile {
  const text = readBuilt("graphiql.html").toString();
  const notice = hasTrustedDocuments ? trustedDocumentsNotice : "";
  const page = Buffer.from(text.replace("</form>", () => `${notice}</form>`));
  return {
    path: "/graphql",
    // The editor sets styles of its own, and brings its fonts inside its style sheet.
    headers: pageHeaders({
      styling: ["style-src 'self' 'unsafe-inline'", "font-src data:", "worker-src 'self'"],
    }),
    read: () => page,
  };
}

const trustedDocumentsNotice =
  '<p role="note">This gateway answers only trusted documents. It refuses any other text, and the query of the editor for the schema, which is at <a href="schema.graphql">schema.graphql</a>.</p>';

/**
 * Scripts and styles of both pages. A name contains a hash of the content, so a browser may cache the file without end.
 */
export function assetFiles(): readonly StaticFile[] {
  return readdirSync(builtPath("assets")).map((name) => {
    const asset = readBuilt(`assets/${name}`);
    return {
      path: `/assets/${name}`,
      headers: {
        "Content-Type": contentTypes[extname(name)] ?? "application/octet-stream",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
      read: () => asset,
    };
  });
}

/** The editor's own files. */
export const graphiqlFiles: readonly StaticFile[] = [
  ofGraphiql("/graphiql/graphiql.css", "css", "text/css"),
  ofGraphiql("/graphiql/graphiql.js", "js", "text/javascript"),
  ofGraphiql("/graphiql/editor-worker.js", "editorWorkerService", "text/javascript"),
  ofGraphiql("/graphiql/json-worker.js", "jsonWorker", "text/javascript"),
  ofGraphiql("/graphiql/graphql-worker.js", "graphqlWorker", "text/javascript"),
];

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** Read when the gateway starts, so that pages and assets are of one build. */
function readBuilt(name: string): Buffer {
  return readFileSync(builtPath(name));
}

function builtPath(name: string): string {
  return packageFile(`dist/dashboard/page/${name}`);
}

function tileSettings(mapTiles: MapTiles | null): string {
  if (mapTiles === null) return "";
  const { template, attribution } = mapTiles;
  return `<meta name="map-tiles" content="${escapeHtml(template)}" data-attribution="${escapeHtml(attribution)}">`;
}

/** A text of the package that has all of GraphiQL in one; it is loaded when one is wanted. */
function ofGraphiql(path: string, name: GraphiqlText, type: string): StaticFile {
  return {
    path,
    headers: { "Content-Type": `${type}; charset=utf-8` },
    read: async () => {
      const texts: Record<GraphiqlText, string> =
        await import("@graphql-yoga/render-graphiql/graphiql");
      return Buffer.from(texts[name]);
    },
  };
}

type GraphiqlText = "css" | "js" | "editorWorkerService" | "jsonWorker" | "graphqlWorker";
