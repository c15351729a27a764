import { readFile } from "node:fs/promises";
import { type Hundredths, parseLevel } from "../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../acoustics/levels/level-names.ts";
import { dateOf, millisecondsOfDay } from "../acoustics/time/calendar-day.ts";
import { formatInstant, type Instant, instantOfSecond } from "../acoustics/time/instant.ts";
import { offsetAt, type TimeZone } from "../acoustics/time/time-zone.ts";
import { weekdays } from "../acoustics/time/wall-clock.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { formatIssue, parseSiteFile, type Site } from "../ingest/site/site-file.ts";
import { packageFile } from "../system/package-files.ts";

export const projectIds = ["demo-lisbon", "demo-brooklyn"] as const;

/*
 * The files of `data/` are written for the week of Monday 2024-01-01. Dates are moved by whole weeks to the week of
 * `now`; weekdays and local clock times stay. A table has one week in local time, and is repeated for thirty days. Each
 * repetition is varied, as real weeks are:
 * - The five working days have another order.
 * - Each hour is up to 0.7 dB louder or quieter; all levels of a sample change by the same amount.
 * - `changes.csv` names the times that repeat another day, and the times without samples (`off`). `exclusions.csv`
 *   names times that do not count.
 */

/** Reads the demonstration for the thirty days before `now`. */
export async function readDemonstration(now: Instant) {
  const [first, ...others] = projectIds;
  const site = await readSite(first, now);
  const sites = [site, ...(await Promise.all(others.map((id) => readSite(id, now))))];
  const seconds = secondsBefore(now);
  const exclusions = await readExclusions(sites, seconds, now);
  const rows = await readRows(sites, seconds, now);
  return { sites, seconds, exclusions, lastWeek: lastWeekOf(site.timeZone, now), ...rows };
}

/** The first and the last local date of the week before that of an instant, Monday and Sunday. */
function lastWeekOf(zone: TimeZone, now: Instant): Record<"monday" | "sunday", string> {
  const monday = (baseMonday + shiftAt(zone, now)) / millisecondsOfDay - 7;
  return { monday: dateOf(monday), sunday: dateOf(monday + 6) };
}

/** Starts of the five-minute intervals of the thirty days before `now`, Unix seconds. */
export function secondsBefore(now: Instant): number[] {
  return Array.from({ length: days * intervalsOfDay }, (_, index) => {
    const interval = Math.floor(now / 300_000) - days * intervalsOfDay + index;
    return interval * 300;
  });
}

/** The rows of these seconds in a demonstration that was loaded in the week of `loadedAt`; they may be later ones. */
export async function readRows(
  sites: readonly Site[],
  seconds: readonly number[],
  loadedAt: Instant,
) {
  const repeatAll = async (folder: string) => {
    const rows = await Promise.all(
      sites.map((site) => repeatWeek(folder, site, seconds, loadedAt)),
    );
    return rows.flat().toSorted((left, right) => left.second - right.second);
  };
  const samples = (await repeatAll("samples")).map(({ cells, variation, ...row }) => ({
    ...row,
    levels: readLevels(cells, variation),
  }));
  const classifications = (await repeatAll("classifications")).map(({ cells, ...row }) => ({
    ...row,
    label: cells["label"] ?? "",
    confidence: Number(cells["confidence"]),
    /** Name of a file in `data/recordings`, or empty. */
    recording: cells["recording"] ?? "",
  }));
  return { samples, classifications };
}

/** An instant of the week in which a demonstration was loaded. The start of its contract moves by whole weeks. */
export async function weekOfLoading(projectId: string, contractStartAt: number): Promise<Instant> {
  const { contract } = await readSite(projectId, baseWednesday);
  const weeks = Math.round((contractStartAt - (contract?.startAt ?? 0)) / millisecondsOfWeek);
  return (baseWednesday + weeks * millisecondsOfWeek) as Instant;
}

export function readRecording(name: string): Promise<Buffer> {
  return readFile(dataFile(`recordings/${name}.flac`));
}

const days = 30;
const intervalsOfDay = 288;
const baseMonday = Date.parse("2024-01-01");
/** An instant of the same week in every zone. */
const baseWednesday = Date.parse("2024-01-03T12:00:00Z") as Instant;
export const millisecondsOfWeek = 7 * millisecondsOfDay;

export async function readSite(projectId: string, now: Instant): Promise<Site> {
  const text = await readFile(dataFile(`${projectId}.yaml`), "utf8");
  const { timeZone } = parseSite(text, projectId);
  const shift = shiftAt(timeZone, now);
  const moved = text.replaceAll(/\d{4}-\d{2}-\d{2}(?:T[\d:]+Z)?/g, (date) => {
    const before = Date.parse(date) as Instant;
    const after = (before + shift) as Instant;
    if (!date.includes("T")) return dateOf(after / millisecondsOfDay);
    const clockChange = offsetAt(timeZone, before) - offsetAt(timeZone, after);
    return formatInstant((after + clockChange) as Instant);
  });
  return parseSite(moved, projectId);
}

