import { sensorFinder } from "../../data/find-sensors.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { offsetText, secondOf, zoneOf } from "../../time/local-time.ts";
import type { RecentSeries } from "./recent-series.ts";
import { compareStatuses, type SensorStatus } from "./sensor-status.ts";

/** A sensor in a list of many projects. */
export interface ListedSensor {
  readonly project: ProjectFacts;
  readonly status: SensorStatus;
  /** Its last day, once it has been read. */
  readonly series?: RecentSeries | undefined;
}

/** The sensors that a figure of the overview leaves in the list. */
export type SensorFilter = (typeof sensorFilters)[number];

export const sensorFilters = ["above", "silent", "exceedances"] as const;

/** Sensors that somebody should look at now, over all projects: above the limit first, then silent ones. */
export function needingAttention(sensors: readonly ListedSensor[]): ListedSensor[] {
  return sensors.filter(({ status }) => needsAttention(status)).toSorted(byRank);
}

export function needsAttention({ state }: SensorStatus): boolean {
  return state.kind === "above" || state.kind === "silent";
}

/** The sensors that match a figure and a text, in the names of the sensor and its project or the sensor's id. */
export function matching(
  sensors: readonly ListedSensor[],
  filter: SensorFilter | null,
  text: string,
  exceedancesOf: (sensor: ListedSensor) => number,
): ListedSensor[] {
  const isFound = sensorFinder(text);
  const found = sensors.filter((entry) => {
    const { sensor, state } = entry.status;
    const isShown =
      filter === null ||
      (filter === "exceedances" ? exceedancesOf(entry) > 0 : state.kind === filter);
    return isShown && isFound(`${sensor.name} ${entry.project.name}`, sensor.id);
  });
  return filter === "exceedances"
    ? found.toSorted((left, right) => exceedancesOf(right) - exceedancesOf(left))
    : found.toSorted(byRank);
}

/** True if the clocks of the listed projects differ now: then a time says its offset. */
export function haveSeveralOffsets(sensors: readonly ListedSensor[], now: number): boolean {
  const zones = new Set(sensors.map(({ project }) => project.timezone));
  return new Set([...zones].map((zone) => offsetText(now, zoneOf(zone)))).size > 1;
}

export function hasBegun({ contract }: ProjectFacts, now: number): boolean {
  return contract === null || secondOf(contract.startAt) <= now;
}

export function hasEnded({ contract }: ProjectFacts, now: number): boolean {
  return contract !== null && secondOf(contract.endAt) < now;
}

/**
 * True if a contract ended within the last week while sensors still delivered, so that somebody may have forgotten to
 * prolong it: the newest sample of one is at most three intervals before the end.
 */
export function endedWhileDelivering(
  project: ProjectFacts,
  statuses: readonly SensorStatus[],
  now: number,
): boolean {
  if (project.contract === null || !hasEnded(project, now)) return false;
  const end = secondOf(project.contract.endAt);
  return (
    now - end <= 7 * 86_400 &&
    statuses.some(
      ({ newest, interval }) =>
        newest !== null && end - newest.second <= 3 * (interval?.seconds ?? 300),
    )
  );
}

function byRank(left: ListedSensor, right: ListedSensor): number {
  return compareStatuses(left.status, right.status);
}
