import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import {
  type ContractPeriod,
  parseContractConfiguration,
} from "#acoustics/time/contract-period.ts";
import type { SensorId } from "#acoustics/ids.ts";
import type { LimitSchedule } from "#acoustics/limits/limit-rules.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import { textArrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { classificationModels } from "#database/tables/classification-models.ts";
import { contracts } from "#database/tables/contracts.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";
import { type Grants, sensorIsGranted } from "./grants.ts";
import {
  composeLimitRules,
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";
import { millisecondsOf } from "./projects.ts";

/** Everything that decides how the telemetry of one sensor is read, from one state of the database. */
export interface SensorSettings {
  readonly sensorNo: number;
  readonly sensorId: SensorId;
  readonly projectId: string;
  /** Null if the contract configuration is missing or invalid: nothing may be read then. */
  readonly reading: ReadingSettings | null;
  /** What is wrong with the contract configuration, in words for the operator; null if it is valid. */
  readonly contractIssue: string | null;
}

export interface ReadingSettings {
  readonly contract: ContractPeriod;
  readonly schedule: LimitSchedule;
  /** The model whose classifications are served; null for none. */
  readonly model: ConfiguredModel | null;
}

export interface ConfiguredModel {
  readonly modelNo: number;
  readonly name: string;
  /** 0 to 1. Classifications with a lower confidence are not served. */
  readonly minConfidence: number;
}

/** The settings of the sensors among `ids` that the principal may read, by id. The caller compares the project. */
export async function selectSensorSettings(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, SensorSettings>> {
  if (ids.length === 0) return new Map();
  const rows = await settingsById(database, { grants, ids: textArrayLiteral(ids) });
  return new Map(rows.map((row) => [row.sensorId, settingsOf(row)]));
}

type SettingsRow = {
  sensorNo: number;
  sensorId: string;
  projectId: string;
  timezone: string;
  startAt: number | null;
  endAt: number | null;
  /** JSON text. */
  holidays: string;
  rules: string;
  modelNo: number | null;
  modelName: string | null;
  minConfidence: number;
};

const settingsById = defineStatement<{ grants: Grants; ids: string }, SettingsRow>(
  "select-sensor-settings",
  (value) => sql`
    select ${sensors.sensorNo} as "sensorNo", ${sensors.id} as "sensorId",
      ${projects.id} as "projectId", ${projects.timezone} as timezone,
      ${millisecondsOf(contracts.startAt)} as "startAt", ${millisecondsOf(contracts.endAt)} as "endAt",
      ${holidaysOf()}::text as holidays, ${limitRulesOf("sensor")}::text as rules,
      ${classificationModels.modelNo} as "modelNo", ${classificationModels.name} as "modelName",
      ${projects.minConfidence} as "minConfidence"
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    left join ${contracts} on ${contracts.projectNo} = ${projects.projectNo}
    left join ${classificationModels}
      on ${classificationModels.modelNo} = ${projects.classificationModelNo}
    where ${sensors.id} = any (${value("ids")}::text[]) and ${sensorIsGranted(value("grants"))}`,
);

function settingsOf(row: SettingsRow): SensorSettings {
  return {
    sensorNo: row.sensorNo,
    // Only valid ids are stored.
    sensorId: row.sensorId as SensorId,
    projectId: row.projectId,
    ...readingOf(row),
  };
}

function readingOf(row: SettingsRow): Pick<SensorSettings, "reading" | "contractIssue"> {
  const configuration = parseContractConfiguration(row);
  if (!configuration.isValid) return { reading: null, contractIssue: configuration.issue };
  const { contract, timeZone } = configuration;
  const { modelNo, modelName, minConfidence } = row;
  const model =
    modelNo === null || modelName === null ? null : { modelNo, name: modelName, minConfidence };
  const reading = { contract, schedule: scheduleOf(timeZone, row), model };
  return { reading, contractIssue: null };
}

/** The schedule in the texts of a row. Every request reads the texts, but the same texts are parsed only once. */
function scheduleOf(
  timeZone: TimeZone,
  { holidays, rules }: Pick<SettingsRow, "holidays" | "rules">,
): LimitSchedule {
  const text = `${timeZone} ${holidays} ${rules}`;
  const known = parsedSchedules.get(text);
  if (known !== undefined) return known;
  const stored = JSON.parse(rules) as StoredLimitRule[];
  const schedule = {
    timeZone,
    holidays: new Set((JSON.parse(holidays) as HolidayRecord[]).map(({ date }) => date)),
    sensor: composeLimitRules(stored.filter(({ own }) => own)),
    project: composeLimitRules(stored.filter(({ own }) => !own)),
  };
  parsedSchedules.set(text, schedule);
  return schedule;
}

/** By the whole text: after a change, the next request parses the new text. */
const parsedSchedules = new LRUCache<string, LimitSchedule>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_schedule, text) => text.length,
});
