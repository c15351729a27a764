// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findDocumentIssues, headingsIn } from "./lint/document-rules.mjs";

/*
 * Fails if a document has a table cell that nobody can read, or a link that leads nowhere, or if the documents have
 * more words than somebody reads. Run it from the root of the repository: `npm run check:lint`.
 */

/** @param {string} folder */
const inFolder = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const own = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...inFolder("docs")];
const documents = [...own, "SECURITY.md", "clients/python/README.md", ...inFolder(".github")];
const issues = documents.flatMap((document) =>
  findDocumentIssues(readFileSync(document, "utf8"), (path) => headingsOf(document, path)).map(
    (issue) => `${document}, ${issue}`,
  ),
);
// Records of decisions are not read from the first to the last.
const words = own
  .filter((name) => dirname(name) === "." || dirname(name) === "docs")
  .flatMap((name) => readFileSync(name, "utf8").match(/\S+/g) ?? []).length;
if (words > 28_000) issues.push(`The documents have ${words} words, and may have 28,000.`);
for (const issue of issues) console.error(issue);
if (issues.length > 0) process.exitCode = 1;

/** @param {string} document @param {string} path */
function headingsOf(document, path) {
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(target)) return null;
  return statSync(target).isFile() ? headingsIn(readFileSync(target, "utf8")) : [];
}
