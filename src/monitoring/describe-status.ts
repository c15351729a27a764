import type { ProjectStatus, SensorStatus, Status } from "./read-status.ts";
import { soonDays } from "./soon.ts";

/** The status as a table for the operator. */
export function describeStatus({ projects, keys, databaseBytes }: Status): string {
  const parts = projects.map(describeProject);
  if (projects.length === 0) parts.push("There are no projects yet: acoustic apply --help");
  parts.push(
    `Keys: ${count(keys.active)} active, ${count(keys.expiring)} of them expiring within ${soonDays} days\n` +
      `Database: ${describeBytes(databaseBytes)}`,
  );
  return parts.join("\n\n");
}

function describeProject({ id, sensors, recordings }: ProjectStatus): string {
  const rows = [columns, ...sensors.map(cellsOf)];
  const widths = columns.map((_, place) =>
    Math.max(...rows.map((cells) => cells[place]?.length ?? 0)),
  );
  const lines = rows.map((cells) =>
    `  ${cells.map((cell, place) => (place < leftColumns ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0))).join("  ")}`.trimEnd(),
  );
  return [
    `Project ${id}`,
    ...(sensors.length === 0 ? ["  It has no sensors."] : lines),
    `  Recordings: ${count(recordings.count)}, ${describeBytes(recordings.bytes)}`,
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

const leftColumns = 3;

function cellsOf(sensor: SensorStatus): string[] {
  const { id, first, newest, ageSeconds, intervalSeconds, samples, expected } = sensor;
  return [
    id,
    first?.replace(".000Z", "Z") ?? "none",
    newest?.replace(".000Z", "Z") ?? "none",
    ageSeconds === null ? "" : describeSeconds(ageSeconds),
    describeSeconds(intervalSeconds),
    count(samples),
    count(expected),
  ];
}

/** For example `45 s`, `5 min`, `3 h` or `12 d`, rounded down. */
export function describeSeconds(seconds: number): string {
  if (Math.abs(seconds) < 120) return `${seconds} s`;
  if (Math.abs(seconds) < 7200) return `${count(Math.trunc(seconds / 60))} min`;
  if (Math.abs(seconds) < 172_800) return `${count(Math.trunc(seconds / 3600))} h`;
  return `${count(Math.trunc(seconds / 86_400))} d`;
}

/** For example `12.3 MB`. */
export function describeBytes(bytes: number): string {
  for (const [unit, size] of units) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  }
  return `${bytes} bytes`;
}

const units = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;

function count(value: number): string {
  return value.toLocaleString("en");
}
