import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { exclusionText } from "../../components/excluded-list.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { durationText, signedTwoDecimals, wholeLevels } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { useEscape } from "../../components/use-escape.ts";
import { deliveringIn } from "../../data/delivering-part.ts";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import { dueVariables } from "../../data/sensor-variables.ts";
import {
  windowEvidenceDocument,
  type WindowEvidenceQuery,
} from "../../graphql/generated/window-evidence.ts";
import { readSamples } from "../../data/read-samples.ts";
import { useAsked, useQuery } from "../../graphql/use-query.ts";
import type { LevelPicture } from "../../plots/level-picture.ts";
import { dataOfSamples, type LevelData } from "../../plots/level-data.ts";
import { sampleCounts } from "../../plots/plot-summary.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, instantText, localClock, secondOf } from "../../time/local-time.ts";
import { rangeOfSeconds } from "../../time/range.ts";
import { LevelBlock } from "../sensor/level-block.tsx";
import { budgetOf } from "./budget.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { ReferenceTimes, type WindowAnswer } from "./reference-times.tsx";
import type { Criterion } from "./use-verdicts.ts";
import { decibels, weightingOf, windowSentence } from "./verdict-words.ts";
import { cutOf, isRunning, type StatedWindow, stateSigns, stateWords } from "./window-state.ts";

type Evidence = NonNullable<WindowEvidenceQuery["sensor"]>;

