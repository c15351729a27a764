import { type Placeholder, type SQL, sql } from "drizzle-orm";
import {
  defineReplicatedStatement,
  type Statement,
  type StatementValues,
} from "#database/client/statement.ts";
import { type Grants, sensorNoIsGranted } from "./grants.ts";

/**
 * A statement that reads the telemetry of granted sensors, on the standby of the request or on the primary. `granted` is the
 * condition that the principal may read a sensor.
 *
 * The primary checks the grants in the statement. A standby does not: it may not know a key or a grant that is new, and
 * would answer that there are no samples. It needs no check, because a request asks for numbers of sensors only that the primary has
 * granted to the same request, with their settings (`select-sensor-settings`, `select-sensors-…`).
 */
export function defineTelemetryStatement<
  Values extends StatementValues & { readonly grants: Grants },
  Row extends object,
>(
  name: string,
  compose: (
    value: (name: Exclude<keyof Values & string, "grants">) => Placeholder,
    granted: (sensorNo: SQL) => SQL,
  ) => SQL,
): Statement<Values, Row> {
  return defineReplicatedStatement<Values, Row>(name, (value, server) =>
    compose(value, (sensorNo) =>
      server === "primary" ? sensorNoIsGranted(value("grants"), sensorNo) : sql`true`,
    ),
  );
}
