import { Folded } from "../../components/folded.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { unreadText } from "./compliance-summary.tsx";
import { numberColumn, PlainTable, textColumn } from "../../components/plain-table.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateOf, localDate, localDay, monthNames } from "../../time/local-time.ts";
import { monthOf, rangeOfDays } from "../../time/range.ts";
import { type Criterion, useVerdicts } from "./use-verdicts.ts";
import { type StatedWindow, statedWindows, type WindowState } from "./window-state.ts";

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
  readonly windows: readonly StatedWindow[];
  readonly mostWindows: number;
  /** Sensors whose windows could not be read. */
  readonly unread: number;
}

/** The windows of that month by criterion, and how many reference times of the running ones may still exceed. */
function MonthTable(props: MonthProps) {
  const { criteria, windows, mostWindows, unread } = props;
  const { project, range, zone, contract } = useProject();
  const { from, to } = monthOf(localDay(range.last, zone));
  const month = rangeOfDays(from, to, zone);
  const last = Math.min(month.last, shownUntil.value);
  const isShown = range.first <= Math.max(month.first, contract?.first ?? 0) && range.last >= last;
  const isFew = (to - from + 1) * project.sensors.length * criteria.length <= mostWindows;
  const read = useVerdicts(
    {
      project,
      first: month.first,
      last,
      versions: null,
      criteria: criteria.length,
    },
    !isShown && isFew,
  );
  const isRead = !read.isLoading && read.issues.length === 0;
  const answered = isRead && read.data !== null ? read.data.windows : null;
  const facts = { contract, sensors: project.sensors, criteria };
  const known = isShown ? windows : answered && statedWindows(answered, shownUntil.value, facts);
  if (isShown && unread > 0) return <p>{unreadText(unread)}</p>;
  if (known === null) {
    return isFew ? (
      <QueryNote query={{ ...read, data: null }} height={120} />
    ) : (
      <p>The month has more windows than this page can show.</p>
    );
  }
  const name = dateOf(from).slice(0, 7);
  const own = known.filter(({ date }) => date.startsWith(name));
  const windowsOf = (criterion: string, state: WindowState) =>
    own.filter((window) => window.criterionId === criterion && window.state === state);
  return (
    <PlainTable<Criterion>
      label="What is left of the month"
      rows={criteria}
      keyOf={({ id }) => id}
      columns={[
        textColumn("Criterion", ({ name: title }) => title),
        numberColumn("Exceeded", ({ id }) => windowsOf(id, "exceeded").length),
        numberColumn("Undecided", ({ id }) => windowsOf(id, "undecided").length),
        numberColumn("Running", ({ id }) => windowsOf(id, "running").length),
        numberColumn("Kept", ({ id }) => windowsOf(id, "kept").length),
        ...(own.some(({ state }) => state === "cut")
          ? [numberColumn("Cut", ({ id }: Criterion) => windowsOf(id, "cut").length)]
          : []),
        numberColumn("Exceedances left in those running", ({ id, allowed }) => {
          const running = windowsOf(id, "running");
          if (allowed === 0 || running.length === 0) return "–";
          return running.reduce((sum, { exceeded }) => sum + Math.max(0, allowed - exceeded), 0);
        }),
      ]}
      hasHeads
    />
  );
}
