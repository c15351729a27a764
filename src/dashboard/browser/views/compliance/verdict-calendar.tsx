import { useLayoutEffect, useRef } from "preact/hooks";
import { grouped } from "../../data/grouped.ts";
import { DayName, DayTable, weekendClass } from "../../components/day-table.tsx";
import { comparedLevels, countText } from "../../components/level-text.ts";
import { TableScroll } from "../../components/plain-table.tsx";
import { weekdayOf, weekdays } from "../../../../acoustics/time/wall-clock.ts";
import { pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateOf, dateText, dayNumber } from "../../time/local-time.ts";
import type { Seconds } from "../../time/range.ts";
import type { Criterion } from "./use-verdicts.ts";
import { decidingText, reasonWords } from "./verdict-words.ts";
import { type WindowRow, windowsIn } from "./window-rows.ts";
import {
  cutOf,
  stateCounts,
  type StatedWindow,
  stateSigns,
  stateWords,
  windowStates,
} from "./window-state.ts";

/** Days whose cells have room for a word and a level. */
const daysWithWords = 10;

/** Days from which on a column is a week. */
const daysOfWeeks = 62;

/** The verdicts of a criterion: sensors by days, or by weeks if there are many. A click opens either. */
export function VerdictCalendar(props: {
  readonly title: string;
  /** The criterion in whose words a verdict is said; null without any. */
  readonly wordsOf: (window: StatedWindow) => Criterion | null;
  readonly rows: readonly WindowRow[];
  readonly dates: readonly string[];
  readonly isChosen: (window: StatedWindow) => boolean;
  readonly onChoose: (window: StatedWindow) => void;
}) {
  const { title, rows, dates } = props;
  const { contract } = useProject();
  const isWide = dates.length > daysWithWords;
  const isOfWeeks = dates.length > daysOfWeeks;
  const columns = isOfWeeks ? [...new Set(dates.map(mondayOf))] : dates;
  const countsOf = new Map(
    rows.map(({ sensor, windows }) => [sensor.id, stateCounts(windows.map(({ state }) => state))]),
  );
  const windowsOn = grouped(
    rows.flatMap(({ windows }) => windows),
    ({ sensorId, date }) => `${sensorId} ${isOfWeeks ? mondayOf(date) : date}`,
  );
  const place = useRef<HTMLDivElement>(null);
  const newestExceeded = rows
    .flatMap((row) => windowsIn(row, "exceeded").map(({ date }) => date))
    .reduce((newest, date) => (date > newest ? date : newest), "");
  useLayoutEffect(() => {
    if (place.current !== null) showNewest(place.current, "[data-state=exceeded]");
  }, [newestExceeded, dates[0], dates.at(-1)]);
  return (
    <TableScroll
      class={`day-scroll verdict-scroll${isWide ? " is-wide" : ""}${isOfWeeks ? " is-of-weeks" : ""}`}
      label={`Verdicts: ${title}`}
      isGrid
      place={place}
    >
      <DayTable
        class="day-table verdict-calendar"
        caption={`${title}: verdicts by sensor and ${isOfWeeks ? "week" : "day"}`}
        sensors={rows.map(({ sensor }) => sensor)}
        dates={columns}
        dayOf={(date, index) => (
          <DayName
            date={date}
            isNamed={index === 0 || beginsMonth(date, isOfWeeks)}
            isWeek={isOfWeeks}
          />
        )}
        nameOf={({ id, name }) => (
          <>
            <span class="verdict-name" title={name}>
              {name}
            </span>
            <span class="verdict-counts muted tiny">{countsOf.get(id)}</span>
          </>
        )}
        cellOf={({ id }, date) => {
          const own = windowsOn.get(`${id} ${date}`) ?? [];
          const [window] = own;
          return (
            <td key={date} class={isOfWeeks ? undefined : weekendClass(date)}>
              {window !== undefined && isOfWeeks && weekCell(date, window.sensorName, own)}
              {window !== undefined && !isOfWeeks && (
                <VerdictCell {...props} {...{ window, isWide, contract }} />
              )}
            </td>
          );
        }}
      />
    </TableScroll>
  );
}

/** Scrolls to the newest days, then back as far as the last column that has such a cell. */
function showNewest(place: HTMLElement, selector: string) {
  // Its direction is from right to left: it begins at its right end.
  place.scrollLeft = 0;
  const cells = [...place.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect());
  if (cells.length === 0) return;
  const newest = Math.max(...cells.map(({ left }) => left));
  const names = place.querySelector("tbody th")?.getBoundingClientRect().right ?? 0;
  if (newest < names) place.scrollLeft -= names - newest;
}

function mondayOf(date: string): string {
  const day = dayNumber(date) ?? 0;
  return dateOf(day - weekdays.indexOf(weekdayOf(day)));
}

/** True of the first column of a month. */
function beginsMonth(date: string, isWeek: boolean): boolean {
  return Number(date.slice(8)) <= (isWeek ? 7 : 1);
}

/** The worst of a week, and how often. It opens the week. */
function weekCell(date: string, sensorName: string, windows: readonly StatedWindow[]) {
  const states = windows.map(({ state }) => state);
  const worst = windowStates.find((state) => states.includes(state)) ?? "kept";
  const count = states.filter((state) => state === worst).length;
  const full = `Week of ${dateText(date)}, ${sensorName}: ${stateCounts(states)}`;
  const to = dateOf((dayNumber(date) ?? 0) + 6);
  return (
    <button
      type="button"
      class={`verdict-cell verdict-${worst}`}
      data-state={worst}
      title={full}
      aria-label={full}
      onClick={() => pushParameters({ from: date, to })}
    >
      {worst === "exceeded" ? countText(count) : stateSigns[worst]}
    </button>
  );
}

function VerdictCell(props: {
  readonly window: StatedWindow;
  readonly wordsOf: (window: StatedWindow) => Criterion | null;
  readonly isWide: boolean;
  readonly contract: Seconds | null;
  readonly isChosen: (window: StatedWindow) => boolean;
  readonly onChoose: (window: StatedWindow) => void;
}) {
  const { window, isWide } = props;
  const { verdict, state, date, sensorName, level, limit, over } = window;
  const criterion = props.wordsOf(window);
  const compared = level === null ? null : comparedLevels(level, limit, over);
  const levels =
    compared === null
      ? ""
      : `: ${compared.level} dB, limit ${compared.limit} dB, ${compared.over} dB`;
  const deciding = decidingText(window, criterion);
  const counts = criterion === null || criterion.allowed === 0 ? "" : `: ${deciding}`;
  const reason =
    state === "undecided" || state === "cut" ? `: ${reasonWords(window, criterion)}` : "";
  const isCut = state !== "cut" && cutOf(window, props.contract) !== null;
  const said = `${stateWords(state)}${isCut ? `, ${stateWords("cut")}` : ""}`;
  const full = `${dateText(date)}, ${sensorName}, ${said}${counts}${levels}${reason}`;
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
      aria-label={isWide ? full : undefined}
      aria-pressed={props.isChosen(window)}
      onClick={() => props.onChoose(window)}
    >
      {/* A wide calendar has thousands of cells: without words they are a third of the elements. */}
      {isWide && stateSigns[state]}
      {!isWide && (
        <>
          <span class="visually-hidden">{`${dateText(date)}, ${sensorName}: `}</span>
          <span class="verdict-word">
            <strong aria-hidden="true">{stateSigns[state]}</strong> {state}
          </span>
          <span class="tiny">{deciding}</span>
        </>
      )}
    </button>
  );
}
