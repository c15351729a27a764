import { Folded } from "../../components/folded.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateOf, localDate, localDay, monthNames } from "../../time/local-time.ts";
import { monthOf, rangeOfDays } from "../../time/range.ts";
import { type AssessedWindow, type Criterion, useVerdicts } from "./use-verdicts.ts";
import { type WindowState, windowState } from "./window-state.ts";

/** The calendar month in which the range ends; its windows are read when it is unfolded. */
export function MonthLeft(props: MonthProps) {
  const { range, zone } = useProject();
  const [year = "", month = ""] = localDate(range.last, zone).split("-");
  return (
    <Folded class="card" summary={`What is left of ${monthNames[Number(month) - 1]} ${year}`}>
      {() => <MonthTable {...props} />}
    </Folded>
  );
}

interface MonthProps {
  readonly criteria: readonly Criterion[];
  /** Those of the shown range: they are not read again where the range has all of the month. */
  readonly windows: readonly AssessedWindow[];
  readonly mostWindows: number;
}

/** The windows of that month by criterion, and how many reference times of the running ones may still exceed. */
function MonthTable(props: MonthProps) {
  const { criteria, windows, mostWindows } = props;
  const { project, range, zone, contract } = useProject();
  const { from, to } = monthOf(localDay(range.last, zone));
  const month = rangeOfDays(from, to, zone);
  const last = Math.min(month.last, shownUntil.value);
  const isShown = range.first <= Math.max(month.first, contract?.first ?? 0) && range.last >= last;
  const isFew = (to - from + 1) * project.sensors.length * criteria.length <= mostWindows;
  const read = useVerdicts(
    {
      projectId: project.id,
      sensorIds: project.sensors.map(({ id }) => id),
      first: month.first,
      last,
      versions: null,
      criteria: criteria.length,
    },
    !isShown && isFew,
  );
  const known = isShown ? windows : read.isLoading ? null : (read.data?.windows ?? null);
  if (known === null) {
    return isFew ? (
      <Skeleton height={120} />
    ) : (
      <p>The month has more windows than this page can show.</p>
    );
  }
  const name = dateOf(from).slice(0, 7);
  const own = known.filter(({ date }) => date.startsWith(name));
  return (
    <PlainTable
      label="What is left of the month"
      columns={[
        ...texts("Criterion"),
        ...numbers("Exceeded", "Undecided", "Running", "Kept", "May still exceed"),
      ]}
      rows={criteria.map((criterion) => {
        const windowsOf = own.filter(({ criterionId }) => criterionId === criterion.id);
        const states = windowsOf.map((window) => windowState(window, shownUntil.value, contract));
        const count = (state: WindowState) => states.filter((each) => each === state).length;
        const left = windowsOf.reduce(
          (sum, { exceeded }, index) =>
            states[index] === "running" ? sum + Math.max(0, criterion.allowed - exceeded) : sum,
          0,
        );
        return {
          key: criterion.id,
          cells: [
            criterion.name,
            count("exceeded"),
            count("undecided"),
            count("running"),
            count("kept"),
            criterion.allowed === 0 ? "–" : left,
          ],
        };
      })}
      hasHeads
    />
  );
}
