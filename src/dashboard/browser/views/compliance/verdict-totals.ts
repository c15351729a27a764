import { countText } from "../../components/level-text.ts";
import { grouped } from "../../data/grouped.ts";
import { say } from "../../words/say.ts";
import type { AssessedWindow } from "./use-verdicts.ts";
import type { WindowState } from "./window-state.ts";

interface Exceeding {
  readonly worst: AssessedWindow;
  readonly exceeded: number;
  /** The most reference times of one of them that are above the limit. */
  readonly most: number;
  /** Windows that are exceeded or kept. */
  readonly decided: number;
}

/** Each sensor with each criterion that it exceeded: by exceeded windows, then by how far. */
export function exceedingSensors(
  windows: readonly AssessedWindow[],
  stateOf: (window: AssessedWindow) => WindowState,
): Exceeding[] {
  const found = new Map<string, Exceeding>();
  const decided = new Map<string, number>();
  for (const window of windows) {
    const key = `${window.sensorId} ${window.criterionId}`;
    const state = stateOf(window);
    if (state === "exceeded" || state === "kept") decided.set(key, (decided.get(key) ?? 0) + 1);
    if (state !== "exceeded") continue;
    const known = found.get(key);
    const isWorse = known === undefined || (window.over ?? 0) > (known.worst.over ?? 0);
    const worst = isWorse ? window : known.worst;
    const most = Math.max(known?.most ?? 0, window.exceeded);
    found.set(key, { worst, exceeded: (known?.exceeded ?? 0) + 1, most, decided: 0 });
  }
  return [...found]
    .map(([key, entry]) => ({ ...entry, decided: decided.get(key) ?? 0 }))
    .toSorted((a, b) => b.exceeded - a.exceeded || (b.worst.over ?? 0) - (a.worst.over ?? 0));
}

/** `no sample counts (3), too few samples (2)`: why windows are undecided. */
export function undecidedReasons(windows: readonly AssessedWindow[]): string {
  return [...grouped(windows, ({ reason }) => reason ?? "low_coverage")]
    .map(([reason, own]) => `${say(`reason.${reason}`)} (${countText(own.length)})`)
    .join(", ");
}
