import { paper } from "./paper-document.ts";
import { render } from "preact";
import type { RenderReport } from "../../paper-report.ts";
import { ask } from "../graphql/ask.ts";
import { siteDocument } from "../graphql/generated/site.ts";
import { transport } from "../graphql/transport.ts";
import { address } from "../state/address.ts";
import { formatAddress, parseAddress } from "../state/address-text.ts";
import { ProjectScopeProvider } from "../state/project-scope.tsx";
import { ReportPage } from "../views/report/report-page.tsx";
import de from "../words/de.json" with { type: "json" };
import en from "../words/en.json" with { type: "json" };
import es from "../words/es.json" with { type: "json" };
import fr from "../words/fr.json" with { type: "json" };
import { read } from "../words/read-words.ts";

/** Renders the page's own report, with the answers of `fetch`, until it is whole. Null: there is no such project. */
export const renderReport: RenderReport = async ({ fetch, project, from, to, language }) => {
  transport.fetch = fetch;
  read.words = async (name) => ({ en, de, fr, es })[name];
  const parameters = { from, to, language };
  const place = { view: "report", project, sensor: null, sample: null, parameters } as const;
  address.value = parseAddress(formatAddress(place));
  const { data, issues } = await ask(siteDocument, {}, new AbortController().signal);
  const [issue] = issues;
  if (issue !== undefined) throw new Error(issue.message);
  const facts = data?.projects?.find(({ id }) => id === project);
  if (facts === undefined) return null;
  render(
    <ProjectScopeProvider project={facts}>
      {(scope) => scope !== null && <ReportPage />}
    </ProjectScopeProvider>,
    paper,
  );
  for (;;) {
    const isReady = paper.find("data-ready", "true") !== null;
    const sheet = paper.find("class", "sheet");
    if (isReady && sheet !== null) {
      const html = sheet.toHtml();
      render(null, paper);
      return { html, title: facts.name };
    }
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
};
