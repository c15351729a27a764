import { durationText, roundedLevel } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import type { AssessedWindow } from "./use-verdicts.ts";

/** How much of a window's energy at the limit is used, and what is left; nothing for other criteria. */
export function BudgetBar(props: {
  readonly window: AssessedWindow;
  readonly title: string;
  readonly isRunning: boolean;
}) {
  const { window, title, isRunning } = props;
  const { budgetUsed, remaining } = window;
  if (budgetUsed === null || remaining === null) return null;
  const isUsedUp = budgetUsed > 1;
  const used = `${percentText(budgetUsed)} used`;
  return (
    <div
      class={isUsedUp ? "budget used-up" : "budget"}
      data-testid="budget"
      data-sensor={window.sensorId}
      data-criterion={window.criterionId}
    >
      <p class="row spread">
        <strong>{title}</strong>
        <span class="budget-used">
          {isUsedUp && "▲ "}
          {used}
        </span>
      </p>
      <div
        class="budget-track"
        role="meter"
        aria-label={`Budget, ${title}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, budgetUsed * 100)}
        aria-valuetext={used}
      >
        <div
          class="budget-fill"
          ref={(fill) =>
            fill?.style.setProperty("inline-size", `${Math.min(100, budgetUsed * 100)}%`)
          }
        />
      </div>
      <p class="muted small">{leftWords(budgetUsed, remaining, isRunning)}</p>
    </div>
  );
}

/** `3 h 20 min left, at 68.2 dB on average at most`. */
function leftWords(
  budgetUsed: number,
  { seconds, level }: NonNullable<AssessedWindow["remaining"]>,
  isRunning: boolean,
): string {
  if (budgetUsed > 1) return "All of the budget is used: the limit is exceeded for certain.";
  if (!isRunning || seconds <= 0) return "The window is over.";
  if (level === null) return `${durationText(seconds)} left, and no budget.`;
  return `${durationText(seconds)} left, at ${roundedLevel(level)} dB on average at most.`;
}
