import {
  describeBytes,
  describeCount,
  describeSeconds,
} from "../../operator/status/describe-amounts.ts";
import type {
  ProjectStatus,
  SensorStatus,
  StatusWithStates,
} from "../../operator/status/read-status.ts";
import { warningDays } from "../../operator/status/warning-period.ts";
import { formatTable } from "./table.ts";

/** The status as a table for the operator. */
export function describeStatus({
  status,
  database,
  audioStore,
  ...notes
}: StatusWithStates & Locations): string {
  const { projects, keys, databaseBytes, lastBackup } = status;
  const parts = projects.map((project) => describeProject(project, notes));
  if (projects.length === 0) parts.push("There are no projects yet: acoustic apply --help");
  parts.push(
    `Keys: ${describeCount(keys.active)} active, ${describeCount(keys.expiring)} of them expiring within ${warningDays} days\n` +
      `Database: ${describeBytes(databaseBytes)}, ${database}\n` +
      `Recordings: ${audioStore}\n` +
      `Last backup: ${lastBackup?.replace(/\.\d+Z$/, "Z") ?? "none yet (acoustic backup --help)"}`,
  );
  return parts.join("\n\n");
}

type SensorNotes = Omit<StatusWithStates, "status">;

/** The names of the database and the store in use. */
interface Locations {
  readonly database: string;
  readonly audioStore: string;
}

function describeProject(
  { id, sensors, recordings }: ProjectStatus,
  { states, delivering, future, unsteady }: SensorNotes,
): string {
  const lines = formatTable([columns, ...sensors.map(cellsOf)], firstNumber);
  return [
    `Project ${id}`,
    ...(sensors.length === 0 ? ["  It has no sensors."] : lines.map((line) => `  ${line}`)),
    `  Recordings: ${describeCount(recordings.count)}, ${describeBytes(recordings.bytes)}`,
    ...nameSensors("Without a sample", sensors, (sensor) => states.get(sensor.id) === "no_data"),
    ...nameSensors("Ended", sensors, (sensor) => states.get(sensor.id) === "ended"),
    ...nameSensors("Still delivering after the contract, not served", sensors, (sensor) =>
      delivering.has(sensor.id),
    ),
    ...nameSensors("Silent", sensors, (sensor) => states.get(sensor.id) === "silent"),
    ...nameSensors("With samples of the future", sensors, (sensor) => future.has(sensor.id)),
    ...nameSensors(
      "Whose times do not agree with the interval, declare intervalSeconds in the site file",
      sensors,
      (sensor) => unsteady.has(sensor.id),
    ),
  ].join("\n");
}

/** A line with the ids of the chosen sensors; no line without such sensors. */
function nameSensors(
  title: string,
  sensors: readonly SensorStatus[],
  isNamed: (sensor: SensorStatus) => boolean,
): string[] {
  const ids = sensors.filter(isNamed).map(({ id }) => id);
  return ids.length === 0 ? [] : [`  ${title}: ${ids.join(", ")}`];
}

const columns = [
  "sensor",
  "first sample",
  "newest sample",
  "age",
  "interval",
  "last day",
  "expected",
];

/** The index of the first column with numbers. */
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
