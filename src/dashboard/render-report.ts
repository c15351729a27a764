import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packageFile } from "../system/package-files.ts";
import type { RenderReport } from "./paper-report.ts";

/** A report as a file, which is null if nothing could be reported, and what could not be read. */
export interface ReportFile {
  readonly file: string | null;
  readonly problems: readonly string[];
}

/** The report of the page as a file that needs nothing; null if there is no such project. */
export async function reportFile(
  wanted: Parameters<RenderReport>[0],
): Promise<ReportFile | { readonly refused: string } | null> {
  const module = packageFile("dist/dashboard/report/render-report.js");
  const built = (await import(pathToFileURL(module).href)) as {
    readonly renderReport: RenderReport;
  };
  const report = await built.renderReport(wanted);
  if (report === null || "refused" in report) return report;
  const { html, problems } = report;
  if (html === null) return { file: null, problems };
  const title = report.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const file = `<!doctype html>
<html lang="${wanted.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} ${wanted.from} – ${wanted.to}</title>
<style>${stylesOfPage()}</style>
</head>
<body><main id="main"><div class="report">${html}</div></main></body>
</html>
`;
  return { file, problems };
}

/** All styles of the page but those of GraphiQL: the report has no others. */
function stylesOfPage(): string {
  const folder = packageFile("dist/dashboard/page/assets");
  const names = readdirSync(folder).filter((name) => name.endsWith(".css"));
  const own = names.filter((name) => !/^(?:graphiql|leaflet)/.test(name));
  // Those of all views come first.
  const sorted = own.toSorted((one, other) => rank(one) - rank(other));
  return sorted.map((name) => readFileSync(`${folder}/${name}`, "utf8")).join("");
}

const rank = (name: string) => (/^(?:base|index)/.test(name) ? 0 : 1);
