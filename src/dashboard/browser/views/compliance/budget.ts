import { levelOfEnergy } from "../../../../acoustics/levels/energy.ts";
import { countText, durationText, roundedLevel } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { isRunning } from "./window-state.ts";

/** The part of a window's budget that is used, and what is left. */
export interface Budget {
  /** 0 to 1 of a window that is not exceeded. */
  readonly share: number;
  /** `1 of 2 used`, `38.2 % used`. */
  readonly used: string;
  readonly left: string;
}

/**
 * The budget of a window: the reference times that may exceed, or the energy at the limit. Null of an exceeded window,
 * whose verdict says all, and of a criterion without a budget. Energy is scaled by coverage, as the level is: the time
 * without samples so far counts like the rest.
 */
export function budgetOf(
  window: AssessedWindow,
  criterion: Criterion | null,
  now: number,
): Budget | null {
  const { verdict, exceeded, budgetUsed, remaining, coverage, seconds } = window;
  if (verdict === "exceeded") return null;
  const over = !isRunning(window, now);
  if (criterion !== null && criterion.allowed > 0) {
    const { allowed } = criterion;
    const counts = `${countText(exceeded)} of ${countText(allowed)} used`;
    return { share: exceeded / allowed, used: counts, left: over ? windowIsOver : "" };
  }
  if (budgetUsed === null || remaining === null || coverage === 0) return null;
  const sampled = coverage * seconds + (over ? 0 : remaining.seconds);
  const share = (budgetUsed * seconds) / sampled;
  return {
    share,
    used: `${percentText(share)} used`,
    left: over ? windowIsOver : leftWords(remaining.seconds, levelLeft(window), criterion),
  };
}

const windowIsOver = "The window is over.";

/**
 * The mean level of the rest at which the window is just kept: its level is that of its samples, so that time without
 * any stands for nothing. Null where no level of the rest would do. Tenths are cut off: what is said to be allowed is.
 */
function levelLeft({ limit, seconds, coverage, budgetUsed, remaining }: AssessedWindow) {
  const rest = remaining?.seconds ?? 0;
  const left = coverage * seconds + rest - (budgetUsed ?? 0) * seconds;
  if (rest <= 0 || left <= 0) return null;
  return Math.floor((limit + levelOfEnergy(left / rest)) * 10 + 1e-6) / 10;
}

/** `3 h 20 min left, at 68.2 dB on average at most`; with adjustments, the level is one that has them. */
function leftWords(seconds: number, level: number | null, criterion: Criterion | null): string {
  if (level === null) return `${durationText(seconds)} left, and no budget.`;
  const rated = criterion !== null && criterion.adjustments.length > 0 ? ", adjusted," : "";
  return `${durationText(seconds)} left, at ${roundedLevel(level)} dB${rated} on average at most.`;
}
