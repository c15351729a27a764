import { type Placeholder, sql, type SQL } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import {
  arrayLiteral,
  type Database,
  defineStatement,
  type PlaceholderOf,
  type Statement,
  type StatementValues,
} from "../../client/statement.ts";
import { apiKeyProjects, apiKeySensors } from "../../tables/api-keys.ts";
import { sensors } from "../../tables/sites.ts";

/**
 * Decides which project data a query reads: the projects and sensors allowed to an API key, or everything, for the
 * operator's commands. Statements read the grants of the key themselves, so a change applies from the next statement
 * on.
 */
export type Grants = KeyId | typeof everything;

/** This is not the id of a key. */
export const everything = "*";

/**
 * Defines a read of one row of each project or sensor by its number `no`. Without numbers, no statement is sent. The
 * `Caller` is a key, or also everything if `compose` has a branch for it.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- It is also the row of the statement.
export function defineLookup<Caller extends Grants, Row extends { readonly no: number }, Value>(
  name: string,
  compose: (value: (name: "grants" | "nos") => Placeholder) => SQL,
  valueOf: (row: Row) => Value,
) {
  const statement = defineStatement<{ grants: Caller; nos: string }, Row>(name, compose);
  return async (
    database: Database,
    grants: Caller,
    nos: readonly number[],
  ): Promise<Map<number, Value>> => {
    const rows =
      nos.length === 0 ? [] : await statement(database, { grants, nos: arrayLiteral(nos) });
    return new Map(rows.map((row) => [row.no, valueOf(row)]));
  };
}

/*
 * Conditions on a row of the outer query. They name the columns of that row with their table in plain text: in a
 * query of one table, Drizzle omits the table, and inside the subquery the bare name would be another column.
 */

/** True for a row of `projects` that may be read. */
export function projectIsGranted(grants: Placeholder): SQL {
  return orEverything(grants, projectNoIsGranted(grants, sql`projects.project_no`));
}

/** True for a row of `sensors` that a key may read: the sensor and its project are allowed. */
export function sensorIsGranted(keyId: Placeholder): SQL {
  return sql`(${sensorNoIsGranted(keyId, sql`sensors.sensor_no`)}
    and ${projectNoIsGranted(keyId, sql`sensors.project_no`)})`;
}

/** True for the number of a sensor whose telemetry may be read. The project was checked before. */
export function telemetryIsGranted(grants: Placeholder, sensorNo: SQL): SQL {
  return orEverything(grants, sensorNoIsGranted(grants, sensorNo));
}

function orEverything(grants: Placeholder, isGranted: SQL): SQL {
  return sql`(${grants} = ${sql.raw(`'${everything}'`)} or ${isGranted})`;
}

function projectNoIsGranted(keyId: Placeholder, projectNo: SQL): SQL {
  return sql`exists (select from ${apiKeyProjects} granted
    where granted.key_id = ${keyId} and granted.project_no = ${projectNo})`;
}

function sensorNoIsGranted(keyId: Placeholder, sensorNo: SQL): SQL {
  return sql`exists (select from ${apiKeySensors} granted
    where granted.key_id = ${keyId} and granted.sensor_no = ${sensorNo})`;
}

/**
 * The number of a sensor that was resolved under the grants of a request or a command. Every reader of telemetry
 * demands it, on the primary and on a standby. Only the statements of `defineSensorStatement` return it.
 */
export type GrantedSensorNo = number & { readonly __granted: "sensor" };

type SensorValues = StatementValues & { readonly grants: Grants };

/** The `sensorNo` of a row is one number, or a column of them. */
type Resolved<Row> = {
  [Name in keyof Row]: Name extends "sensorNo"
    ? Row[Name] extends number
      ? GrantedSensorNo
      : readonly GrantedSensorNo[]
    : Row[Name];
};

/**
 * A statement that resolves sensors under grants. It reads rows of `sensors` only from `grantedSensors`: those that may
 * be read and fulfil the condition, joined with other tables. Keys and commands have separate texts, because the
 * planner joins with the grants of a key only if the text has no alternative.
 */
export function defineSensorStatement<Values extends SensorValues, Row extends object>(
  name: string,
  compose: (
    value: PlaceholderOf<Values>,
    grantedSensors: (condition: SQL, joins?: SQL) => SQL,
  ) => SQL,
): Statement<Values, Resolved<Row>> {
  const define = (isGranted: (value: PlaceholderOf<Values>) => SQL) =>
    defineStatement<Values, Resolved<Row>>(name, (value) =>
      compose(
        value,
        (condition, joins = sql``) =>
          sql`from ${sensors} ${joins} where ${condition} and ${isGranted(value)}`,
      ),
    );
  const ofKey = define((value) => sensorIsGranted(value("grants")));
  const ofEverything = define(() => sql`true`);
  return (database, values) =>
    (values.grants === everything ? ofEverything : ofKey)(database, values);
}
