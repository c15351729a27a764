import { describeBytes, describeCount, describeSeconds } from "#monitoring/describe-amounts.ts";
import type { ProjectStatus, SensorStatus, Status } from "#monitoring/read-status.ts";
import { soonDays } from "#monitoring/soon.ts";
import { formatTable } from "./table.ts";

/** The status as a table for the operator. */
export function describeStatus({ projects, keys, databaseBytes }: Status): string {
  const parts = projects.map(describeProject);
  if (projects.length === 0) parts.push("There are no projects yet: acoustic apply --help");
  parts.push(
    `Keys: ${describeCount(keys.active)} active, ${describeCount(keys.expiring)} of them expiring within ${soonDays} days\n` +
      `Database: ${describeBytes(databaseBytes)}`,
  );
  return parts.join("\n\n");
}

function describeProject({ id, sensors, recordings }: ProjectStatus): string {
  const lines = formatTable([columns, ...sensors.map(cellsOf)], firstNumber);
  return [
    `Project ${id}`,
    ...(sensors.length === 0 ? ["  It has no sensors."] : lines.map((line) => `  ${line}`)),
    `  Recordings: ${describeCount(recordings.count)}, ${describeBytes(recordings.bytes)}`,
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
