import { signedTwoDecimals, twoDecimals } from "../../components/level-text.ts";
import { dateText } from "../../time/local-time.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { AssessedWindow, Criterion } from "../compliance/use-verdicts.ts";
import {
  adjustmentWords,
  criterionWords,
  verdictCounts,
  verdictOrder,
  verdictSigns,
} from "../compliance/verdict-words.ts";

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
              lines(dates).map((line) => (
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
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Verdicts by day">
      <table class="sign-table">
        <thead>
          <tr>
            <th scope="col">Sensor</th>
            {dates.map((date) => (
              <th key={date} scope="col" title={dateText(date)}>
                {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sensors.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {dates.map((date) => {
                const window = windows.find((each) => each.sensorId === id && each.date === date);
                return (
                  <td
                    key={date}
                    class={window === undefined ? undefined : `sign-${window.verdict}`}
                    data-verdict={window?.verdict}
                  >
                    {window !== undefined && (
                      <>
                        <span aria-hidden="true">{verdictSigns[window.verdict]}</span>
                        <span class="visually-hidden">{window.verdict}</span>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Exceeded windows">
        <table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Sensor</th>
              <th scope="col">Criterion</th>
              {["Level", "Limit", "Over", "Above"].map((title) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((window) => (
              <tr key={`${window.criterionId} ${window.date} ${window.sensorId}`}>
                <td>{dateText(window.date)}</td>
                <td>{nameOf(sensors, window.sensorId)}</td>
                <td>{nameOf(criteria, window.criterionId)}</td>
                <td class="number">{window.level === null ? "–" : twoDecimals(window.level)}</td>
                <td class="number">{twoDecimals(window.limit)}</td>
                <td class="number">
                  {window.over === null ? "–" : signedTwoDecimals(window.over)}
                </td>
                <td class="number">{`${window.exceeded} of ${window.referenceTimes}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function lines(dates: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(dates.length / daysOfLine) }, (_, index) =>
    dates.slice(index * daysOfLine, (index + 1) * daysOfLine),
  );
}
