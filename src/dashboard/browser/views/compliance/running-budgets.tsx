import type { SensorFacts } from "../../state/site.ts";
import { BudgetBar } from "./budget-bar.tsx";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";

/** The budgets of the windows that are running, the most used first; nothing where there is none. */
export function RunningBudgets(props: {
  readonly windows: readonly AssessedWindow[];
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
}) {
  const { windows, criteria, sensors } = props;
  const nameOf = (id: string) => sensors.find((sensor) => sensor.id === id)?.name ?? id;
  const shown = criteria.flatMap((criterion) => {
    const own = windows
      .filter(({ criterionId, budgetUsed }) => criterionId === criterion.id && budgetUsed !== null)
      .toSorted((a, b) => (b.budgetUsed ?? 0) - (a.budgetUsed ?? 0));
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
            {own.map((window) => (
              <BudgetBar
                key={window.sensorId}
                window={window}
                title={nameOf(window.sensorId)}
                isRunning
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
