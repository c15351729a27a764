import type { Project, Sensor } from "./read-overview.ts";

/**
 * What the last level of a sensor says now. Only a sensor that still measures, under a contract that still runs, is
 * above or within its limit.
 */
export type SensorState =
  | { readonly kind: "over" | "within"; readonly over: number }
  | { readonly kind: "silent" | "ended" | "noLimit" | "noLevel" };

/** A sensor is silent once its last sample is older than three intervals. `now` is in milliseconds. */
export function stateOf(
  { contract }: Pick<Project, "contract">,
  { latest, recent }: Pick<Sensor, "latest" | "recent">,
  now: number,
): SensorState {
  if (contract !== null && Date.parse(contract.endAt) < now) return { kind: "ended" };
  const last = recent[0] ?? latest;
  if (last == null) return { kind: "noLevel" };
  if (now - Date.parse(last.datetime) > 3 * intervalOf(recent)) return { kind: "silent" };
  if (latest === null) return { kind: "noLevel" };
  if (latest.limit === null) return { kind: "noLimit" };
  // Hundredths: the difference of two levels has binary fractions.
  const over = Math.round(100 * latest.Leq) - Math.round(100 * latest.limit);
  return { kind: over > 0 ? "over" : "within", over: over / 100 };
}

/** The order of the rows: exceedances first, the highest above all; then what is not measured; then the rest. */
export function compareStates(left: SensorState, right: SensorState): number {
  const rank = ranks[left.kind] - ranks[right.kind];
  if (rank !== 0) return rank;
  return "over" in left && "over" in right ? right.over - left.over : 0;
}

const ranks: Readonly<Record<SensorState["kind"], number>> = {
  over: 0,
  silent: 1,
  ended: 2,
  noLevel: 3,
  within: 4,
  noLimit: 5,
};

/** The shortest time between the last samples, in milliseconds; five minutes if there are not two of them. */
function intervalOf(recent: Sensor["recent"]): number {
  const times = recent.map(({ datetime }) => Date.parse(datetime));
  const gaps = times.slice(1).map((time, index) => Math.abs((times[index] ?? time) - time));
  return gaps.length === 0 ? 300_000 : Math.min(...gaps);
}
