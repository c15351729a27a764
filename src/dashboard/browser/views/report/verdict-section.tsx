import { DayName, DayTable } from "../../components/day-table.tsx";
import { countText, signedTwoDecimals } from "../../components/level-text.ts";
import {
  levelColumn,
  numberColumn,
  PlainTable,
  TableScroll,
  textColumn,
} from "../../components/plain-table.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateText, secondOf, shortDateText, weekdayDateText } from "../../time/local-time.ts";
import type { Criterion } from "../compliance/use-verdicts.ts";
import { byOver } from "../compliance/verdict-totals.ts";
import { adjustmentWords, criterionWords, reasonWords } from "../compliance/verdict-words.ts";
import {
  cutOf,
  stateCounts,
  stateSigns,
  stateWords,
  type StatedWindow,
  windowStates,
} from "../compliance/window-state.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { Seconds } from "../../time/range.ts";
import { chunksOf } from "../../data/grouped.ts";
import { say } from "../../words/say-in-report.ts";

/** Days that a line of signs has room for: a month, and the day before it whose night reaches into it. */
const daysOfLine = 32;

/** Exceeded and undecided windows that the short form lists, of each. */
const listedInShort = 20;

/** The verdicts by criterion and day, and the windows that are exceeded or undecided. */
export function VerdictSection(props: {
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly StatedWindow[];
  readonly dates: readonly string[];
  readonly isShort: boolean;
}) {
  const { criteria, sensors, windows, dates } = props;
  const { contract } = useProject();
  if (criteria.length === 0) {
    return (
      <>
        <h2>{say("verdicts")}</h2>
        <p>{say("verdicts.none")}</p>
      </>
    );
  }
  return (
    <>
      {criteria.map((criterion, index) => {
        const own = windows.filter(({ criterionId }) => criterionId === criterion.id);
        return (
          <div key={criterion.id} class="report-whole">
            {index === 0 && (
              <>
                <h2>{say("verdicts")}</h2>
                <p class="muted">
                  {windowStates
                    .map((state) => `${stateSigns[state]} ${stateWords(state)}`)
                    .join(" · ")}
                  . {say("verdicts.note")}
                </p>
              </>
            )}
            <h3>{criterion.name}</h3>
            <p>
              {criterionWords(criterion)}
              {criterion.adjustments.map((adjustment) => ` ${adjustmentWords(adjustment)}.`)}{" "}
              <strong>{countsText(own, contract) || say("verdicts.noWindow")}.</strong>
            </p>
            {own.length > 0 &&
              chunksOf(dates, daysOfLine).map((line) => (
                <SignTable
                  key={line[0]}
                  name={criterion.name}
                  sensors={sensors}
                  windows={own}
                  dates={line}
                />
              ))}
          </div>
        );
      })}
      <ListedWindows {...props} of="exceeded" />
      <ListedWindows {...props} of="undecided" />
    </>
  );
}

/** `2 exceeded · 18 kept; 1 of them cut by the contract`: a window that decides has its verdict, cut or not. */
function countsText(windows: readonly StatedWindow[], contract: Seconds | null): string {
  const states = stateCounts(windows.map(({ state }) => state));
  const cut = windows.filter((window) => window.state !== "cut" && cutOf(window, contract));
  return cut.length === 0 ? states : say("verdicts.cut", { states, count: countText(cut.length) });
}

function SignTable(props: {
  /** That of its criterion. */
  readonly name: string;
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly StatedWindow[];
  readonly dates: readonly string[];
}) {
  const { name, sensors, windows, dates } = props;
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  const days = say("stretch", { start: shortDateText(first), end: shortDateText(last) });
  const keyOf = (sensor: string, date: string) => `${sensor} ${date}`;
  const windowOn = new Map(windows.map((each) => [keyOf(each.sensorId, each.date), each]));
  return (
    <TableScroll label={`${say("verdicts.byDay")}${say("colon")}${name}, ${days}`}>
      <DayTable
        class="sign-table"
        sensors={sensors}
        dates={dates}
        dayOf={(date) => <DayName date={date} isNamed={false} />}
        cellOf={({ id }, date) => {
          const window = windowOn.get(keyOf(id, date));
          if (window === undefined) return <td key={date} />;
          const { state } = window;
          return (
            <td key={date} class={`sign-${state}`} data-verdict={window.verdict}>
              <span aria-hidden="true">{stateSigns[state]}</span>
              <span class="visually-hidden">{stateWords(state)}</span>
            </td>
          );
        }}
      />
    </TableScroll>
  );
}

/** The exceeded windows, the furthest first, or the undecided ones, oldest first, each with its reason. */
function ListedWindows(props: {
  readonly of: "exceeded" | "undecided";
  readonly windows: readonly StatedWindow[];
  readonly isShort: boolean;
}) {
  const { of, windows, isShort } = props;
  const { contract } = useProject();
  const all = windows.filter(({ state }) => state === of);
  if (all.length === 0) return null;
  const listed = all
    .toSorted(of === "exceeded" ? byOver : (a, b) => secondOf(a.startAt) - secondOf(b.startAt))
    .slice(0, isShort ? listedInShort : Infinity);
  // The year of all of them stands once, so that each has one line.
  const [year, ...otherYears] = new Set(listed.map(({ date }) => date.slice(0, 4)));
  const isOneYear = otherYears.length === 0;
  const title = [say(`verdicts.${of}`), ...(isOneYear ? [year] : [])].join(", ");
  return (
    <>
      <h3>
        {title}
        {listed.length < all.length &&
          ` (${say("partOf", { count: listed.length, all: all.length })})`}
      </h3>
      <PlainTable<StatedWindow>
        class={`window-list ${of}`}
        label={title}
        rows={listed}
        keyOf={({ criterionId, date, sensorId }) => `${criterionId} ${date} ${sensorId}`}
        columns={[
          textColumn(say("column.date"), ({ date }) =>
            (isOneYear ? weekdayDateText : dateText)(date),
          ),
          textColumn(say("column.sensor"), ({ sensorName }) => sensorName),
          textColumn(say("column.criterion"), ({ criterionName }) => criterionName),
          levelColumn(say("column.level"), ({ level }) => level),
          levelColumn(say("column.limit"), ({ limit }) => limit),
          numberColumn(say("column.over"), ({ over }) =>
            over === null ? "–" : signedTwoDecimals(over),
          ),
          of === "exceeded"
            ? textColumn(say("column.above"), (window) =>
                [exceedingText(window), cutOf(window, contract) && stateWords("cut")]
                  .filter(Boolean)
                  .join("; "),
              )
            : textColumn(say("column.reason"), (window) => reasonWords(window, window.criterion)),
        ]}
      />
    </>
  );
}

/** `3 of 44, 2 allowed`. */
function exceedingText({ exceeded, referenceTimes, criterion }: StatedWindow) {
  const allowed = criterion?.allowed ?? 0;
  const counts = { count: countText(exceeded), all: countText(referenceTimes) };
  return allowed === 0
    ? say("partOf", counts)
    : say("verdicts.allowed", { ...counts, allowed: countText(allowed) });
}
