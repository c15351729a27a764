import "./compliance.css";
import "./compliance-print.css";
import { counted, countText } from "../../components/level-text.ts";
import { useMemo } from "preact/hooks";
import { grouped } from "../../data/grouped.ts";
import { limitAndCriterion } from "../../components/limit-and-criterion.ts";
import { QueryNote } from "../../components/query-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import { together, useQuery } from "../../graphql/use-query.ts";
import { parameter, pushParameters, replaceParameters } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayTimeText, secondOf } from "../../time/local-time.ts";
import { daysOf } from "../../time/range.ts";
import { ComplianceSummary } from "./compliance-summary.tsx";
import { CriterionCard } from "./criterion-card.tsx";
import { MonthLeft } from "./month-left.tsx";
import { changesOf, hasChangedSince } from "./rules-in-force.ts";
import { type Criterion, datesOf, useVerdicts } from "./use-verdicts.ts";
import {
  type StatedWindow,
  statedWindows,
  stateSigns,
  stateWords,
  type WindowState,
  windowStates,
} from "./window-state.ts";
import { type WindowRow, windowRows, windowsIn } from "./window-rows.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { budgetOf } from "./budget.ts";
import { FindField } from "../../components/find-field.tsx";
import { Select } from "../../components/select.tsx";
import { sensorFinder } from "../../data/find-sensors.ts";

/** Windows of one page at most. */
const mostWindows = 25_000;

/** Sensors from which on the rows have a filter, and running budgets that are shown. */
const many = 20;
const fullest = 5;

