import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packageFile } from "#package-files.ts";

/** A file of the page that shows the OpenAPI document. */
export interface ViewerFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  read(): Promise<Buffer>;
}

/** Everything comes from this address, and nothing that a text might smuggle in is run. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The viewer's style sheet has its icons inside it.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** All there is at and below `/docs`: the page, its beginning, and three files of Swagger UI. */
export const viewerFiles: readonly ViewerFile[] = [
  {
    path: "/docs",
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy,
      "Referrer-Policy": "no-referrer",
    },
    read: () => readFile(packageFile("src/rest/docs/page.html")),
  },
  below("start-viewer.js", new URL("start-viewer.js", import.meta.url), "text/javascript"),
  swaggerUi("swagger-ui-bundle.js", "text/javascript"),
  swaggerUi("swagger-ui.css", "text/css"),
  swaggerUi("favicon-32x32.png", "image/png"),
];

function swaggerUi(name: string, type: string): ViewerFile {
  return below(name, new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), type);
}

function below(name: string, location: URL, type: string): ViewerFile {
  return {
    path: `/docs/${name}`,
    headers: { "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type },
    read: () => readFile(fileURLToPath(location)),
  };
}
