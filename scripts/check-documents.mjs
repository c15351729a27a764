// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findDocumentIssues, headingsIn } from "./lint/document-rules.mjs";

/*
 * Fails if a document has a table cell that nobody can read, or a link that leads nowhere. Run it from the root of the
 * repository: `npm run check:lint`.
 */

const inDocs = readdirSync("docs", { recursive: true, encoding: "utf8" });
const documents = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "clients/python/README.md",
  ...inDocs.filter((name) => name.endsWith(".md")).map((name) => join("docs", name)),
];
const issues = documents.flatMap((document) =>
  findDocumentIssues(readFileSync(document, "utf8"), (path) => headingsOf(document, path)).map(
    (issue) => `${document}, ${issue}`,
  ),
);
for (const issue of issues) console.error(issue);
if (issues.length > 0) process.exitCode = 1;

/** @param {string} document @param {string} path */
function headingsOf(document, path) {
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(target)) return null;
  return statSync(target).isFile() ? headingsIn(readFileSync(target, "utf8")) : [];
}
