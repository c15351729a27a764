import { useEffect, useRef } from "preact/hooks";
import { roundedLevel, signedLevel } from "../../components/level-text.ts";
import { shortDayName } from "../../time/calendar-names.ts";
import { dateText } from "../../time/local-time.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { reasonWords, verdictCounts, verdictSigns } from "./verdict-words.ts";

/** Days whose cells have room for a word and a level. */
const daysWithWords = 10;

/** The verdicts of a criterion: a row a sensor, a column a day. A click opens the window. */
export function VerdictCalendar(props: {
  readonly title: string;
  readonly criterion: Criterion | null;
  readonly sensors: readonly SensorFacts[];
  readonly dates: readonly string[];
  /** Those of this criterion. */
  readonly windows: readonly AssessedWindow[];
  readonly isRunning: (window: AssessedWindow) => boolean;
  readonly isChosen: (window: AssessedWindow) => boolean;
  readonly onChoose: (window: AssessedWindow) => void;
}) {
  const { title, criterion, sensors, dates, windows, isRunning } = props;
  const isWide = dates.length > daysWithWords;
  const scroller = useRef<HTMLDivElement>(null);
  // The newest days are those that are asked about.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [dates.length]);
  return (
    <div
      class={isWide ? "verdict-scroll is-wide" : "verdict-scroll"}
      tabIndex={0}
      role="region"
      aria-label={`Verdicts: ${title}`}
      ref={scroller}
    >
      <table class="verdict-calendar">
        <caption class="visually-hidden">{`${title}: verdicts by sensor and day`}</caption>
        <thead>
          <tr>
            <th scope="col">Sensor</th>
            {dates.map((date) => (
              <th key={date} scope="col" title={dateText(date)} class={weekendClass(date)}>
                <span class="day-name">{dayName(date)}</span>
                {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sensors.map(({ id, name }) => {
            const own = windows.filter(({ sensorId }) => sensorId === id);
            return (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <span class="verdict-counts">{verdictCounts(own) || "no windows"}</span>
                </th>
                {dates.map((date) => {
                  const window = own.find((each) => each.date === date);
                  return (
                    <td key={date} class={weekendClass(date)}>
                      {window !== undefined && (
                        <VerdictCell
                          window={window}
                          criterion={criterion}
                          sensorName={name}
                          isWide={isWide}
                          isRunning={isRunning(window)}
                          isChosen={props.isChosen(window)}
                          onChoose={props.onChoose}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function VerdictCell(props: {
  readonly window: AssessedWindow;
  readonly criterion: Criterion | null;
  readonly sensorName: string;
  readonly isWide: boolean;
  readonly isRunning: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (window: AssessedWindow) => void;
}) {
  const { window, criterion, isWide, isRunning, isChosen } = props;
  const { verdict, date, level, over } = window;
  const word = isRunning && verdict === "undecided" ? "running" : verdict;
  const sign = word === "running" ? "…" : verdictSigns[verdict];
  const levels =
    level === null || over === null ? "" : `: ${roundedLevel(level)} dB, ${signedLevel(over)} dB`;
  const reason = verdict === "undecided" ? `: ${reasonWords(window, criterion)}` : "";
  const full = `${dateText(date)}, ${props.sensorName}, ${verdict}${isRunning ? ", still running" : ""}${levels}${reason}`;
  return (
    <button
      type="button"
      class={`verdict-cell verdict-${verdict}`}
      data-testid="verdict"
      data-verdict={verdict}
      data-criterion={window.criterionId}
      data-sensor={window.sensorId}
      data-date={date}
      title={full}
      aria-pressed={isChosen}
      onClick={() => props.onChoose(window)}
    >
      <span class="visually-hidden">{`${dateText(date)}, ${props.sensorName}: `}</span>
      <span class="verdict-word">
        <strong aria-hidden="true">{sign}</strong>
        <span class={isWide ? "visually-hidden" : undefined}> {word}</span>
      </span>
      {!isWide && <span class="verdict-level">{level === null ? "–" : roundedLevel(level)}</span>}
    </button>
  );
}

function dayName(date: string): string {
  return shortDayName(new Date(`${date}T00:00:00Z`).getUTCDay());
}

function weekendClass(date: string): string | undefined {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) ? "weekend" : undefined;
}
