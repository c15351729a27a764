import { paper } from "./paper-document.ts";
import { type ComponentChildren, render } from "preact";
import { useErrorBoundary } from "preact/hooks";
import type { RenderReport } from "../../paper-report.ts";
import { neverAborted } from "../../../system/never-aborted.ts";
import { ask } from "../graphql/ask.ts";
import { siteDocument } from "../graphql/generated/site.ts";
import { transport } from "../graphql/transport.ts";
import { address } from "../state/address.ts";
import { formatAddress, parseAddress } from "../state/address-text.ts";
import { ProjectScopeProvider } from "../state/project-scope.tsx";
import { dateTimeText, zoneOf } from "../time/local-time.ts";
import { parseRange } from "../time/range.ts";
import { typeWords, wordsOf } from "../views/report/report-form.ts";
import { ReportPage } from "../views/report/report-page.tsx";
import de from "../words/de.json" with { type: "json" };
import en from "../words/en.json" with { type: "json" };
import es from "../words/es.json" with { type: "json" };
import fr from "../words/fr.json" with { type: "json" };
import { read } from "../words/read-words.ts";

/** Renders the page's own report, with the answers of `fetch`, until it is whole. Null: there is no such project. */
export const renderReport: RenderReport = async (wanted) => {
  const { fetch, project, from, to, language, words } = wanted;
  typeWords(project, words);
  read.words = async (name) => ({ en, de, fr, es })[name];
  const parameters = { from, to, language };
  const place = { view: "report", project, sensor: null, sample: null, parameters } as const;
  address.value = parseAddress(formatAddress(place));
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // An answer of this process throws by a defect only, and the page would repeat its request without end.
  transport.fetch = (path, init) =>
    fetch(path, init).catch((error: unknown) => {
      fail(error);
      throw error;
    });
  const rendered = async () => {
    const { data, issues } = await ask(siteDocument, {}, neverAborted);
    const [issue] = issues;
    if (issue !== undefined) throw new Error(issue.message);
    const facts = data?.projects?.find(({ id }) => id === project);
    if (facts === undefined) return null;
    const zone = zoneOf(facts.timezone);
    const range = parseRange(from, to, zone);
    if (range !== null && range.first > Date.now() / 1000) {
      return {
        refused: `it is yet to come: it begins on ${dateTimeText(range.first, zone)}, ${zone}`,
      };
    }
    const problems = await new Promise<readonly string[]>((resolve) => {
      render(
        <Boundary fail={fail}>
          <ProjectScopeProvider project={facts}>
            {(scope) => {
              if (scope === null) return null;
              // A file is not read again: also that of days just over waits for what may be missing of them.
              const isKnown = scope.read.data !== null || !scope.read.isLoading;
              return isKnown && <ReportPage onSettled={resolve} />;
            }}
          </ProjectScopeProvider>
        </Boundary>,
        paper,
      );
    });
    const html = paper.find("class", "sheet")?.toHtml() ?? null;
    return { html, problems, title: wordsOf(project).title.trim() || facts.name };
  };
  try {
    return await Promise.race([rendered(), failed]);
  } finally {
    render(null, paper);
  }
};

/** Leads what a component throws to the command, which cleans up. */
function Boundary(props: {
  readonly fail: (error: unknown) => void;
  readonly children: ComponentChildren;
}) {
  const [error] = useErrorBoundary(props.fail);
  return error === undefined ? <>{props.children}</> : null;
}
