import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type ContractPeriod, parseContractConfiguration } from "#domain/contract-period.ts";
import type { SensorId } from "#domain/ids.ts";
import type { LimitSchedule } from "#domain/limit-rules.ts";
import type { TimeZone } from "#domain/time-zone.ts";
import type { AllowList } from "#domain/viewer.ts";
import { sensorIsAllowed } from "./allow-list.ts";
import { textArrayLiteral } from "./array-literal.ts";
import type { Database } from "./connect.ts";
import {
  composeLimitRules,
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";
import { millisecondsOf } from "./projects.ts";
import { defineStatement } from "./statement.ts";
import { classificationModels } from "./tables/classification-models.ts";
import { contracts } from "./tables/contracts.ts";
import { projects } from "./tables/projects.ts";
import { sensors } from "./tables/sensors.ts";

/** All that decides how the telemetry of one sensor is read, from one state of the database. */
export interface SensorConfiguration {
  readonly sensorKey: number;
  readonly sensorId: SensorId;
  readonly projectId: string;
  /** Null where the contract configuration is missing or invalid: nothing may be read then. */
  readonly reading: ReadingConfiguration | null;
}

export interface ReadingConfiguration {
  readonly contract: ContractPeriod;
  readonly schedule: LimitSchedule;
  /** The model whose classifications are served; null: none. */
  readonly model: ConfiguredModel | null;
}

export interface ConfiguredModel {
  readonly key: number;
  readonly name: string;
  /** 0 to 1; what is less sure is not served. */
  readonly minConfidence: number;
}

/** The configurations of the allowed sensors among `ids`, by id; the caller compares the project. */
export async function selectSensorConfigurations(
  db: Database,
  allowList: AllowList,
  ids: readonly string[],
): Promise<Map<string, SensorConfiguration>> {
  if (ids.length === 0) return new Map();
  const rows = await configurationsById(db, { allowList, ids: textArrayLiteral(ids) });
  return new Map(rows.map((row) => [row.sensorId, configurationOf(row)]));
}

type ConfigurationRow = {
  sensorKey: number;
  sensorId: string;
  projectId: string;
  timezone: string;
  startAt: number | null;
  endAt: number | null;
  /** JSON, still as text. */
  holidays: string;
  rules: string;
  modelKey: number | null;
  modelName: string | null;
  minConfidence: number;
};

const configurationsById = defineStatement<{ allowList: AllowList; ids: string }, ConfigurationRow>(
  "select-configurations",
  (value) => sql`
    select ${sensors.key} as "sensorKey", ${sensors.id} as "sensorId",
      ${projects.id} as "projectId", ${projects.timezone} as timezone,
      ${millisecondsOf(contracts.startAt)} as "startAt", ${millisecondsOf(contracts.endAt)} as "endAt",
      ${holidaysOf()}::text as holidays, ${limitRulesOf("sensor")}::text as rules,
      ${classificationModels.key} as "modelKey", ${classificationModels.name} as "modelName",
      ${projects.minConfidence} as "minConfidence"
    from ${sensors}
    join ${projects} on ${projects.key} = ${sensors.projectKey}
    left join ${contracts} on ${contracts.projectKey} = ${projects.key}
    left join ${classificationModels}
      on ${classificationModels.key} = ${projects.classificationModelKey}
    where ${sensors.id} = any (${value("ids")}::text[]) and ${sensorIsAllowed(value("allowList"))}`,
);

function configurationOf(row: ConfigurationRow): SensorConfiguration {
  return {
    sensorKey: row.sensorKey,
    // Only well-formed ids can be stored.
    sensorId: row.sensorId as SensorId,
    projectId: row.projectId,
    reading: readingOf(row),
  };
}

function readingOf(row: ConfigurationRow): ReadingConfiguration | null {
  const configuration = parseContractConfiguration(row);
  if (configuration === null) return null;
  const { contract, timeZone } = configuration;
  return {
    contract,
    schedule: scheduleOf(timeZone, row),
    model:
      row.modelKey === null || row.modelName === null
        ? null
        : { key: row.modelKey, name: row.modelName, minConfidence: row.minConfidence },
  };
}

/** The schedule that the texts say: read anew each time, but understood once. */
function scheduleOf(
  timeZone: TimeZone,
  { holidays, rules }: Pick<ConfigurationRow, "holidays" | "rules">,
): LimitSchedule {
  const text = `${timeZone} ${holidays} ${rules}`;
  const known = understood.get(text);
  if (known !== undefined) return known;
  const stored = JSON.parse(rules) as StoredLimitRule[];
  const schedule = {
    timeZone,
    holidays: new Set((JSON.parse(holidays) as HolidayRecord[]).map(({ date }) => date)),
    sensor: composeLimitRules(stored.filter(({ own }) => own)),
    project: composeLimitRules(stored.filter(({ own }) => !own)),
  };
  understood.set(text, schedule);
  return schedule;
}

/** By their whole text, so that a change is another schedule at the next request. */
const understood = new LRUCache<string, LimitSchedule>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_schedule, text) => text.length,
});
