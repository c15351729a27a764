import { sensorStateAt } from "#acoustics/sensor-state.ts";
import type { LimitRules } from "#acoustics/limits/limit-rules.ts";
import { parseContractConfiguration } from "#acoustics/time/contract-period.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { parseTimeZone } from "#acoustics/time/time-zone.ts";
import type { Queryable } from "#database/client/pool.ts";
import type { Database } from "#database/client/statement.ts";
import { selectApiKeys } from "#database/queries/api-keys.ts";
import { everything } from "#database/queries/grants.ts";
import { createSampleReader } from "#database/queries/sample-columns.ts";
import {
  type ProjectFigures,
  selectProjectFigures,
  selectSensorFigures,
  type SensorFigures,
} from "#database/queries/sensor-figures.ts";
import { selectSettingsOfProject } from "#database/queries/sensor-settings.ts";
import { contractEndOf, readSensorInterval } from "#monitoring/sensor-interval.ts";
import { soonAfter, soonDays } from "#monitoring/soon.ts";
import { type Finding, findingsOf, listSome } from "./finding.ts";

/** Sensors, limits, contracts, time zones and keys, as they are now. */
export async function checkData(
  session: Database,
  db: Queryable,
  now: Instant,
): Promise<Finding[]> {
  const projects = await selectProjectFigures(session);
  const sensors = await selectSensorFigures(session);
  return [
    checkTimeZones(projects, now),
    checkContracts(projects, now),
    await checkSensors(session, projects, sensors, now),
    await checkLimits(session, projects),
    await checkKeys(db, now),
  ];
}

function checkTimeZones(projects: readonly ProjectFigures[], now: Instant): Finding {
  const zones = findingsOf("time zones");
  const release = process.versions["tz"] ?? "unknown";
  const unknown = projects.filter(({ timezone }) => parseTimeZone(timezone) === null);
  if (unknown.length > 0) {
    const named = unknown.map(({ id, timezone }) => `${timezone} of ${id}`);
    return zones.failure(
      `Node does not know ${listSome(named)}: correct the site file, or update Node`,
    );
  }
  const year = Number(/^[0-9]{4}/.exec(release)?.[0]);
  return new Date(now).getUTCFullYear() - year > 2
    ? zones.warning(`the data of Node are of ${release}: update Node`)
    : zones.ok(`those of the projects are known, with the data of ${release}`);
}

function checkContracts(projects: readonly ProjectFigures[], now: Instant): Finding {
  const contracts = findingsOf("contracts");
  const notes = projects.flatMap((project) => {
    const configured = parseContractConfiguration(project);
    if (!configured.isValid) return [`${project.id}: ${configured.issue}`];
    const { endAt } = configured.contract;
    if (endAt < now || endAt > soonAfter(now)) return [];
    return [`${project.id} ends at ${formatInstant(endAt)}`];
  });
  return notes.length === 0
    ? contracts.ok(`none is missing, and none ends within ${soonDays} days`)
    : contracts.warning(
        `${listSome(notes)}. Set the contract, or a later end, in the site file, and apply it`,
      );
}

async function checkSensors(
  session: Database,
  projects: readonly ProjectFigures[],
  sensors: readonly SensorFigures[],
  now: Instant,
): Promise<Finding> {
  const findings = findingsOf("sensors");
  const reader = createSampleReader(session, everything);
  const byNo = new Map(projects.map((project) => [project.projectNo, project]));
  const silent: string[] = [];
  for (const sensor of sensors) {
    const project = byNo.get(sensor.projectNo);
    if (project === undefined) continue;
    const { seconds } = await readSensorInterval(reader, project, sensor);
    const facts = { ...sensor, intervalSeconds: seconds, contractEnd: contractEndOf(project) };
    if (sensorStateAt(now / 1000, facts) !== "silent") continue;
    const last = new Date((sensor.newest ?? 0) * 1000).toISOString().replace(".000Z", "Z");
    silent.push(`${sensor.id} since ${last}`);
  }
  return silent.length === 0
    ? findings.ok(`none of ${sensors.length} is silent`)
    : findings.warning(
        `${silent.length} of ${sensors.length} are silent: ${listSome(silent)}. Look at the instruments and the import`,
      );
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

function hasRules(rules: LimitRules): boolean {
  return rules.default !== null || rules.windows.length > 0 || rules.exceptions.length > 0;
}

async function checkKeys(db: Queryable, now: Instant): Promise<Finding> {
  const keys = findingsOf("keys");
  const active = (await selectApiKeys(db)).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || +expiresAt > now),
  );
  const ending = active.flatMap(({ id, name, expiresAt }) =>
    expiresAt !== null && +expiresAt <= soonAfter(now)
      ? [`${id} (${name}) at ${expiresAt.toISOString()}`]
      : [],
  );
  return ending.length === 0
    ? keys.ok(`none of ${active.length} in force expires within ${soonDays} days`)
    : keys.warning(
        `${ending.length} expire within ${soonDays} days: ${listSome(ending)}. See \`acoustic key rotate --help\``,
      );
}
