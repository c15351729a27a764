import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { defaultPeriods, type Periods } from "../../../acoustics/aggregates/indicators.ts";
import {
  type ContractPeriod,
  parseContractConfiguration,
} from "../../../acoustics/time/contract-period.ts";
import type { SensorId } from "../../../acoustics/ids.ts";
import type { LimitRules, LimitSchedule } from "../../../acoustics/limits/limit-rules.ts";
import type { TimeZone } from "../../../acoustics/time/time-zone.ts";
import { type Database, textArrayLiteral } from "../../client/statement.ts";
import { classificationModels, contracts, projects, sensors } from "../../tables/sites.ts";
import {
  defineSensorStatement,
  everything,
  type GrantedSensorNo,
  type Grants,
} from "../keys/grants.ts";
import {
  composeLimitRules,
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";
import { millisecondsOf, periodsOf, selectProjectsById } from "./projects.ts";
import { selectSensorsByProject } from "./sensors.ts";

/** Everything that decides how the telemetry of one sensor is read, from one state of the database. */
export interface SensorSettings {
  readonly sensorNo: GrantedSensorNo;
  readonly sensorId: SensorId;
  readonly projectId: string;
  /** Null if the contract configuration is missing or invalid: then no telemetry may be read. */
  readonly reading: ReadingSettings | null;
  /** The issue of the contract configuration, in words for the operator; null if it is valid. */
  readonly contractIssue: string | null;
}

export interface ReadingSettings {
  readonly contract: ContractPeriod;
  readonly schedule: LimitSchedule;
  /** The model whose classifications are served; null for none. */
  readonly model: ConfiguredModel | null;
  /** The declared interval of the samples, of the sensor or else of the project; null if none is declared. */
  readonly declaredInterval: number | null;
  /** When the periods of the noise indicators begin. */
  readonly periods: Periods;
}

export interface ConfiguredModel {
  readonly modelNo: number;
  readonly name: string;
  /** 0 to 1. Classifications with a lower confidence are not served. */
  readonly minConfidence: number;
}

/** The settings of the sensors among `ids` that the principal may read, for `composeSettings`. */
export async function selectSettingsRows(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<readonly SettingsRow[]> {
  return ids.length === 0 ? [] : settingsById(database, { grants, ids: textArrayLiteral(ids) });
}

/** The settings of all sensors of a project, for a command; null without the project. */
export async function selectSettingsOfProject(
  database: Database,
  id: string,
): Promise<SensorSettings[] | null> {
  const project = (await selectProjectsById(database, everything, [id])).get(id);
  if (project === undefined) return null;
  const sensorsOf = await selectSensorsByProject(database, everything, [project]);
  const ids = (sensorsOf.get(project) ?? []).map((sensor) => sensor.id);
  const settings = await composeSettings(await selectSettingsRows(database, everything, ids));
  return [...settings.values()];
}

/**
 * The settings from rows, by the id of the sensor. The caller compares the project. Other events of the thread come
 * between texts of many rules: the map of thousands of sensors is drawn from them.
 */
export async function composeSettings(
  rows: readonly SettingsRow[],
): Promise<Map<string, SensorSettings>> {
  const projectLimits = new Map<string, ProjectLimits>();
  for (const { projectId, projectLimits: text } of rows) {
    if (text !== null) projectLimits.set(projectId, projectLimitsOf(text));
  }
  const composed = new Map<string, SensorSettings>();
  let length = 0;
  for (const row of rows) {
    composed.set(row.sensorId, settingsOf(row, projectLimits.get(row.projectId)));
    length += row.sensorRules.length;
    if (length < rulesAtOnce) continue;
    length = 0;
    await setImmediate();
  }
  return composed;
}

/** Characters of rules that are parsed in a few milliseconds. */
const rulesAtOnce = 500_000;

export type SettingsRow = {
  sensorNo: GrantedSensorNo;
  sensorId: string;
  projectId: string;
  timezone: string;
  startAt: number | null;
  endAt: number | null;
  /** JSON text of the rules of the sensor. */
  sensorRules: string;
  /** JSON text of the holidays and rules of the project, in one row of each project; null in the others. */
  projectLimits: string | null;
  modelNo: number | null;
  modelName: string | null;
  minConfidence: number;
  intervalSeconds: number | null;
  dayFromMinute: number | null;
  eveningFromMinute: number | null;
  nightFromMinute: number | null;
};

const settingsById = defineSensorStatement<{ grants: Grants; ids: string }, SettingsRow>(
  "select-sensor-settings",
  (value, grantedSensors) => sql`
    select ${sensors.sensorNo} as "sensorNo", ${sensors.id} as "sensorId",
      ${projects.id} as "projectId", ${projects.timezone} as timezone,
      ${millisecondsOf(contracts.startAt)} as "startAt", ${millisecondsOf(contracts.endAt)} as "endAt",
      ${limitRulesOf("sensor")}::text as "sensorRules",
      case when row_number() over (partition by ${projects.projectNo}) = 1
        then json_build_object('holidays', ${holidaysOf()}, 'rules', ${limitRulesOf("project")})::text
        end as "projectLimits",
      ${classificationModels.modelNo} as "modelNo", ${classificationModels.name} as "modelName",
      ${projects.minConfidence} as "minConfidence",
      coalesce(${sensors.intervalSeconds}, ${projects.intervalSeconds}) as "intervalSeconds",
      ${projects.dayFromMinute} as "dayFromMinute",
      ${projects.eveningFromMinute} as "eveningFromMinute",
      ${projects.nightFromMinute} as "nightFromMinute"
    ${grantedSensors(
      sql`${sensors.id} = any (${value("ids")}::text[])`,
      sql`join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
        left join ${contracts} on ${contracts.projectNo} = ${projects.projectNo}
        left join ${classificationModels}
          on ${classificationModels.modelNo} = ${projects.modelNo}`,
    )}`,
);

function settingsOf(row: SettingsRow, projectLimits: ProjectLimits | undefined): SensorSettings {
  return {
    sensorNo: row.sensorNo,
    // Only valid ids are stored.
    sensorId: row.sensorId as SensorId,
    projectId: row.projectId,
    ...readingOf(row, projectLimits),
  };
}

function readingOf(
  row: SettingsRow,
  projectLimits: ProjectLimits | undefined,
): Pick<SensorSettings, "reading" | "contractIssue"> {
  const configuration = parseContractConfiguration(row);
  if (!configuration.isValid) return { reading: null, contractIssue: configuration.issue };
  if (projectLimits === undefined) throw new Error(`no limits were read of ${row.projectId}`);
  const { contract, timeZone } = configuration;
  const { modelNo, modelName, minConfidence } = row;
  const model =
    modelNo === null || modelName === null ? null : { modelNo, name: modelName, minConfidence };
  const schedule = scheduleOf(timeZone, projectLimits, row.sensorRules);
  const periods = periodsOf(row) ?? defaultPeriods;
  const reading = { contract, schedule, model, declaredInterval: row.intervalSeconds, periods };
  return { reading, contractIssue: null };
}

/** The part of a schedule that all sensors of a project share. */
interface ProjectLimits {
  readonly holidays: ReadonlyMap<string, string | null>;
  readonly rules: LimitRules;
  /** Distinguishes the object in the names of schedules. */
  readonly serial: number;
}

/** Every request reads the texts, but the same text is parsed only once. */
function projectLimitsOf(text: string): ProjectLimits {
  const known = parsedProjects.get(text);
  if (known !== undefined) return known;
  const { holidays, rules } = JSON.parse(text) as {
    readonly holidays: readonly HolidayRecord[];
    readonly rules: readonly StoredLimitRule[];
  };
  serial += 1;
  const limits = {
    holidays: new Map(holidays.map(({ date, name }) => [date, name])),
    rules: composeLimitRules(rules),
    serial,
  };
  parsedProjects.set(text, limits);
  return limits;
}

/**
 * Returns the same object for the same zone, limits of the project and text, so that values computed from it are
 * cached.
 */
function scheduleOf(
  timeZone: TimeZone,
  project: ProjectLimits,
  sensorRules: string,
): LimitSchedule {
  const name = `${project.serial} ${timeZone} ${sensorRules}`;
  const known = parsedSchedules.get(name);
  if (known !== undefined) return known;
  const sensor = composeLimitRules(JSON.parse(sensorRules) as StoredLimitRule[]);
  const schedule = { timeZone, holidays: project.holidays, sensor, project: project.rules };
  parsedSchedules.set(name, schedule);
  return schedule;
}

let serial = 0;

/** By the whole text: after a change, the next request parses the new text. */
const parsedProjects = new LRUCache<string, ProjectLimits>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_limits, text) => text.length,
});

/** Sized by the values that are computed from a schedule and cached with it. */
const parsedSchedules = new LRUCache<string, LimitSchedule>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ sensor, project }, name) =>
    name.length + bytesOfWindow * (sensor.windows.length + project.windows.length),
});

/** Two changes on each of 28 kinds of days, 16 bytes each. */
const bytesOfWindow = 1000;
