import { countText } from "../../components/level-text.ts";
import { secondOf } from "../../time/local-time.ts";
import type { Seconds } from "../../time/range.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { say } from "../../words/say.ts";

/**
 * The state in which a window is shown. One that has not ended is `running`, unless it is exceeded already. One that
 * the contract cuts is `cut` if the part inside the contract decides nothing. Else it is the verdict of the server.
 */
export type WindowState = AssessedWindow["verdict"] | "running" | "cut";

/** Worst first. */
export const windowStates = ["exceeded", "undecided", "running", "kept", "cut"] as const;

/** A sign beside each word: no state is shown only by its colour. */
export const stateSigns: Readonly<Record<WindowState, string>> = {
  exceeded: "▲",
  undecided: "?",
  running: "…",
  kept: "✓",
  cut: "–",
};

/** The words of a state. */
export const stateWords = (state: WindowState): string => say(`state.${state}`);

type Times = Pick<AssessedWindow, "verdict" | "startAt" | "endAt">;
type Contract = Seconds | null;

/** The state of a window at `now`, in Unix seconds. */
export function windowState(window: Times, now: number, contract: Contract): WindowState {
  const { verdict } = window;
  if (verdict === "exceeded") return verdict;
  if (isRunning(window, now)) return "running";
  return verdict === "undecided" && cutOf(window, contract) !== null ? "cut" : verdict;
}

/** A window with the state and the names in which it is shown. */
export interface StatedWindow extends AssessedWindow {
  readonly state: WindowState;
  readonly sensorName: string;
  readonly criterionName: string;
  /** Null if the project no longer has it. */
  readonly criterion: Criterion | null;
}

/** The windows of a project as they are shown at `now`, in Unix seconds. */
export function statedWindows(
  windows: readonly AssessedWindow[],
  now: number,
  project: {
    readonly contract: Contract;
    readonly sensors: readonly Pick<SensorFacts, "id" | "name">[];
    readonly criteria: readonly Criterion[];
  },
): StatedWindow[] {
  const names = new Map(project.sensors.map(({ id, name }) => [id, name]));
  const criteria = new Map(project.criteria.map((criterion) => [criterion.id, criterion]));
  return windows.map((window) => {
    const criterion = criteria.get(window.criterionId) ?? null;
    return {
      ...window,
      state: windowState(window, now, project.contract),
      sensorName: names.get(window.sensorId) ?? window.sensorId,
      criterionName: criterion?.name ?? window.criterionId,
      criterion,
    };
  });
}

/** True if a window has not ended at `now`, in Unix seconds. */
export function isRunning({ endAt }: Times, now: number): boolean {
  return now < secondOf(endAt);
}

/** The end of the contract that lies inside a window; null if the contract has all of it. */
export function cutOf({ startAt, endAt }: Times, contract: Contract): "begins" | "ends" | null {
  if (contract === null) return null;
  if (secondOf(startAt) < contract.first) return "begins";
  return secondOf(endAt) - 1 > contract.last ? "ends" : null;
}

/** `2 exceeded · 1 still running · 18 kept`; what there is none of is left out. */
export function stateCounts(states: readonly WindowState[]): string {
  return windowStates
    .map((name) => [states.filter((state) => state === name).length, stateWords(name)] as const)
    .flatMap(([count, words]) => (count === 0 ? [] : [`${countText(count)} ${words}`]))
    .join(" · ");
}
