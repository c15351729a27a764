import {
  describeBytes,
  describeCount,
  describeSeconds,
} from "../../operator/status/describe-amounts.ts";
import type {
  ProjectStatus,
  SensorStatus,
  StatusWithReadings,
} from "../../operator/status/read-status.ts";
import type { SensorReading } from "../../operator/status/sensor-reading.ts";
import { warningDays } from "../../operator/status/warning-period.ts";
import { formatTable } from "./table.ts";

/** The status as a table for the operator. */
export function describeStatus({
  status,
  readings,
  database,
  audioStore,
}: StatusWithReadings & Locations): string {
  const { projects, keys, databaseBytes, lastBackup } = status;
  const parts = projects.map((project) => describeProject(project, readings));
  if (projects.length === 0) parts.push("There are no projects yet: acoustic apply --help");
  parts.push(
    `Keys: ${describeCount(keys.active)} active, ${describeCount(keys.expiring)} of them expiring within ${warningDays} days\n` +
      `Database: ${describeBytes(databaseBytes)}, ${database}\n` +
      `Recordings: ${audioStore}\n` +
      `Last backup: ${lastBackup?.replace(/\.\d+Z$/, "Z") ?? "none yet (acoustic backup --help)"}`,
  );
  return parts.join("\n\n");
}

/** The names of the database and the store in use. */
interface Locations {
  readonly database: string;
  readonly audioStore: string;
}

function describeProject(
  { id, sensors, recordings }: ProjectStatus,
  readings: StatusWithReadings["readings"],
): string {
  const lines = formatTable([columns, ...sensors.map(cellsOf)], firstNumber);
  const own = sensors.flatMap((sensor) => readings.get(sensor.id) ?? []);
  /** A line with the ids of the chosen sensors; no line without such sensors. */
  const named = (title: string, isNamed: (reading: SensorReading) => boolean) => {
    const ids = own.filter(isNamed).map((reading) => reading.id);
    return ids.length === 0 ? [] : [`  ${title}: ${ids.join(", ")}`];
  };
  return [
    `Project ${id}`,
    ...(sensors.length === 0 ? ["  It has no sensors."] : lines.map((line) => `  ${line}`)),
    `  Recordings: ${describeCount(recordings.count)}, ${describeBytes(recordings.bytes)}`,
    ...named("Without a sample", ({ state }) => state === "no_data"),
    ...named("Ended", ({ state }) => state === "ended"),
    ...named("Still delivering after the contract, not served", ({ isDelivering }) => isDelivering),
    ...named("Silent", ({ state }) => state === "silent"),
    ...named("With samples of the future", ({ future }) => future !== null),
    ...named(
      "Whose times do not agree with the interval, declare intervalSeconds in the site file",
      ({ interval }) => !interval.agrees,
    ),
  ].join("\n");
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
