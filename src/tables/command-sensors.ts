import { compareIds } from "../acoustics/ids.ts";
import { formatInstant, type Instant, type Interval } from "../acoustics/time/instant.ts";
import type { Database } from "../database/client/statement.ts";
import { everything } from "../database/queries/keys/grants.ts";
import {
  createSampleReader,
  type SampleReader,
} from "../database/queries/samples/sample-columns.ts";
import {
  selectSettingsOfProject,
  type SensorSettings,
} from "../database/queries/sites/sensor-settings.ts";
import { selectRules } from "../database/queries/sites/site-rules.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { clampRange, openSource, type SourceWork } from "../operations/aggregates/open-source.ts";
import {
  authorizedOf,
  type AssessmentRules,
} from "../operations/assessment/authorize-assessments.ts";
import { unknownAsOf } from "../operations/projects/rules-as-of.ts";
import {
  type ExportedSensor,
  type ExportOptions,
  exportSensor,
} from "../operations/exports/exported-sensor.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

export interface CommandSensors {
  readonly projectId: string;
  /** Empty: all of the project. */
  readonly sensorIds: readonly string[];
}

/** Reads the settings of sensors. Throws `InvalidInput` for an unknown project or sensor. */
export async function readCommandSensors(
  session: Database,
  { projectId, sensorIds }: CommandSensors,
): Promise<readonly SensorSettings[]> {
  const settings = await selectSettingsOfProject(session, projectId);
  if (settings === null) throw new InvalidInput([describeUnknownId("project", projectId)]);
  const known = new Map(settings.map((sensor) => [sensor.sensorId as string, sensor]));
  const unknown = sensorIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new InvalidInput(unknown.map((id) => `the project ${projectId} has no sensor ${id}`));
  }
  const chosen = sensorIds.length === 0 ? [...known.keys()] : [...new Set(sensorIds)];
  return chosen.toSorted(compareIds).flatMap((id) => known.get(id) ?? []);
}

/**
 * Checks that every sensor can be read, and throws `InvalidInput` if its contract is missing or invalid. Returns a
 * function that opens a sensor for a range, or its contract; null if nothing is to be read.
 */
export function openCommandSensors(
  session: Database,
  sensors: readonly SensorSettings[],
  range: Interval | null,
  rules: AssessmentRules,
  { criterionIds }: Pick<ExportOptions, "criterionIds">,
): (sensor: SensorSettings) => Promise<ExportedSensor | null> {
  const readable = new Map(
    sensors.map((sensor) => {
      const { reading, contractIssue, projectId } = sensor;
      if (reading !== null) return [sensor, { ...sensor, reading }];
      throw new InvalidInput([`the project ${projectId}: ${contractIssue}`]);
    }),
  );
  const reader = createSampleReader(session, everything);
  const criteria = criterionIds.length === 0 ? null : criterionIds;
  return async (sensor) => {
    const found = readable.get(sensor);
    if (found === undefined) return null;
    const { seconds } = clampRange(found, range ?? found.reading.contract);
    if (seconds === null) return null;
    const opened = await openSource(found, seconds, commandWork(reader));
    const now = Date.now() as Instant;
    const source = {
      database: session,
      grants: everything,
      now,
      mayGoOn: async () => true,
    } as const;
    return exportSensor(source, found, opened, authorizedOf(found, rules, { criteria }));
  };
}

/**
 * The rules by which a command assesses: without an instant those of the settings, so that an `apply` meanwhile changes
 * none of them. Throws `InvalidInput` for an unknown criterion or an early instant.
 */
export async function readCommandRules(
  session: Database,
  projectId: string,
  [first]: readonly SensorSettings[],
  { criterionIds, asOf }: Pick<ExportOptions, "criterionIds" | "asOf">,
): Promise<AssessmentRules> {
  const present = asOf === null ? first?.rules : undefined;
  const rules = present ?? (await readRules(session, projectId, asOf));
  const known = new Set<string>(rules.criteria.map(({ id }) => id));
  const unknown = criterionIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return rules;
  throw new InvalidInput(unknown.map((id) => `the project ${projectId} has no criterion ${id}`));
}

async function readRules(
  session: Database,
  projectId: string,
  asOf: ExportOptions["asOf"],
): Promise<AssessmentRules> {
  const search = { projectId, asOf };
  const found = (await selectRules(session, everything, search)) ?? withoutCriteria;
  if (!("knownSince" in found)) return found;
  const { detail } = unknownAsOf(found);
  const instant = asOf === null ? "now" : formatInstant(asOf);
  throw new InvalidInput([`${projectId} as of ${instant}: the instant ${detail}`]);
}

/** The rules of what is not assessed. */
export const withoutCriteria: AssessmentRules = { criteria: [], holidays: new Map() };

/** The way in which a command reads samples: without bounds, and without waiting for requests. */
export function commandWork(reader: SampleReader): SourceWork {
  return {
    reader,
    newest: reader.newest,
    // No request shares the thread of a command.
    withSlot: (read) => read(),
    checkCount: () => undefined,
  };
}
