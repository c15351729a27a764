import { readFile } from "node:fs/promises";
import type { StaticFile } from "../http/answers/static-files.ts";
import { packageFile } from "../system/package-files.ts";

/** The schema as text with its comments, for tools that make types from it. It holds no data, and needs no key. */
export const schemaFile: StaticFile = {
  path: "/schema.graphql",
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  read: () => readFile(packageFile("schema.graphql")),
};