/** The evidence of a verdict: the levels of its window, reference times, adjustments and exclusions. */
export function WindowDetail(props: {
  readonly window: StatedWindow;
  /** The criterion in whose words the verdict is said; null without any. */
  readonly words: Criterion | null;
  readonly onClose: () => void;
}) {
  const { window, words } = props;
  const scope = useProject();
  const { project, zone, range, contract } = scope;
  const [first, end] = [secondOf(window.startAt), secondOf(window.endAt)];
  const goesOn = isRunning(window, shownUntil.value);
  const cut = cutOf(window, contract);
  const budget = budgetOf(window, words, shownUntil.value);
  const last = goesOn ? Math.min(range.last, end - 1) : end - 1;
  const due = deliveringIn(scope, window.sensorId, { first, last });
  const query = useQuery(windowEvidenceDocument, {
    project: project.id,
    sensor: window.sensorId,
    criterion: window.criterionId,
    // An instant of the window that the contract has: before it, there is none.
    at: instantText(Math.max(first, contract?.first ?? first)),
    first: instantText(first),
    last: instantText(last),
    ...dueVariables(due),
    asOf: window.asOf,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEscape(props.onClose);
  const evidence = query.data?.sensor ?? null;
  const answer = evidence?.assessments?.data.find(({ date }) => date === window.date);
  return (
    <section class="window-detail column-3" aria-label="Chosen window" data-testid="window">
      <div class="row spread">
        <h3 tabIndex={-1} ref={heading}>
          <span class={`verdict-badge small verdict-${window.state}`}>
            {stateSigns[window.state]} {stateWords(window.state)}
          </span>{" "}
          {window.sensorName}
        </h3>
        <button type="button" class="no-print" onClick={props.onClose}>
          Close
        </button>
      </div>
      <p class="large">{wholeLevels(windowSentence(window, words, goesOn))}</p>
      <p class="muted small">
        {`${dateTimeText(first, zone)} to ${dateTimeText(end, zone)} (${zone}) · samples cover ${percentText(window.coverage)}`}
        {window.excludedSeconds > 0 && ` · ${durationText(window.excludedSeconds)} excluded`}
        {goesOn && ` · still running until ${localClock(end, zone)}`}
      </p>
      {cut !== null && (
        <p>The contract {cut} inside this window: only the part inside the contract is assessed.</p>
      )}
      {budget !== null && (
        <BudgetBar window={window} budget={budget} title="Budget of the window" />
      )}
      <QueryNote query={query} height={320} />
      {evidence !== null && answer !== undefined && (
        <WindowEvidence {...{ window, evidence, answer }} />
      )}
      {evidence !== null &&
        answer === undefined &&
        !query.isLoading &&
        query.issues.length === 0 && (
          <p role="note">The server gives no reference times of this window any more.</p>
        )}
    </section>
  );
}

/** The levels of a window, with the criterion's limit, its reference times and what is excluded. */
function WindowEvidence(props: {
  readonly window: StatedWindow;
  readonly evidence: Evidence;
  readonly answer: WindowAnswer;
}) {
  const { window, evidence, answer } = props;
  // The criterion is today's, whatever rules the verdict went by.
  const { criterion } = window;
  const { project, zone, contract } = useProject();
  const [first, end] = [secondOf(window.startAt), secondOf(window.endAt)];
  const interval = evidence.assessments?.interval?.seconds ?? 300;
  const weighting = weightingOf(criterion?.level ?? "LAeq");
  const exclusions = useMemo(() => drawnStretches(evidence.exclusions ?? []), [evidence]);
  const gaps = evidence.availability?.gaps ?? [];
  const margin = Math.round((end - first) / 20);
  const [whole] = useState(() => rangeOfSeconds(first - margin, end + margin - 1, zone));
  const [range, setRange] = useState(whole);
  const asked = {
    projectId: project.id,
    sensorId: window.sensorId,
    first: whole.first,
    last: whole.last,
    weighting,
    intervalSeconds: interval,
    withPeak: criterion?.level === "LCpeak",
  };
  const samples = useAsked((signal) => readSamples(asked, signal), JSON.stringify(asked));
  const rows = samples.data;
  const picture = useMemo<LevelPicture | null>(
    () =>
      rows && {
        data: withoutLimits(dataOfSamples(rows, interval, weighting)),
        range,
        zone,
        unit: `dB(${weighting})`,
        limits: [{ first, end, limit: window.limit, label: decibels(window.limit) }],
        contract,
        showsMaxima: criterion?.level === "LAFmax",
        gaps: drawnStretches(gaps),
        exclusions,
        references: referencesOf(answer, shownUntil.value),
      },
    [rows, range, zone, answer],
  );
  return (
    <>
      <QueryNote query={samples} height={360} />
      {picture !== null && (
        <LevelBlock
          title="Levels of the window"
          sensor={{ id: window.sensorId, name: window.sensorName }}
          picture={picture}
          weighting={weighting}
          counts={{
            points: sampleCounts(picture.data.points).points,
            over: window.exceeded,
            gaps: gaps.length,
          }}
          rows={rows}
          plot={{
            height: 260,
            onZoom: (from, to) => setRange(rangeOfSeconds(from, to, zone)),
            onReset: () => setRange(whole),
          }}
        />
      )}
      <ReferenceTimes {...{ answer, window, exclusions }} samples={rows ?? []} />
      <div class="window-facts small">
        <WordList
          title="Adjustments"
          items={answer.adjustments.map(
            ({ name, add, seconds }) =>
              `${name}: ${signedTwoDecimals(add)} dB over ${durationText(seconds)}`,
          )}
        />
        <WordList
          title="Excluded time"
          items={exclusions.map((exclusion) => exclusionText(exclusion, zone))}
        />
      </div>
    </>
  );
}

/** Those above the limit, and the highest; each once, and as far as it has come at `now`, in Unix seconds. */
function referencesOf({ exceedances, worst }: WindowAnswer, now: number) {
  const all = [...exceedances, ...(worst === null ? [] : [worst])];
  const starts = new Map(all.map((time) => [time.startAt, time]));
  return [...starts.values()].flatMap(({ startAt, endAt, level, verdict }) => {
    const end = Math.min(secondOf(endAt), now);
    return level === null
      ? []
      : [{ first: secondOf(startAt), end, level, isOver: verdict === "exceeded" }];
  });
}

/** The limits of single samples are of another question. */
function withoutLimits(data: LevelData): LevelData {
  const none = { limit: null, limitSource: null, over: null, events: 0 };
  return { ...data, points: data.points.map((point) => ({ ...point, ...none })) };
}

function WordList(props: { readonly title: string; readonly items: readonly string[] }) {
  const { title, items } = props;
  if (items.length === 0) return null;
  return (
    <div class="column-1">
      <h3 class="small">{title}</h3>
      <ul class="plain-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
