import { describeBytes, describeCount, describeSeconds } from "#monitoring/describe-amounts.ts";
import { type SensorStateName, sensorStates } from "#acoustics/sensor-state.ts";
import type { ProjectStatus, SensorStatus, StatusWithStates } from "#monitoring/read-status.ts";
import { soonDays } from "#monitoring/soon.ts";
import { formatTable } from "./table.ts";

/** The status as a table for the operator. */
export function describeStatus({
  status,
  states,
  database,
  audioStore,
}: StatusWithStates & Places): string {
  const { projects, keys, databaseBytes } = status;
  const parts = projects.map((project) => describeProject(project, states));
  if (projects.length === 0) parts.push("There are no projects yet: acoustic apply --help");
  parts.push(
    `Keys: ${describeCount(keys.active)} active, ${describeCount(keys.expiring)} of them expiring within ${soonDays} days\n` +
      `Database: ${describeBytes(databaseBytes)}, ${database}\n` +
      `Recordings: ${audioStore}`,
  );
  return parts.join("\n\n");
}

/** The names of the database and the store in use. */
interface Places {
  readonly database: string;
  readonly audioStore: string;
}

function describeProject(
  { id, sensors, recordings }: ProjectStatus,
  states: StatusWithStates["states"],
): string {
  const lines = formatTable([columns, ...sensors.map(cellsOf)], firstNumber);
  return [
    `Project ${id}`,
    ...(sensors.length === 0 ? ["  It has no sensors."] : lines.map((line) => `  ${line}`)),
    `  Recordings: ${describeCount(recordings.count)}, ${describeBytes(recordings.bytes)}`,
    ...sensorStates.flatMap((state) => describeState(state, sensors, states)),
  ].join("\n");
}

/** The sensors of a state; those that are current need no words. */
function describeState(
  state: SensorStateName,
  sensors: readonly SensorStatus[],
  states: StatusWithStates["states"],
): string[] {
  const ids = sensors.flatMap(({ id }) => (states.get(id) === state ? [id] : []));
  return state === "current" || ids.length === 0
    ? []
    : [`  ${stateNames[state]}: ${ids.join(", ")}`];
}

const stateNames = { no_data: "Without a sample", ended: "Ended", silent: "Silent" } as const;

const columns = [
  "sensor",
  "first sample",
  "newest sample",
  "age",
  "interval",
  "last day",
  "expected",
];

/** The columns before it are texts. */
const firstNumber = 3;

function cellsOf(sensor: SensorStatus): string[] {
  const { id, first, newest, ageSeconds, intervalSeconds, samples, expected } = sensor;
  return [
    id,
    first?.replace(".000Z", "Z") ?? "none",
    newest?.replace(".000Z", "Z") ?? "none",
    ageSeconds === null ? "" : describeSeconds(ageSeconds),
    describeSeconds(intervalSeconds),
    describeCount(samples),
    describeCount(expected),
  ];
}
