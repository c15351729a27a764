import { sql } from "drizzle-orm";
import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
import {
  type ContractPeriod,
  parseContractConfiguration,
} from "../../../acoustics/time/contract-period.ts";
import type { SensorId } from "../../../acoustics/ids.ts";
import type { LimitSchedule } from "../../../acoustics/limits/limit-rules.ts";
import { type Database, textArrayLiteral } from "../../client/statement.ts";
import { classificationModels, projects, sensors, siteVersions } from "../../tables/sites.ts";
import {
  defineSensorStatement,
  everything,
  type GrantedSensorNo,
  type Grants,
} from "../keys/grants.ts";
import { millisecondsOf, selectProjectsById } from "./projects.ts";
import { selectSensorsByProject } from "./sensors.ts";
import { type NumberedText, selectRulesOf, type SiteRules } from "./site-rules.ts";

/** Everything that decides how the telemetry of one sensor is read, from one state of the database. */
export interface SensorSettings {
  readonly sensorNo: GrantedSensorNo;
  readonly sensorId: SensorId;
  readonly projectId: string;
  /** The rules of the newest version of the site. */
  readonly rules: SiteRules;
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

/** The settings of the sensors among `ids` that the principal may read, by id. The caller compares the project. */
export async function selectSettings(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, SensorSettings>> {
  if (ids.length === 0) return new Map();
  const rows = await settingsById(database, { grants, ids: textArrayLiteral(ids) });
  const rules = await selectRulesOf(database, grants, rows);
  return new Map(
    rows.flatMap((row) => {
      const ofVersion = rules.get(row.digest);
      return ofVersion === undefined ? [] : [[row.sensorId, settingsOf(row, ofVersion)]];
    }),
  );
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
  return [...(await selectSettings(database, everything, ids)).values()];
}

type SettingsRow = NumberedText & {
  sensorNo: GrantedSensorNo;
  sensorId: string;
  projectId: string;
  timezone: string;
  startAt: number | null;
  endAt: number | null;
  modelNo: number | null;
  modelName: string | null;
  minConfidence: number;
  intervalSeconds: number | null;
};

const settingsById = defineSensorStatement<{ grants: Grants; ids: string }, SettingsRow>(
  "select-sensor-settings",
  (value, grantedSensors) => sql`
    select ${sensors.sensorNo} as "sensorNo", ${sensors.id} as "sensorId",
      ${projects.id} as "projectId", ${projects.timezone} as timezone,
      ${millisecondsOf(projects.contractStartAt)} as "startAt", ${millisecondsOf(projects.contractEndAt)} as "endAt",
      ${projects.projectNo} as "projectNo", v.version, v.digest,
      ${classificationModels.modelNo} as "modelNo", ${classificationModels.name} as "modelName",
      ${projects.minConfidence} as "minConfidence",
      coalesce(${sensors.intervalSeconds}, ${projects.intervalSeconds}) as "intervalSeconds"
    ${grantedSensors(
      sql`${sensors.id} = any (${value("ids")}::text[])`,
      sql`join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
        join lateral (select version, digest from ${siteVersions}
          where project_no = projects.project_no order by version desc limit 1) v on true
        left join ${classificationModels}
          on ${classificationModels.modelNo} = ${projects.modelNo}`,
    )}`,
);

function settingsOf(row: SettingsRow, rules: SiteRules): SensorSettings {
  return {
    sensorNo: row.sensorNo,
    // Only valid ids are stored.
    sensorId: row.sensorId as SensorId,
    projectId: row.projectId,
    rules,
    ...readingOf(row, rules),
  };
}

function readingOf(
  row: SettingsRow,
  rules: SiteRules,
): Pick<SensorSettings, "reading" | "contractIssue"> {
  const configuration = parseContractConfiguration(row);
  if (!configuration.isValid) return { reading: null, contractIssue: configuration.issue };
  const { contract, timeZone } = configuration;
  const { modelNo, modelName, minConfidence } = row;
  const model =
    modelNo === null || modelName === null ? null : { modelNo, name: modelName, minConfidence };
  const schedule = rules.scheduleOf(row.sensorId, timeZone);
  const { periods } = rules;
  const reading = { contract, schedule, model, declaredInterval: row.intervalSeconds, periods };
  return { reading, contractIssue: null };
}
