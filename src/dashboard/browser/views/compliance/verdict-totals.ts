import { countText } from "../../components/level-text.ts";
import { grouped } from "../../data/grouped.ts";
import { say } from "../../words/say.ts";
import type { Criterion } from "./use-verdicts.ts";
import type { StatedWindow } from "./window-state.ts";

/** Each sensor with each criterion that it exceeded: by exceeded windows, then by how far. */
export function exceedingSensors(windows: readonly StatedWindow[]) {
  return [...grouped(windows, ({ sensorId, criterionId }) => `${sensorId} ${criterionId}`).values()]
    .flatMap((own) => {
      const exceeded = own.filter(({ state }) => state === "exceeded");
      const [worst] = exceeded.toSorted(byOver);
      if (worst === undefined) return [];
      // The most reference times of one of them that are above the limit.
      const most = Math.max(...exceeded.map((window) => window.exceeded));
      const decided = own.filter(({ state }) => state === "exceeded" || state === "kept").length;
      return [{ worst, exceeded: exceeded.length, most, decided, all: own.length }];
    })
    .toSorted((a, b) => b.exceeded - a.exceeded || byOver(a.worst, b.worst));
}

/** The kind of its windows: a week has eight nights in part, which are no days. */
export function dayOrNight(criterion: Pick<Criterion, "from" | "to"> | null): "day" | "night" {
  const isOvernight =
    criterion !== null && criterion.to !== "00:00" && criterion.to < criterion.from;
  return isOvernight ? "night" : "day";
}

/** The furthest above the limit first. */
export function byOver(
  a: { readonly over: number | null },
  b: { readonly over: number | null },
): number {
  return (b.over ?? 0) - (a.over ?? 0);
}

/** `no valid samples (3), too few samples (2)`: why windows are undecided. */
export function undecidedReasons(windows: readonly StatedWindow[]): string {
  return [...grouped(windows, ({ reason }) => reason ?? "low_coverage")]
    .map(([reason, own]) => `${say(`reason.${reason}`)} (${countText(own.length)})`)
    .join(", ");
}