/** The calendar of verdicts for each criterion of the permit, and what each verdict rests on. */
export function CompliancePage() {
  const { project, range, zone, contract } = useProject();
  const asked = useQuery(projectCriteriaDocument, { project: project.id });
  const criteria = asked.data?.project?.criteria ?? null;
  const isThen = parameter("asOf") === "then";
  const versions = asked.data?.project?.versions ?? [];
  const { from, to } = daysOf(range, zone);
  const days = to - from + 1;
  const cells = days * project.sensors.length * (criteria?.length ?? 0);
  const hasCriteria = criteria !== null && (criteria.length > 0 || isThen);
  const isTooMuch = cells > mostWindows;
  const isAsked = hasCriteria && !isTooMuch;
  const verdicts = useVerdicts(
    {
      project,
      first: range.first,
      last: range.last,
      versions: isThen ? versions : null,
      criteria: criteria?.length ?? 0,
    },
    isAsked,
  );
  const assessed = verdicts.data?.sensors ?? 0;
  const isPart = assessed < project.sensors.length;
  const filter = complianceFilter();
  const sensors = project.sensors.filter(({ name, id }) => filter.isFound(name, id));
  const now = shownUntil.value;
  // Tens of thousands of windows are counted, sorted and drawn by their states.
  const windows = useMemo(() => {
    const facts = { contract, sensors: project.sensors, criteria: criteria ?? [] };
    return statedWindows(verdicts.data?.windows ?? [], now, facts);
  }, [verdicts.data, now, contract, project, criteria]);
  const dates = datesOf(from, to, windows);
  const groups = (criteria === null || isPart ? [] : groupsOf(criteria, windows))
    .filter(({ id }) => filter.criterion === null || filter.criterion === id)
    .map((group) => ({ ...group, rows: windowRows(sensors, group.windows) }))
    .toSorted((a, b) => exceededOf(b.rows) - exceededOf(a.rows));
  const isReady = criteria !== null && (!isAsked || verdicts.data !== null);
  const oldest = versions.map(({ appliedAt }) => secondOf(appliedAt)).toSorted((a, b) => a - b)[0];
  return (
    <div
      class="stack compliance"
      data-testid="compliance"
      data-ready={isReady && !verdicts.isLoading ? "true" : "false"}
      aria-busy={verdicts.isLoading}
    >
      <div class="row spread">
        <h1>Compliance</h1>
        {hasCriteria && (isThen || hasChangedSince(range.first, versions)) && (
          <Segments
            label="Assessed by"
            options={[
              [false, "Today's rules"],
              [true, "Rules then in force"],
            ]}
            chosen={isThen}
            onChoose={(chosen) => pushParameters({ asOf: chosen ? "then" : undefined })}
            class="segments no-print"
          />
        )}
      </div>
      <QueryNote query={together(asked, verdicts)} height={500} />
      {criteria?.length === 0 && !isThen && (
        <p class="card">
          This project has no criteria. Its operator adds them to the site file:{" "}
          <code>docs/permits.md</code> has examples of four laws.
        </p>
      )}
      {isTooMuch && (
        <p class="card">
          {days} days of {project.sensors.length} sensors are more than this page can show. Choose a
          shorter range.
        </p>
      )}
      {isReady && isAsked && (
        <div class={verdicts.isLoading && !isPart ? "stack fade dimmed" : "stack fade"}>
          {isPart && (
            <p role="status">
              {`${countText(assessed)} of ${counted(project.sensors.length, "sensor")} so far: the others are being assessed.`}
            </p>
          )}
          <ComplianceSummary windows={windows} unread={verdicts.data?.unread ?? 0} />
          {/* The order of the rows is known when the last one is: until then they would jump. */}
          {!isPart && (
            <>
              {!isThen && (
                <MonthLeft
                  criteria={criteria}
                  windows={windows}
                  mostWindows={mostWindows}
                  unread={verdicts.data?.unread ?? 0}
                />
              )}
              {(project.sensors.length >= many || filter.isSet) && (
                <FilterRow criteria={criteria} />
              )}
              <Legend />
              <p class="muted small">{limitAndCriterion}</p>
              {isThen && oldest !== undefined && oldest > range.first && (
                <p class="muted small">
                  The rules before {dayTimeText(oldest, zone)} are not known: windows that began
                  earlier are not shown.
                </p>
              )}
              <RunningBudgets windows={windows} />
              {groups.map(({ id, criterion, rows }) => (
                <CriterionCard
                  key={id}
                  id={id}
                  criterion={criterion}
                  changes={isThen ? changesOf(id, versions) : []}
                  rows={rows}
                  only={filter.state}
                  dates={dates}
                />
              ))}
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Legend() {
  return (
    <ul class="verdict-legend row small plain-list" aria-label="Legend">
      {windowStates.map((state) => (
        <li key={state}>
          <span class={`verdict-badge small verdict-${state}`} aria-hidden="true">
            {stateSigns[state]}
          </span>{" "}
          {stateWords(state)}
        </li>
      ))}
    </ul>
  );
}

function exceededOf(rows: readonly WindowRow[]): number {
  return rows.reduce((sum, row) => sum + windowsIn(row, "exceeded").length, 0);
}

/** The windows of each criterion, in its order; then those that no longer apply. */
function groupsOf(criteria: readonly Criterion[], windows: readonly StatedWindow[]) {
  const byCriterion = grouped(windows, ({ criterionId }) => criterionId);
  return [...new Set([...criteria.map(({ id }) => id), ...byCriterion.keys()])].map((id) => ({
    id,
    criterion: criteria.find((each) => each.id === id) ?? null,
    windows: byCriterion.get(id) ?? [],
  }));
}

/** The fullest budgets of the windows that are running; nothing where there is none. */
function RunningBudgets({ windows }: { readonly windows: readonly StatedWindow[] }) {
  const running = windows
    .filter(({ state }) => state === "running")
    .flatMap((window) => {
      const { criterion } = window;
      const budget = criterion && budgetOf(window, criterion, shownUntil.value);
      return budget === null ? [] : [{ window, budget }];
    })
    .toSorted((a, b) => b.budget.share - a.budget.share);
  if (running.length === 0) return null;
  return (
    <section class="card column-2" aria-label="Running now">
      <h2>
        {running.length > fullest ? `Running now: the ${fullest} fullest budgets` : "Running now"}
      </h2>
      <div class="budgets">
        {running.slice(0, fullest).map(({ window, budget }) => (
          <BudgetBar
            key={`${window.sensorId} ${window.criterionId}`}
            window={window}
            budget={budget}
            title={`${window.sensorName} · ${window.criterionName}`}
          />
        ))}
      </div>
    </section>
  );
}

/** The rows that are shown, as the address has them; null is all. */
function complianceFilter() {
  const state = windowStates.find((name) => name === parameter("show")) ?? null;
  const [criterion = null, find = ""] = [parameter("of"), parameter("find")];
  const isSet = state !== null || criterion !== null || find !== "";
  return { state, criterion, isFound: sensorFinder(find), isSet };
}

/** The filter of many rows: it stands in the address. Fewer rows have one only to undo that of a link. */
function FilterRow({ criteria }: { readonly criteria: readonly Criterion[] }) {
  const filter = complianceFilter();
  return (
    <div class="row no-print" role="search" aria-label="Filter">
      <Segments<WindowState | "all">
        label="Verdict"
        options={[
          ["all", "All"],
          ["exceeded", "Exceeded"],
          ["undecided", "Undecided"],
          ["kept", "Kept"],
        ]}
        chosen={filter.state ?? "all"}
        onChoose={(state) => replaceParameters({ show: state === "all" ? undefined : state })}
      />
      <Select
        label="Criterion"
        options={[["", "all criteria"], ...criteria.map(({ id, name }) => [id, name] as const)]}
        chosen={filter.criterion ?? ""}
        onChoose={(id) => replaceParameters({ of: id })}
      />
      <FindField placeholder="Find a sensor" />
    </div>
  );
}
