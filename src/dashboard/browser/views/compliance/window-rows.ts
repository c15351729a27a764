import { grouped } from "../../data/grouped.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { StatedWindow, WindowState } from "./window-state.ts";

/** A sensor with its windows of one criterion. */
export interface WindowRow {
  readonly sensor: SensorFacts;
  readonly windows: readonly StatedWindow[];
}

/** The rows of a criterion, the worst first: by exceeded windows, by how far, by undecided and by running ones. */
export function windowRows(
  sensors: readonly SensorFacts[],
  windows: readonly StatedWindow[],
): WindowRow[] {
  const bySensor = grouped(windows, ({ sensorId }) => sensorId);
  return sensors
    .flatMap((sensor) => {
      const own = bySensor.get(sensor.id);
      return own === undefined ? [] : [{ sensor, windows: own, ranks: ranksOf(own) }];
    })
    .toSorted((a, b) => {
      const index = a.ranks.findIndex((value, place) => value !== b.ranks[place]);
      return index === -1 ? 0 : (b.ranks[index] ?? 0) - (a.ranks[index] ?? 0);
    });
}

/** The windows of a row that have a state. */
export function windowsIn({ windows }: WindowRow, name: WindowState): readonly StatedWindow[] {
  return windows.filter(({ state }) => state === name);
}

function ranksOf(windows: readonly StatedWindow[]): number[] {
  const by = grouped(windows, ({ state }) => state);
  const count = (name: WindowState) => by.get(name)?.length ?? 0;
  const furthest = (by.get("exceeded") ?? []).map(({ over }) => over ?? 0);
  return [count("exceeded"), Math.max(...furthest), count("undecided"), count("running")];
}
