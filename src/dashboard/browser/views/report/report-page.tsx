import "./report.css";
import "./report-print.css";
import { useCallback, useEffect, useState } from "preact/hooks";
import { QueryNote } from "../../components/query-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { rangeVariables } from "../../data/sensor-variables.ts";
import { reportChoiceDocument } from "../../graphql/generated/report-choice.ts";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import { type Answer, ask, type Issue, issueOf } from "../../graphql/ask.ts";
import { useAsked, useQuery } from "../../graphql/use-query.ts";
import { parameter, validOnly, weighting } from "../../state/address.ts";
import { type ProjectScope, useProject } from "../../state/project-scope.tsx";
import { namedChoice, type ReportChoice, worstChoice } from "./report-choice.ts";
import { ReportSheet } from "./report-sheet.tsx";
import { ReportTools } from "./report-tools.tsx";
import { readWords } from "../../words/read-words.ts";
import { type Language, languageOf, spoken } from "../../words/words.ts";

/** The report of the range, as the sheets of paper that it prints to. */
export function ReportPage(props: {
  /** Called once nothing more comes, with what could not be read. Without a sheet, there is no report. */
  readonly onSettled?: (problems: readonly string[]) => void;
}) {
  const { onSettled = () => undefined } = props;
  const scope = useProject();
  const { project, range, isSoFar } = scope;
  const named = namedChoice(
    parameter("sensors"),
    project.sensors.map(({ id }) => id),
  );
  // A range that goes on keeps its sensors, and its sheet while later samples are read.
  const last = isSoFar ? null : range.last;
  const counted = [range.first, last, weighting.value, validOnly.value];
  const worst = useAsked(
    (signal) => (named !== null ? null : readChoice(scope, signal)),
    JSON.stringify([project.id, named === null, ...counted]),
    "v0:data:read",
  );
  const choice = named ?? worst.data;
  const { language, hasFailed, reload } = useLanguage();
  const isShort = parameter("form") === "short";
  const isChoosing = named === null && worst.isLoading;
  const issue = choice === null ? worst.issues[0] : hasFailed ? unreadWords : undefined;
  if (issue !== undefined && !isChoosing) {
    const retry = choice === null ? worst.reload : reload;
    return <Failure issue={issue} retry={retry} onSettled={onSettled} />;
  }
  if (choice === null || language === null || isChoosing) {
    return (
      <div class="stack" data-testid="report" data-ready="false" aria-busy="true">
        <h1>Report</h1>
        <Skeleton height={900} />
      </div>
    );
  }
  const identity = JSON.stringify([choice, ...counted, isShort, language]);
  return <Report key={identity} {...{ choice, isShort, language, onSettled }} />;
}

/** In place of a report whose sensors could not be chosen, or whose words have not come. */
function Failure(props: {
  readonly issue: Issue;
  readonly retry: () => void;
  readonly onSettled: (problems: readonly string[]) => void;
}) {
  const { issue, retry, onSettled } = props;
  useEffect(() => onSettled([issue.message]), [issue]);
  return (
    <div class="stack" data-testid="report" data-ready="false">
      <h1>Report</h1>
      <QueryNote query={{ data: null, issues: [issue], isLoading: false, reload: retry }} />
    </div>
  );
}

const unreadWords = issueOf("UNREACHABLE", "The words of this language could not be loaded.");

/** One report. Another range or choice of sensors is another report. */
function Report(props: {
  readonly choice: ReportChoice;
  readonly isShort: boolean;
  readonly language: Language;
  readonly onSettled: (problems: readonly string[]) => void;
}) {
  const { choice, isShort, language, onSettled } = props;
  const { sensorIds } = choice;
  const [isReady, setReady] = useState(false);
  const { project } = useProject();
  const criteria = useQuery(projectCriteriaDocument, { project: project.id });
  const withPermit = criteria.data?.project != null && criteria.data.project.permit === null;
  return (
    <div
      class="report"
      data-testid="report"
      data-ready={isReady ? "true" : "false"}
      aria-busy={!isReady}
    >
      <ReportTools {...{ sensorIds, isShort, language, isReady, withPermit }} />
      <ReportSheet
        choice={choice}
        criteria={criteria}
        isShort={isShort}
        language={language}
        onReady={(problems) => {
          setReady(true);
          onSettled(problems);
        }}
      />
    </div>
  );
}

/** Reads the exceedances of all sensors of a project and chooses among them. */
async function readChoice(
  { project, extents, range }: Pick<ProjectScope, "project" | "extents" | "range">,
  signal: AbortSignal,
): Promise<Answer<ReportChoice>> {
  const samples = samplesRead({ extents }, range);
  const variables = rangeVariables(project.id, range);
  const answers = await askInBatches(
    project.sensors.map(({ id }) => id),
    (id) => ({ records: 2 * samples(id).records, values: 0 }),
    (sensors) => ask(reportChoiceDocument, { ...variables, sensors }, signal),
  );
  const sensors = answers.map(([id, { sensor }]) => {
    if (sensor?.aggregates == null || sensor.assessments == null) return null;
    const [total] = sensor.aggregates.buckets;
    return {
      id,
      samples: total?.samples ?? 0,
      events: total?.events ?? 0,
      windows: sensor.assessments.data.filter(({ verdict }) => verdict === "exceeded").length,
    };
  });
  return { data: worstChoice(sensors), issues: answers.flatMap(([, { issues }]) => issues) };
}

/** The language of the address, once its words are spoken; they go with the report. */
function useLanguage(): {
  readonly language: Language | null;
  readonly hasFailed: boolean;
  /** Reads the words again. */
  readonly reload: () => void;
} {
  const wanted = languageOf(parameter("language"));
  const [failed, setFailed] = useState<Language | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const show = async () => {
      const words = await readWords(wanted, leaving.signal).catch(() => null);
      if (leaving.signal.aborted) return;
      setFailed(words === null ? wanted : null);
      spoken.value = words && { ...words, language: wanted };
    };
    void show();
    return () => {
      leaving.abort();
      spoken.value = null;
    };
  }, [wanted, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isSpoken = spoken.value?.language === wanted;
  return { language: isSpoken ? wanted : null, hasFailed: failed === wanted, reload };
}
