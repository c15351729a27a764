import { DayTable } from "../../components/day-table.tsx";
import { countText, signedTwoDecimals, twoDecimals } from "../../components/level-text.ts";
import { numbers, PlainTable, TableScroll, texts } from "../../components/plain-table.tsx";
import { dateText } from "../../time/local-time.ts";
import type { SensorFacts } from "../../state/site.ts";
import { type AssessedWindow, type Criterion, windowFinder } from "../compliance/use-verdicts.ts";
import {
  adjustmentWords,
  criterionWords,
  verdictCounts,
  verdictOrder,
  verdictSigns,
} from "../compliance/verdict-words.ts";
import { chunksOf } from "./report-parts.ts";

/** Days that a line of signs has room for: a month, and the day before it whose night reaches into it. */
const daysOfLine = 32;

/** Exceeded windows that are listed in the short form, the furthest above the limit. */
const listedInShort = 20;

/** The verdicts by criterion and day, and the windows that are exceeded. */
export function VerdictSection(props: {
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly dates: readonly string[];
  readonly isShort: boolean;
}) {
  const { criteria, sensors, windows, dates, isShort } = props;
  if (criteria.length === 0) {
    return <p>The project has no criteria: its limits alone are reported.</p>;
  }
  return (
    <>
      <p class="muted">
        {verdictOrder.map((verdict) => `${verdictSigns[verdict]} ${verdict}`).join(" · ")}. A column
        is a day: the one on which a window begins. By today's rules.
      </p>
      {criteria.map((criterion) => {
        const own = windows.filter(({ criterionId }) => criterionId === criterion.id);
        return (
          <div key={criterion.id} class="report-criterion">
            <h3>{criterion.name}</h3>
            <p>
              {criterionWords(criterion)}
              {criterion.adjustments.map((adjustment) => ` ${adjustmentWords(adjustment)}.`)}{" "}
              <strong>{verdictCounts(own) || "No window meets the range"}.</strong>
            </p>
            {own.length > 0 &&
              chunksOf(dates, daysOfLine).map((line) => (
                <SignTable key={line[0]} sensors={sensors} windows={own} dates={line} />
              ))}
          </div>
        );
      })}
      <ExceededWindows {...props} limit={isShort ? listedInShort : Infinity} />
    </>
  );
}

function SignTable(props: {
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly dates: readonly string[];
}) {
  const { sensors, windows, dates } = props;
  const windowOn = windowFinder(windows);
  return (
    <TableScroll label="Verdicts by day">
      <DayTable
        class="sign-table"
        sensors={sensors}
        dates={dates}
        dayOf={(date) => Number(date.slice(8))}
        cellOf={({ id }, date) => {
          const window = windowOn(id, date);
          if (window === undefined) return <td key={date} />;
          const { verdict } = window;
          return (
            <td key={date} class={`sign-${verdict}`} data-verdict={verdict}>
              <span aria-hidden="true">{verdictSigns[verdict]}</span>
              <span class="visually-hidden">{verdict}</span>
            </td>
          );
        }}
      />
    </TableScroll>
  );
}

function ExceededWindows(props: {
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly limit: number;
}) {
  const { criteria, sensors, windows, limit } = props;
  const exceeded = windows.filter(({ verdict }) => verdict === "exceeded");
  if (exceeded.length === 0) return <p>No window is exceeded.</p>;
  const listed = exceeded.toSorted((a, b) => (b.over ?? 0) - (a.over ?? 0)).slice(0, limit);
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((each) => each.id === id)?.name ?? id;
  return (
    <>
      <h3>
        Exceeded windows, the furthest first
        {listed.length < exceeded.length && ` (${listed.length} of ${exceeded.length})`}
      </h3>
      <PlainTable
        label="Exceeded windows"
        columns={[
          ...texts("Date", "Sensor", "Criterion"),
          ...numbers("Level", "Limit", "Over", "Above"),
        ]}
        rows={listed.map((window) => ({
          key: `${window.criterionId} ${window.date} ${window.sensorId}`,
          cells: [
            dateText(window.date),
            nameOf(sensors, window.sensorId),
            nameOf(criteria, window.criterionId),
            window.level === null ? "–" : twoDecimals(window.level),
            twoDecimals(window.limit),
            window.over === null ? "–" : signedTwoDecimals(window.over),
            `${countText(window.exceeded)} of ${countText(window.referenceTimes)}`,
          ],
        }))}
      />
    </>
  );
}
