import { useRef } from "preact/hooks";
import { Folded } from "../../components/folded.tsx";
import { grouped } from "../../data/grouped.ts";
import { counted } from "../../components/level-text.ts";
import { parameter } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { chooseWindow } from "./compliance-summary.tsx";
import { appliedSecond, type CriterionChange } from "./rules-in-force.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { VerdictCalendar } from "./verdict-calendar.tsx";
import { adjustmentWords, criterionWords } from "./verdict-words.ts";
import { WindowDetail } from "./window-detail.tsx";
import { type WindowRow, windowsIn } from "./window-rows.ts";
import { stateCounts, type WindowState } from "./window-state.ts";

/** Rows of a criterion that are shown at once, whatever their verdicts. */
const fewRows = 12;

/** Exceeded rows that are shown at once: of more, the worst few. */
const manyRows = 20;

/** A criterion in words, its calendar with what is kept folded below the rest, and the window of the address. */
export function CriterionCard(props: {
  readonly id: string;
  /** Null if the project no longer has it. */
  readonly criterion: Criterion | null;
  /** Its changes, where each window goes by the rules then in force. */
  readonly changes: readonly CriterionChange[];
  /** The worst first. */
  readonly rows: readonly WindowRow[];
  /** Only rows with such a window are shown; null shows all. */
  readonly only: WindowState | null;
  readonly dates: readonly string[];
}) {
  const { id, criterion, changes, rows, only, dates } = props;
  const { zone } = useProject();
  const card = useRef<HTMLElement>(null);
  const isChosen = ({ sensorId, date }: AssessedWindow) =>
    parameter("criterion") === id && parameter("sensor") === sensorId && parameter("date") === date;
  const windows = rows.flatMap((row) => row.windows);
  const chosen = windows.find(isChosen);
  const title = criterion?.name ?? id;
  const isBefore = ({ asOf }: AssessedWindow, { at }: CriterionChange) =>
    asOf !== null && appliedSecond(asOf) < at;
  const met = changes.filter((change) => windows.some((window) => isBefore(window, change)));
  const changedAt = Math.max(0, ...met.map(({ at }) => at));
  // The words of earlier versions are not served: a verdict of theirs is said without them.
  const wordsOf = (window: AssessedWindow) =>
    changes.every((change) => change.isOfLimit || !isBefore(window, change)) ? criterion : null;
  const shown = rows.filter((row) => only === null || windowsIn(row, only).length > 0);
  const openRows = (fold: Fold, count: number) => {
    if (shown.length <= fewRows || only !== null) return count;
    if (fold === "exceeded") return count <= manyRows ? count : fewRows;
    return fold === "undecided" && count <= fewRows ? count : 0;
  };
  const folded = new Map(
    [...grouped(shown, foldOf)].map(([fold, own]) => [fold, own.slice(openRows(fold, own.length))]),
  );
  const isOpen = (row: WindowRow) =>
    row.sensor.id === chosen?.sensorId || folded.get(foldOf(row))?.includes(row) === false;
  const calendar = (part: readonly WindowRow[]) => (
    <VerdictCalendar
      title={title}
      wordsOf={wordsOf}
      rows={part}
      dates={dates}
      isChosen={isChosen}
      onChoose={(window) => chooseWindow(isChosen(window) ? null : window)}
    />
  );
  const open = shown.filter(isOpen);
  return (
    <section class="card column-3" aria-label={title} ref={card}>
      <div class="row spread">
        <h2>{title}</h2>
        <p class="criterion-counts">{stateCounts(windows.map(({ state }) => state))}</p>
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
      {windows.length === 0 && <p>No window of this criterion meets the range.</p>}
      {windows.length > 0 && shown.length === 0 && <p class="muted">No sensor matches.</p>}
      {open.length > 0 && calendar(open)}
      {foldWords.map(([fold, words]) => {
        const part = folded.get(fold)?.filter((row) => !isOpen(row)) ?? [];
        return (
          part.length > 0 && (
            <Folded key={fold} summary={`${counted(part.length, "sensor")} ${words}`} isPrinted>
              {() => calendar(part)}
            </Folded>
          )
        );
      })}
      {chosen !== undefined && (
        <WindowDetail
          key={`${chosen.sensorId} ${chosen.date} ${chosen.asOf}`}
          window={chosen}
          words={wordsOf(chosen)}
          onClose={() => {
            card.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
            chooseWindow(null);
          }}
        />
      )}
    </section>
  );
}

const foldWords = [
  ["exceeded", "exceeded it, too"],
  ["undecided", "exceeded none: undecided or running"],
  ["kept", "kept every window"],
] as const;

type Fold = (typeof foldWords)[number][0];

function foldOf({ windows }: WindowRow): Fold {
  if (windows.some(({ state }) => state === "exceeded")) return "exceeded";
  const isKept = windows.every(({ state }) => state === "kept" || state === "cut");
  return isKept ? "kept" : "undecided";
}
