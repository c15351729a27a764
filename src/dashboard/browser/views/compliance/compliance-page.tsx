import "./compliance.css";
import "./compliance-print.css";
import { IssueNote } from "../../components/issue-note.tsx";
import { useRangeWithoutSamples } from "../../components/range-without-samples.tsx";
import { Segments } from "../../components/segments.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { parameter, pushParameters } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayTimeText, secondOf } from "../../time/local-time.ts";
import { daysOf } from "../../time/range.ts";
import { CriterionCard } from "./criterion-card.tsx";
import { changesOf } from "./rules-in-force.ts";
import { type AssessedWindow, type Criterion, datesOf, useVerdicts } from "./use-verdicts.ts";
import { isRunning, stateSigns, stateWords, windowState, windowStates } from "./window-state.ts";
import type { SensorFacts } from "../../state/site.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { budgetOf } from "./budget.ts";

/** Cells of one page at most. */
const mostCells = 20_000;

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
  const isTooMuch = cells > mostCells;
  const without = useRangeWithoutSamples();
  const isAsked = hasCriteria && !isTooMuch && without === null;
  const verdicts = useVerdicts(
    {
      projectId: project.id,
      sensorIds: project.sensors.map(({ id }) => id),
      first: range.first,
      last: range.last,
      versions: isThen ? versions : null,
      criteria: criteria?.length ?? 0,
    },
    isAsked,
  );
  const windows = verdicts.data ?? [];
  const groups = criteria === null ? [] : groupsOf(criteria, windows);
  const dates = datesOf(from, to, windows);
  const stateOf = (window: AssessedWindow) => windowState(window, shownUntil.value, contract);
  const issue = asked.issues[0] ?? verdicts.issues[0];
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
        {hasCriteria && (
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
      {issue !== undefined && <IssueNote issue={issue} />}
      {!isReady && issue === undefined && <Skeleton height={500} />}
      {criteria?.length === 0 && !isThen && <NoCriteria />}
      {hasCriteria && without !== null && <div class="card">{without}</div>}
      {isTooMuch && (
        <p class="card">
          {days} days of {project.sensors.length} sensors are more than this page can show. Choose a
          shorter range.
        </p>
      )}
      {isReady && isAsked && (
        <div class={verdicts.isLoading ? "stack fade dimmed" : "stack fade"}>
          <Legend />
          {isThen && oldest !== undefined && oldest > range.first && (
            <p class="muted small">
              The rules before {dayTimeText(oldest, zone)} are not known: windows that began earlier
              are not shown.
            </p>
          )}
          <RunningBudgets
            windows={windows.filter((window) => isRunning(window, shownUntil.value))}
            criteria={criteria}
            sensors={project.sensors}
          />
          {groups.map(({ id, criterion, windows: own }) => (
            <CriterionCard
              key={id}
              id={id}
              criterion={criterion}
              changes={isThen ? changesOf(id, versions) : []}
              windows={own}
              dates={dates}
              stateOf={stateOf}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function NoCriteria() {
  return (
    <p class="card">
      This project has no criteria, so there is nothing to be kept. Its operator adds them to the
      site file as <code>criteria</code>, and applies it: <code>docs/permits.md</code> has examples
      of four laws.
    </p>
  );
}

function Legend() {
  return (
    <ul class="verdict-legend row small plain-list" aria-label="Legend">
      {windowStates.map((state) => (
        <li key={state}>
          <span class={`verdict-badge verdict-${state}`} aria-hidden="true">
            {stateSigns[state]}
          </span>{" "}
          {stateWords[state]}
        </li>
      ))}
    </ul>
  );
}

/** The windows of each criterion, in its order; then those that no longer apply. */
function groupsOf(criteria: readonly Criterion[], windows: readonly AssessedWindow[]) {
  const known = new Set(criteria.map(({ id }) => id));
  const gone = new Set(
    windows.flatMap(({ criterionId }) => (known.has(criterionId) ? [] : [criterionId])),
  );
  return [
    ...criteria.map((criterion) => ({ id: criterion.id, criterion })),
    ...[...gone].map((id) => ({ id, criterion: null })),
  ].map((group) => ({
    ...group,
    windows: windows.filter(({ criterionId }) => criterionId === group.id),
  }));
}

/** The budgets of the windows that are running, the most used first; nothing where there is none. */
function RunningBudgets(props: {
  readonly windows: readonly AssessedWindow[];
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
}) {
  const { windows, criteria, sensors } = props;
  const nameOf = (id: string) => sensors.find((sensor) => sensor.id === id)?.name ?? id;
  const shown = criteria.flatMap((criterion) => {
    const own = windows
      .filter(({ criterionId }) => criterionId === criterion.id)
      .map((window) => ({ window, budget: budgetOf(window, criterion, shownUntil.value) }))
      .filter(({ budget }) => budget !== null)
      .toSorted((a, b) => (b.budget?.share ?? 0) - (a.budget?.share ?? 0));
    return own.length === 0 ? [] : [{ criterion, own }];
  });
  if (shown.length === 0) return null;
  return (
    <section class="card stack" aria-label="Running now">
      <h2>Running now</h2>
      {shown.map(({ criterion, own }) => (
        <div key={criterion.id}>
          <h3>{criterion.name}</h3>
          <div class="budgets">
            {own.map(({ window }) => (
              <BudgetBar
                key={window.sensorId}
                window={window}
                criterion={criterion}
                title={nameOf(window.sensorId)}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
