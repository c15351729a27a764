import { type Placeholder, type SQL, sql } from "drizzle-orm";
import {
  type Database,
  defineReplicatedStatement,
  defineStatement,
  type StatementValues,
} from "../../client/statement.ts";
import { type GrantedSensorNo, type Grants, telemetryIsGranted } from "../keys/grants.ts";

/** The sensor whose telemetry a statement reads, and the grants of the reader. */
type TelemetryValues = StatementValues & {
  readonly sensorNo: GrantedSensorNo;
  readonly grants: Grants;
};

/** Sends a statement about one sensor. Rejects if it is not granted: that differs from having no samples. */
type TelemetryStatement<Values, Row> = (database: Database, values: Values) => Promise<Row>;

/** Composes a statement that selects exactly one row, with or without samples. */
type Compose<Values> = (
  value: (name: Exclude<keyof Values & string, "grants">) => Placeholder,
) => SQL;

/*
 * The primary checks the grants again, so the request fails if a grant is withdrawn meanwhile. A standby may lack a new
 * grant, so it checks none: the number itself proves the grant. An export, which lasts minutes, queries the primary for
 * each chunk (`mayStillRead`).
 */

/** A statement that reads the telemetry of one granted sensor, on the standby of the request or on the primary. */
export function defineTelemetryStatement<Values extends TelemetryValues, Row extends object>(
  name: string,
  compose: Compose<Values>,
): TelemetryStatement<Values, Row> {
  const statement = defineReplicatedStatement<Values, Row>(name, (value, server) =>
    ifGranted(compose(value), server, value),
  );
  return async (database, values) => rowOf(await statement(database, values), values.sensorNo);
}

/** The same for rows that a standby may lack: the primary answers. */
export function definePrimaryTelemetryStatement<Values extends TelemetryValues, Row extends object>(
  name: string,
  compose: Compose<Values>,
): TelemetryStatement<Values, Row> {
  const statement = defineStatement<Values, Row>(name, (value) =>
    ifGranted(compose(value), "primary", value),
  );
  return async (database, values) => rowOf(await statement(database, values), values.sensorNo);
}

function ifGranted(
  statement: SQL,
  server: "primary" | "standby",
  value: (name: "grants" | "sensorNo") => Placeholder,
): SQL {
  if (server === "standby") return statement;
  const isGranted = telemetryIsGranted(value("grants"), sql`${value("sensorNo")}::integer`);
  return sql`select found.* from (${statement}) found where ${isGranted}`;
}

function rowOf<Row>([row]: readonly Row[], sensorNo: number): Row {
  if (row === undefined) throw notGranted(sensorNo);
  return row;
}

/** A request whose grant is withdrawn meanwhile fails as a whole: a part must not look like the whole answer. */
export function notGranted(sensorNo: number): Error {
  return new Error(`the grant of sensor number ${sensorNo} was withdrawn while it was read`);
}
