import { grouped } from "../../data/grouped.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { AssessedWindow } from "./use-verdicts.ts";
import type { WindowState } from "./window-state.ts";

/** A sensor with its windows of one criterion. */
export interface WindowRow {
  readonly sensor: SensorFacts;
  readonly windows: readonly AssessedWindow[];
  readonly states: readonly WindowState[];
}

/** The rows of a criterion, the worst first: by exceeded windows, by how far, by undecided and by running ones. */
export function windowRows(
  sensors: readonly SensorFacts[],
  windows: readonly AssessedWindow[],
  stateOf: (window: AssessedWindow) => WindowState,
): WindowRow[] {
  const bySensor = grouped(windows, ({ sensorId }) => sensorId);
  const rows = sensors.flatMap((sensor): WindowRow[] => {
    const own = bySensor.get(sensor.id);
    return own === undefined ? [] : [{ sensor, windows: own, states: own.map(stateOf) }];
  });
  const ranks = new Map(rows.map((row) => [row, rankOf(row)] as const));
  return rows.toSorted((a, b) => {
    const [left = [], right = []] = [ranks.get(a), ranks.get(b)];
    const index = left.findIndex((value, place) => value !== right[place]);
    return index === -1 ? 0 : (right[index] ?? 0) - (left[index] ?? 0);
  });
}

/** True if a row has only windows that are kept or cut. */
export function isKept({ states }: WindowRow): boolean {
  return states.every((state) => state === "kept" || state === "cut");
}

function rankOf({ windows, states }: WindowRow): number[] {
  const count = (name: WindowState) => states.filter((state) => state === name).length;
  const furthest = windows.reduce(
    (most, { over }, index) => (states[index] === "exceeded" ? Math.max(most, over ?? 0) : most),
    -Infinity,
  );
  return [count("exceeded"), furthest, count("undecided"), count("running")];
}