function parseSite(text: string, projectId: string): Site {
  const parsed = parseSiteFile(text, `${projectId}.yaml`);
  if (!parsed.ok) throw new InvalidInput(parsed.issues.map(formatIssue));
  return parsed.site;
}

/** Whole weeks from the week of the files to the local week of `now`, in milliseconds. */
function shiftAt(zone: TimeZone, now: Instant): number {
  return (
    Math.floor((now + offsetAt(zone, now) - baseMonday) / millisecondsOfWeek) * millisecondsOfWeek
  );
}

/** The rows of the sensors' tables in a folder for each of `seconds`. */
async function repeatWeek(
  folder: string,
  { id: projectId, timeZone, sensors }: Site,
  seconds: readonly number[],
  now: Instant,
) {
  const intervals = localIntervals(timeZone, seconds, now);
  const changes = await readTable("changes.csv");
  const tables = sensors.map(async ({ id: sensorId }, index) => {
    const rows = new Map<string, TableRow[]>();
    for (const cells of await readTable(`${folder}/${sensorId}.csv`)) {
      const key = `${cells["day"]} ${cells["time"]}`;
      rows.set(key, [...(rows.get(key) ?? []), cells]);
    }
    const ownChanges = changes.filter(({ id }) => id === sensorId || id === projectId);
    return intervals.flatMap(({ second, time, clock, usualDay, hour }) => {
      const change = ownChanges.find(({ from = "", to = "" }) => from <= time && time < to);
      const day = change?.["day"] ?? usualDay;
      const variation = variations[(hour + 3 * index) % variations.length] ?? 0;
      const isException = day === "exception";
      const found = rows.get(`${day} ${clock}`) ?? [];
      return found.map((cells) => ({ sensorId, second, cells, variation, isException }));
    });
  });
  return (await Promise.all(tables)).flat();
}

/** The intervals that begin at some seconds, with the local time of each in the week of the files. */
function localIntervals(timeZone: TimeZone, seconds: readonly number[], now: Instant) {
  const shift = shiftAt(timeZone, now);
  return seconds.map((second) => {
    const local = second * 1000 + offsetAt(timeZone, instantOfSecond(second));
    const time = formatInstant((local - shift) as Instant).slice(0, 16);
    const hour = Math.floor(local / 3_600_000);
    return { second, time, clock: time.slice(11), usualDay: repeatedDay(local), hour };
  });
}

/** The exclusions of the sensors among these seconds. */
async function readExclusions(sites: readonly Site[], seconds: readonly number[], now: Instant) {
  const rows = await readTable("exclusions.csv");
  return sites.flatMap(({ timeZone, sensors }) => {
    const intervals = localIntervals(timeZone, seconds, now);
    return rows.flatMap(({ id, from = "", to = "", reason = "", note = "" }) => {
      const sensor = sensors.find((each) => each.id === id);
      const excluded = intervals.filter(({ time }) => from <= time && time < to);
      const [first, last] = [excluded[0], excluded.at(-1)];
      if (sensor === undefined || first === undefined || last === undefined) return [];
      return [{ sensorId: sensor.id, second: first.second, end: last.second + 300, reason, note }];
    });
  });
}

/** The order of the working days changes from week to week. */
function repeatedDay(local: number): string {
  const sinceMonday = Math.floor((local - baseMonday) / millisecondsOfDay);
  const week = Math.floor(sinceMonday / 7);
  const weekday = sinceMonday - 7 * week;
  return weekdays[weekday < 5 ? (weekday + week) % 5 : weekday] ?? "mon";
}

/** Hundredths of a dB by which successive hours are louder. */
const variations = [0, 35, -50, 15, 60, -25, -70, 45, -10, 20, -35];

function readLevels(cells: TableRow, variation: number): Partial<Record<LevelName, Hundredths>> {
  const levels: Partial<Record<LevelName, Hundredths>> = {};
  for (const name of levelNames) {
    const level = parseLevel(cells[name] ?? "");
    if (level !== null) levels[name] = (level + variation) as Hundredths;
  }
  return levels;
}

type TableRow = Readonly<Partial<Record<string, string>>>;

/** The files have no quotes. */
async function readTable(name: string): Promise<TableRow[]> {
  const text = await readFile(dataFile(name), "utf8");
  const [header = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(header.map((column, i) => [column, cells[i]])));
}

function dataFile(name: string): string {
  return packageFile(`src/demo/data/${name}`);
}
