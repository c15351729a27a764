import { DayTable, weekendClass } from "../../components/day-table.tsx";
import { comparedLevels } from "../../components/level-text.ts";
import { TableScroll } from "../../components/plain-table.tsx";
import { dateText } from "../../time/local-time.ts";
import type { SensorFacts } from "../../state/site.ts";
import { type AssessedWindow, type Criterion, windowFinder } from "./use-verdicts.ts";
import { decidingText, reasonWords } from "./verdict-words.ts";
import { stateCounts, stateSigns, stateWords, type WindowState } from "./window-state.ts";

/** Days whose cells have room for a word and a level. */
const daysWithWords = 10;

/** The verdicts of a criterion: a row a sensor, a column a day. A click opens the window. */
export function VerdictCalendar(props: {
  readonly title: string;
  /** The criterion in whose words a verdict is said; null without any. */
  readonly wordsOf: (window: AssessedWindow) => Criterion | null;
  readonly sensors: readonly SensorFacts[];
  readonly dates: readonly string[];
  /** Those of this criterion. */
  readonly windows: readonly AssessedWindow[];
  readonly stateOf: (window: AssessedWindow) => WindowState;
  readonly isChosen: (window: AssessedWindow) => boolean;
  readonly onChoose: (window: AssessedWindow) => void;
}) {
  const { title, wordsOf, sensors, dates, windows, stateOf } = props;
  const isWide = dates.length > daysWithWords;
  const windowOn = windowFinder(windows);
  return (
    <TableScroll
      class={isWide ? "verdict-scroll is-wide" : "verdict-scroll"}
      label={`Verdicts: ${title}`}
      endOf={dates.length}
    >
      <DayTable
        class="verdict-calendar"
        caption={`${title}: verdicts by sensor and day`}
        sensors={sensors}
        dates={dates}
        dayOf={(date) => (
          <>
            <span class="day-name tiny">{dateText(date).slice(0, 3)}</span>
            {Number(date.slice(8))}
          </>
        )}
        nameOf={({ id, name }) => (
          <>
            {name}
            <span class="verdict-counts muted tiny">
              {stateCounts(windows.filter(({ sensorId }) => sensorId === id).map(stateOf)) ||
                "no windows"}
            </span>
          </>
        )}
        cellOf={({ id, name }, date) => {
          const window = windowOn(id, date);
          return (
            <td key={date} class={weekendClass(date)}>
              {window !== undefined && (
                <VerdictCell
                  window={window}
                  criterion={wordsOf(window)}
                  sensorName={name}
                  isWide={isWide}
                  state={stateOf(window)}
                  isChosen={props.isChosen(window)}
                  onChoose={props.onChoose}
                />
              )}
            </td>
          );
        }}
      />
    </TableScroll>
  );
}

function VerdictCell(props: {
  readonly window: AssessedWindow;
  readonly criterion: Criterion | null;
  readonly sensorName: string;
  readonly isWide: boolean;
  readonly state: WindowState;
  readonly isChosen: boolean;
  readonly onChoose: (window: AssessedWindow) => void;
}) {
  const { window, criterion, isWide, state, isChosen } = props;
  const { verdict, date, level, limit, over } = window;
  const compared = level === null ? null : comparedLevels(level, limit, over);
  const levels =
    compared === null
      ? ""
      : `: ${compared.level} dB, limit ${compared.limit} dB, ${compared.over} dB`;
  const deciding = decidingText(window, criterion);
  const counts = criterion === null || criterion.allowed === 0 ? "" : `: ${deciding}`;
  const reason = verdict === "undecided" ? `: ${reasonWords(window, criterion)}` : "";
  const said = state === verdict ? verdict : `${verdict}, ${stateWords[state]}`;
  const full = `${dateText(date)}, ${props.sensorName}, ${said}${counts}${levels}${reason}`;
  return (
    <button
      type="button"
      class={`verdict-cell verdict-${state}`}
      data-testid="verdict"
      data-verdict={verdict}
      data-state={state}
      data-criterion={window.criterionId}
      data-sensor={window.sensorId}
      data-date={date}
      title={full}
      aria-pressed={isChosen}
      onClick={() => props.onChoose(window)}
    >
      <span class="visually-hidden">{`${dateText(date)}, ${props.sensorName}: `}</span>
      <span class="verdict-word">
        <strong aria-hidden="true">{stateSigns[state]}</strong>
        <span class={isWide ? "visually-hidden" : undefined}> {state}</span>
      </span>
      {!isWide && <span class="tiny">{deciding}</span>}
    </button>
  );
}
