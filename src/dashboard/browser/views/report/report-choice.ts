/** Sensors of one report at most. */
export const mostSensors = 12;

/** The sensors of a report in its order, and those that it leaves out, by the reason. */
export interface ReportChoice {
  readonly sensorIds: readonly string[];
  readonly left: readonly { readonly reason: LeftReason; readonly sensorIds: readonly string[] }[];
}

export type LeftReason =
  | "not-chosen"
  | "past-most"
  | "fewer-windows"
  | "fewer-exceedances"
  | "not-exceeded"
  | "no-samples";

/** The exceedances that decide whether a sensor is in the report of more than twelve. */
export interface SensorExceedances {
  readonly id: string;
  readonly samples: number;
  /** Samples above their limit. */
  readonly events: number;
  /** Exceeded windows of criteria. */
  readonly windows: number;
}

/** The sensors that an address names, or all of a few; null if exceedances have to decide. */
export function namedChoice(
  text: string | undefined,
  sensorIds: readonly string[],
): ReportChoice | null {
  const wanted = new Set((text ?? "").split(","));
  const all = sensorIds.filter((id) => wanted.has(id));
  const named = all.slice(0, mostSensors);
  if (named.length === 0) {
    return sensorIds.length > mostSensors ? null : { sensorIds, left: [] };
  }
  const others = sensorIds.filter((id) => !wanted.has(id));
  return {
    sensorIds: named,
    left: reasons([
      ["past-most", all.slice(mostSensors)],
      ["not-chosen", others],
    ]),
  };
}

/**
 * Those with exceedances, the worst first, then those with data, in the order of the project: twelve in all. Null if
 * one, which is null, could not be read: it might be the worst.
 */
export function worstChoice(read: readonly (SensorExceedances | null)[]): ReportChoice | null {
  const sensors = read.filter((sensor) => sensor !== null);
  if (sensors.length < read.length) return null;
  const exceeded = sensors
    .filter(({ windows, events }) => windows > 0 || events > 0)
    .toSorted((a, b) => b.windows - a.windows || b.events - a.events);
  const quiet = sensors.filter((sensor) => sensor.samples > 0 && !exceeded.includes(sensor));
  const silent = sensors.filter((sensor) => sensor.samples === 0 && !exceeded.includes(sensor));
  const chosen = [...exceeded, ...quiet].slice(0, mostSensors);
  const least = chosen.at(-1)?.windows ?? 0;
  const restOf = (part: readonly SensorExceedances[]) =>
    part.filter((sensor) => !chosen.includes(sensor)).map(({ id }) => id);
  return {
    sensorIds: chosen.map(({ id }) => id),
    left: reasons([
      ["fewer-windows", restOf(exceeded.filter(({ windows }) => windows < least))],
      ["fewer-exceedances", restOf(exceeded.filter(({ windows }) => windows === least))],
      ["not-exceeded", restOf(quiet)],
      ["no-samples", restOf(silent)],
    ]),
  };
}

function reasons(parts: readonly (readonly [LeftReason, readonly string[]])[]) {
  return parts.flatMap(([reason, sensorIds]) =>
    sensorIds.length === 0 ? [] : [{ reason, sensorIds }],
  );
}
