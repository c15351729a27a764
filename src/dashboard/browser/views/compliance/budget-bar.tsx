import type { Budget } from "./budget.ts";
import type { AssessedWindow } from "./use-verdicts.ts";

/** How much of a window's budget is used, and what is left. */
export function BudgetBar(props: {
  readonly window: AssessedWindow;
  readonly budget: Budget;
  readonly title: string;
}) {
  const { window, title } = props;
  const { share, used, left } = props.budget;
  return (
    <div
      class="budget column-1"
      data-testid="budget"
      data-sensor={window.sensorId}
      data-criterion={window.criterionId}
    >
      <p class="budget-head">
        <strong>{title}</strong>
        <span class="number">{used}</span>
      </p>
      <div
        class="budget-track"
        role="meter"
        aria-label={`Budget, ${title}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, share * 100)}
        aria-valuetext={used}
      >
        <div
          class="budget-fill"
          ref={(fill) => fill?.style.setProperty("inline-size", `${Math.min(100, share * 100)}%`)}
        />
      </div>
      {left !== "" && <p class="muted small">{left}</p>}
    </div>
  );
}
