import { useRef } from "preact/hooks";
import { parameter, pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { appliedSecond, type CriterionChange } from "./rules-in-force.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { VerdictCalendar } from "./verdict-calendar.tsx";
import { adjustmentWords, criterionWords } from "./verdict-words.ts";
import { WindowDetail } from "./window-detail.tsx";
import { stateCounts, type WindowState } from "./window-state.ts";

/** A criterion in words, its calendar, and the window of the address. */
export function CriterionCard(props: {
  readonly id: string;
  /** Null if the project no longer has it. */
  readonly criterion: Criterion | null;
  /** Its changes, where each window goes by the rules then in force. */
  readonly changes: readonly CriterionChange[];
  readonly windows: readonly AssessedWindow[];
  readonly dates: readonly string[];
  readonly stateOf: (window: AssessedWindow) => WindowState;
}) {
  const { id, criterion, changes, windows, dates, stateOf } = props;
  const { project, zone } = useProject();
  const card = useRef<HTMLElement>(null);
  const shown = new Set(windows.map(({ sensorId }) => sensorId));
  const isChosen = ({ sensorId, date }: AssessedWindow) =>
    parameter("criterion") === id && parameter("sensor") === sensorId && parameter("date") === date;
  const chosen = windows.find(isChosen);
  const sensor = project.sensors.find((each) => each.id === chosen?.sensorId);
  const choose = (window: AssessedWindow | null) =>
    pushParameters({
      criterion: window === null ? undefined : id,
      sensor: window?.sensorId,
      date: window?.date,
    });
  const title = criterion?.name ?? id;
  const changesSince = ({ asOf }: AssessedWindow) =>
    changes.filter(({ at }) => asOf !== null && appliedSecond(asOf) < at);
  const changedAt = windows
    .flatMap(changesSince)
    .reduce((newest, { at }) => Math.max(newest, at), 0);
  // The words of earlier versions are not served: a verdict of theirs is said without them.
  const wordsOf = (window: AssessedWindow) =>
    changesSince(window).every(({ isOfLimit }) => isOfLimit) ? criterion : null;
  return (
    <section class="card column-3" aria-label={title} ref={card}>
      <div class="row spread">
        <h2>{title}</h2>
        <p class="criterion-counts">{stateCounts(windows.map(stateOf))}</p>
      </div>
      <p class="muted small">
        {criterion === null ? "Asked for no more." : criterionWords(criterion)}
        {criterion !== null &&
          criterion.adjustments.length > 0 &&
          ` ${criterion.adjustments.map(adjustmentWords).join("; ")}.`}
        {criterion !== null &&
          changedAt > 0 &&
          ` So it reads today; windows that began before ${dayTimeText(changedAt, zone)} went by other rules.`}
      </p>
      {windows.length === 0 ? (
        <p>No window of this criterion meets the range.</p>
      ) : (
        <VerdictCalendar
          title={title}
          wordsOf={wordsOf}
          sensors={project.sensors.filter((each) => shown.has(each.id))}
          dates={dates}
          windows={windows}
          stateOf={stateOf}
          isChosen={isChosen}
          onChoose={(window) => choose(isChosen(window) ? null : window)}
        />
      )}
      {chosen !== undefined && sensor !== undefined && (
        <WindowDetail
          key={`${chosen.sensorId} ${chosen.date} ${chosen.asOf}`}
          window={chosen}
          words={wordsOf(chosen)}
          criterion={criterion}
          sensor={sensor}
          state={stateOf(chosen)}
          onClose={() => {
            card.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
            choose(null);
          }}
        />
      )}
    </section>
  );
}
