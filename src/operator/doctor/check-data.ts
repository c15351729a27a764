import { hasRules } from "../../acoustics/limits/limit-rules.ts";
import { parseContractConfiguration } from "../../acoustics/time/contract-period.ts";
import { formatInstant, type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { parseTimeZone } from "../../acoustics/time/time-zone.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectKeyFigures } from "../../database/queries/keys/key-use.ts";
import {
  readAsUtcResult,
  selectImportCounts,
} from "../../database/queries/imports/import-counts.ts";
import { selectLastBackup } from "../../database/queries/maintenance/last-backup.ts";
import {
  type ProjectFigures,
  selectFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import { selectSettingsOfProject } from "../../database/queries/sites/sensor-settings.ts";
import { readSensors, type SensorReading } from "../status/sensor-reading.ts";
import { describeSeconds } from "../status/describe-amounts.ts";
import {
  greatestBackupAgeMilliseconds,
  warningDays,
  warningEnd,
} from "../status/warning-period.ts";
import { type Finding, findingsOf, listSome } from "./finding.ts";

/** Checks projects, backups, sensors, limits, contracts, time zones and keys. */
export async function checkData(session: Database, now: Instant): Promise<Finding[]> {
  const { projects, sensors } = await selectFigures(session, now);
  // Every check of the data would find nothing wrong in a database without data.
  if (projects.length === 0) return [noProject, await checkKeys(session, now)];
  const readings = await readSensors(session, sensors, now);
  return [
    await checkBackup(session, now),
    checkTimeZones(projects, now),
    checkContracts(projects, readings, now),
    checkSilence(readings),
    ...checkFuture(readings),
    ...checkIntervals(readings),
    ...(await checkZones(session, now)),
    await checkLimits(session, projects),
    await checkKeys(session, now),
  ];
}

const noProject = findingsOf("projects").warning(
  "there is no project: `acoustic apply` makes one. If there was one, is this the database of the gateway (DATABASE_URL, DATA_DIR)? If its data are lost, restore a backup: `acoustic restore --help`",
);

async function checkBackup(session: Database, now: Instant): Promise<Finding> {
  const backup = findingsOf("backup");
  const last = await selectLastBackup(session);
  const advice =
    "run `acoustic backup`, and see why the nightly one did not (ops/systemd/acoustic-backup.timer)";
  if (last === null) return backup.warning(`there is none without faults yet: ${advice}`);
  const age = describeSeconds(Math.floor((now - last) / 1000));
  const text = `the last one without faults is of ${formatInstant(last)}, ${age} ago`;
  return now - last > greatestBackupAgeMilliseconds
    ? backup.warning(`${text}: ${advice}`)
    : backup.ok(text);
}

function checkTimeZones(projects: readonly ProjectFigures[], now: Instant): Finding {
  const zones = findingsOf("time zones");
  const release = process.versions["tz"] ?? "unknown";
  const unknown = projects.filter(({ timezone }) => parseTimeZone(timezone) === null);
  if (unknown.length > 0) {
    const named = unknown.map(({ id, timezone }) => `${timezone} of ${id}`);
    return zones.failure(
      `Node has no data of ${listSome(named)}: correct the site file, or update Node`,
    );
  }
  const year = Number(/^[0-9]{4}/.exec(release)?.[0]);
  return new Date(now).getUTCFullYear() - year > 2
    ? zones.warning(`the data of Node are of ${release}: update Node`)
    : zones.ok(`those of the projects are known, with the data of ${release}`);
}

function checkContracts(
  projects: readonly ProjectFigures[],
  readings: readonly SensorReading[],
  now: Instant,
): Finding {
  const contracts = findingsOf("contracts");
  const notes = projects.flatMap((project) => {
    const configured = parseContractConfiguration(project);
    if (!configured.isValid) return [`${project.id}: ${configured.issue}`];
    const { endAt } = configured.contract;
    if (endAt < now) {
      const delivering = readings.filter(
        (reading) => reading.project === project && reading.isDelivering,
      );
      if (delivering.length === 0) return [];
      const names = listSome(delivering.map(({ id }) => id));
      return [
        `${project.id} ended at ${formatInstant(endAt)}, and sensors still deliver: ${names}`,
      ];
    }
    if (endAt > warningEnd(now)) return [];
    return [`${project.id} ends at ${formatInstant(endAt)}`];
  });
  return notes.length === 0
    ? contracts.ok(
        `none is missing, none ends within ${warningDays} days, and no sensor delivers after its own`,
      )
    : contracts.warning(
        `${listSome(notes)}. Set the contract, or a later end, in the site file, and apply it`,
      );
}

function checkSilence(readings: readonly SensorReading[]): Finding {
  const findings = findingsOf("sensors");
  const silent = readings.filter(({ state }) => state === "silent");
  const names = silent.map(({ id, newest }) => `${id} since ${shortInstant(newest ?? 0)}`);
  return silent.length === 0
    ? findings.ok(`none of ${readings.length} is silent`)
    : findings.warning(
        `${silent.length} of ${readings.length} are silent: ${listSome(names)}. Look at the instruments and the import`,
      );
}

/** Without such samples there is no finding, because they are rare. */
function checkFuture(readings: readonly SensorReading[]): Finding[] {
  const names = readings.flatMap(({ id, future }) =>
    future === null ? [] : [`${id} at ${shortInstant(future)}`],
  );
  if (names.length === 0) return [];
  const advice = "Set the clock of the instrument, or import with --timezone; then remove them";
  return [
    findingsOf("sensors").warning(
      `${names.length} have samples of the future: ${listSome(names)}. ${advice}: \`acoustic remove samples --help\``,
    ),
  ];
}

/** Without such sensors there is no finding. */
function checkIntervals(readings: readonly SensorReading[]): Finding[] {
  const names = readings.flatMap(({ id, interval }) =>
    interval.agrees ? [] : [`${id} with ${interval.seconds} s`],
  );
  if (names.length === 0) return [];
  return [
    findingsOf("intervals").warning(
      `the times of ${names.length} do not agree with the interval that they show: ${listSome(names)}. ` +
        "Coverage and levels may be wrong: declare intervalSeconds in the site file",
    ),
  ];
}

/** Without rows that were read as UTC within the last days there is no finding. */
async function checkZones(session: Database, now: Instant): Promise<Finding[]> {
  const since = now / 1000 - warningDays * 86_400;
  return (await selectImportCounts(session)).flatMap(({ kind, result, rows, lastAt }) =>
    result === readAsUtcResult && rows > 0 && lastAt >= since
      ? [
          findingsOf("imports").warning(
            `${rows} rows of ${kind} had times without an offset, and were read as UTC, the last ones at ` +
              `${shortInstant(Math.floor(lastAt))}: name a timezone in the profile of the drop folder, or with --timezone`,
          ),
        ]
      : [],
  );
}

/** For example `2019-03-10T00:00:00Z`. */
function shortInstant(second: number): string {
  return formatInstant(instantOfSecond(second)).replace(".000Z", "Z");
}

async function checkLimits(
  session: Database,
  projects: readonly ProjectFigures[],
): Promise<Finding> {
  const limits = findingsOf("limits");
  const without: string[] = [];
  for (const { id } of projects) {
    for (const { sensorId, reading } of (await selectSettingsOfProject(session, id)) ?? []) {
      if (reading === null) continue;
      const { sensor, project } = reading.schedule;
      if (!hasRules(sensor) && !hasRules(project)) without.push(sensorId);
    }
  }
  return without.length === 0
    ? limits.ok("each sensor with a contract has some")
    : limits.warning(
        `${without.length} sensors have none: ${listSome(without)}. They never have an event: add limits to the site file`,
      );
}

async function checkKeys(session: Database, now: Instant): Promise<Finding> {
  const keys = findingsOf("keys");
  const figures = await selectKeyFigures(session, { now, warningEnd: warningEnd(now) });
  const ending = figures.expiring.map(
    ({ id, name, expiresAt }) => `${id} (${name}) at ${formatInstant(instantOfSecond(expiresAt))}`,
  );
  return ending.length === 0
    ? keys.ok(`none of ${figures.active} in force expires within ${warningDays} days`)
    : keys.warning(
        `${ending.length} expire within ${warningDays} days: ${listSome(ending)}. See \`acoustic key rotate --help\``,
      );
}
