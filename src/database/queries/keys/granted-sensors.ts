import { type SQL, sql } from "drizzle-orm";
import {
  defineStatement,
  type PlaceholderOf,
  type Statement,
  type StatementValues,
} from "../../client/statement.ts";
import { sensors } from "../../tables/sensors.ts";
import { everything, type Grants, sensorIsGranted } from "./grants.ts";

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
 * be read and fulfil the condition, joined with other tables. Keys and commands have a text each, because the planner
 * joins with the grants of a key only if no alternative stands beside them.
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
