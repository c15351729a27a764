import { DayTable } from "../../components/day-table.tsx";
import { countText, signedTwoDecimals, twoDecimals } from "../../components/level-text.ts";
import { numbers, PlainTable, TableScroll, texts } from "../../components/plain-table.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateText, secondOf } from "../../time/local-time.ts";
import { type AssessedWindow, type Criterion, windowFinder } from "../compliance/use-verdicts.ts";
import { adjustmentWords, criterionWords, reasonWords } from "../compliance/verdict-words.ts";
import {
  stateCounts,
  stateSigns,
  stateWords,
  windowState,
  windowStates,
  type WindowState,
} from "../compliance/window-state.ts";
import { chunksOf } from "./report-parts.ts";
import { say } from "../../words/say-in-report.ts";

/** Days that a line of signs has room for: a month, and the day before it whose night reaches into it. */
const daysOfLine = 32;

/** Exceeded and undecided windows that the short form lists, of each. */
const listedInShort = 20;

/** The verdicts by criterion and day, and the windows that are exceeded or undecided. */
export function VerdictSection(props: {
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly dates: readonly string[];
  readonly isShort: boolean;
}) {
  const { criteria, sensors, windows, dates } = props;
  const { contract } = useProject();
  const stateOf = (window: AssessedWindow) => windowState(window, shownUntil.value, contract);
  if (criteria.length === 0) {
    return <p>{say("verdicts.none")}</p>;
  }
  return (
    <>
      <p class="muted">
        {windowStates.map((state) => `${stateSigns[state]} ${stateWords(state)}`).join(" · ")}.{" "}
        {say("verdicts.note")}
      </p>
      {criteria.map((criterion) => {
        const own = windows.filter(({ criterionId }) => criterionId === criterion.id);
        return (
          <div key={criterion.id} class="report-criterion">
            <h3>{criterion.name}</h3>
            <p>
              {criterionWords(criterion)}
              {criterion.adjustments.map((adjustment) => ` ${adjustmentWords(adjustment)}.`)}{" "}
              <strong>{stateCounts(own.map(stateOf)) || say("verdicts.noWindow")}.</strong>
            </p>
            {own.length > 0 &&
              chunksOf(dates, daysOfLine).map((line) => (
                <SignTable
                  key={line[0]}
                  sensors={sensors}
                  windows={own}
                  stateOf={stateOf}
                  dates={line}
                />
              ))}
          </div>
        );
      })}
      <ListedWindows {...props} of="exceeded" stateOf={stateOf} />
      <ListedWindows {...props} of="undecided" stateOf={stateOf} />
    </>
  );
}

function SignTable(props: {
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly stateOf: (window: AssessedWindow) => WindowState;
  readonly dates: readonly string[];
}) {
  const { sensors, windows, stateOf, dates } = props;
  const windowOn = windowFinder(windows);
  return (
    <TableScroll label={say("verdicts.byDay")}>
      <DayTable
        class="sign-table"
        sensors={sensors}
        dates={dates}
        dayOf={(date) => Number(date.slice(8))}
        cellOf={({ id }, date) => {
          const window = windowOn(id, date);
          if (window === undefined) return <td key={date} />;
          const state = stateOf(window);
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
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly stateOf: (window: AssessedWindow) => WindowState;
  readonly isShort: boolean;
}) {
  const { of, criteria, sensors, windows, stateOf, isShort } = props;
  const all = windows.filter((window) => stateOf(window) === of);
  if (all.length === 0) return null;
  const listed = all
    .toSorted((a, b) =>
      of === "exceeded" ? (b.over ?? 0) - (a.over ?? 0) : secondOf(a.startAt) - secondOf(b.startAt),
    )
    .slice(0, isShort ? listedInShort : Infinity);
  const title = say(`verdicts.${of}`);
  const criterionOf = (id: string) => criteria.find((each) => each.id === id) ?? null;
  return (
    <>
      <h3>
        {title}
        {listed.length < all.length &&
          ` (${say("partOf", { count: listed.length, all: all.length })})`}
      </h3>
      <PlainTable
        label={title}
        columns={[
          ...texts(say("column.date"), say("column.sensor"), say("column.criterion")),
          ...numbers(say("column.level"), say("column.limit"), say("column.over")),
          ...texts(of === "exceeded" ? say("column.above") : say("column.reason")),
        ]}
        rows={listed.map((window) => {
          const criterion = criterionOf(window.criterionId);
          return {
            key: `${window.criterionId} ${window.date} ${window.sensorId}`,
            cells: [
              dateText(window.date),
              sensors.find(({ id }) => id === window.sensorId)?.name ?? window.sensorId,
              criterion?.name ?? window.criterionId,
              window.level === null ? "–" : twoDecimals(window.level),
              twoDecimals(window.limit),
              window.over === null ? "–" : signedTwoDecimals(window.over),
              of === "exceeded" ? exceedingText(window, criterion) : reasonWords(window, criterion),
            ],
          };
        })}
      />
    </>
  );
}

/** `3 of 44, 2 allowed`. */
function exceedingText({ exceeded, referenceTimes }: AssessedWindow, criterion: Criterion | null) {
  const allowed = criterion?.allowed ?? 0;
  const counts = { count: countText(exceeded), all: countText(referenceTimes) };
  return allowed === 0
    ? say("partOf", counts)
    : say("verdicts.allowed", { ...counts, allowed: countText(allowed) });
}
