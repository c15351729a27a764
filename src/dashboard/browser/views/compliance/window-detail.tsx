import { useEffect, useRef } from "preact/hooks";
import { type Exclusion, exclusionText } from "../../components/exclusion-text.ts";
import { IssueNote } from "../../components/issue-note.tsx";
import { durationText, signedTwoDecimals, twoDecimals } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import {
  windowEvidenceDocument,
  type WindowEvidenceQuery,
} from "../../graphql/generated/window-evidence.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, instantText, localClock, secondOf } from "../../time/local-time.ts";
import { BudgetBar } from "./budget-bar.tsx";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { verdictSigns, windowSentence } from "./verdict-words.ts";
import { WindowPlot } from "./window-plot.tsx";

type Evidence = NonNullable<WindowEvidenceQuery["sensor"]>;
export type WindowAnswer = NonNullable<Evidence["assessments"]>["data"][number];

/** The evidence of a verdict: the levels of its window, reference times, adjustments and exclusions. */
export function WindowDetail(props: {
  readonly window: AssessedWindow;
  readonly criterion: Criterion | null;
  readonly sensor: SensorFacts;
  readonly isRunning: boolean;
  readonly onClose: () => void;
}) {
  const { window, criterion, sensor, isRunning } = props;
  const { project, shownZone, range } = useProject();
  const [first, end] = [secondOf(window.startAt), secondOf(window.endAt)];
  const { data, issues, isLoading } = useQuery(windowEvidenceDocument, {
    project: project.id,
    sensor: sensor.id,
    criterion: window.criterionId,
    first: instantText(first),
    last: instantText(isRunning ? Math.min(range.last, end - 1) : end - 1),
    asOf: window.asOf,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const answer = data?.sensor?.assessments?.data.find(({ date }) => date === window.date) ?? null;
  const exclusions = data?.sensor?.exclusions ?? [];
  const interval = data?.sensor?.assessments?.interval?.seconds ?? 300;
  return (
    <section class="window-detail" aria-label="Chosen window" data-testid="window">
      <div class="row spread">
        <h3 tabIndex={-1} ref={heading}>
          <span class={`verdict-badge verdict-${window.verdict}`}>
            {verdictSigns[window.verdict]} {window.verdict}
          </span>{" "}
          {sensor.name}
        </h3>
        <button type="button" class="no-print" onClick={props.onClose}>
          Close
        </button>
      </div>
      <p class="window-sentence">{windowSentence(window, criterion)}</p>
      <p class="muted small">
        {`${dateTimeText(first, shownZone)} to ${dateTimeText(end, shownZone)} (${shownZone}) · samples cover ${percentText(window.coverage)}`}
        {window.excludedSeconds > 0 && ` · ${durationText(window.excludedSeconds)} excluded`}
        {isRunning && ` · still running until ${localClock(end, shownZone)}`}
      </p>
      <BudgetBar window={window} title="Budget of the window" />
      {issues[0] !== undefined && <IssueNote issue={issues[0]} />}
      {answer === null && isLoading && <Skeleton height={320} />}
      {answer !== null && (
        <>
          <WindowPlot
            window={window}
            criterion={criterion}
            sensor={sensor}
            answer={answer}
            exclusions={exclusions}
            gaps={data?.sensor?.availability?.gaps ?? []}
            interval={interval}
          />
          <div class="window-facts">
            <References answer={answer} window={window} />
            <Adjustments answer={answer} />
            <Exclusions exclusions={exclusions} />
          </div>
        </>
      )}
    </section>
  );
}

/** The reference times that exceed, oldest first; without any, the one with the highest level. */
function References({ answer, window }: { answer: WindowAnswer; window: AssessedWindow }) {
  const { shownZone } = useProject();
  const { exceedances, worst } = answer;
  const shown = exceedances.length > 0 || worst === null ? exceedances : [worst];
  if (shown.length === 0 || window.referenceTimes < 2) return null;
  const left = window.exceeded - exceedances.length;
  return (
    <div>
      <h4>
        {exceedances.length > 0 ? "Reference times above the limit" : "Highest reference time"}
      </h4>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" class="number">
              Level
            </th>
            <th scope="col" class="number">
              Over
            </th>
            <th scope="col" class="number">
              Covered
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ startAt, endAt, level, over, coverage }) => (
            <tr key={startAt}>
              <td>{`${localClock(secondOf(startAt), shownZone)}–${localClock(secondOf(endAt), shownZone)}`}</td>
              <td class="number">{level === null ? "–" : twoDecimals(level)}</td>
              <td class="number">{over === null ? "–" : signedTwoDecimals(over)}</td>
              <td class="number">{percentText(coverage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="muted small">{left} more are not listed.</p>}
    </div>
  );
}

function Adjustments({ answer }: { readonly answer: WindowAnswer }) {
  return (
    <div>
      <h4>Adjustments</h4>
      {answer.adjustments.length === 0 && <p class="muted">None spoke of a sample that counts.</p>}
      <ul>
        {answer.adjustments.map(({ name, add, seconds }) => (
          <li
            key={name}
          >{`${name}: ${signedTwoDecimals(add)} dB over ${durationText(seconds)}`}</li>
        ))}
      </ul>
    </div>
  );
}

function Exclusions({ exclusions }: { readonly exclusions: readonly Exclusion[] }) {
  const { shownZone } = useProject();
  return (
    <div>
      <h4>Excluded time</h4>
      {exclusions.length === 0 && <p class="muted">None.</p>}
      <ul>
        {exclusions.map((exclusion) => (
          <li key={`${exclusion.startAt} ${exclusion.reason}`}>
            {exclusionText(exclusion, shownZone)}
          </li>
        ))}
      </ul>
    </div>
  );
}
