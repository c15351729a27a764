import { fillPlaceholders, type Placeholder, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { columnCasing, type Database } from "./pool.ts";
import { overseen } from "./statement-observer.ts";

/** What may vary in a statement; lists are array literals, cast where they stand. */
export type StatementValues = Readonly<Record<string, string | number | null>>;

/** Sends a statement with its values. Rows are as the server writes them: JSON is read, arrays are not. */
export type Statement<Values extends StatementValues, Row> = (
  db: Database,
  values: Values,
) => Promise<readonly Row[]>;

/**
 * A statement whose text never changes: it is composed at its first use, and each connection has the server parse
 * and plan it once. The server keeps what is prepared as long as the connection lives, so a text that
 * grows with what a client asks for must not be defined here.
 * Logs and metrics know it by its name.
 */
export function defineStatement<Values extends StatementValues, Row extends object>(
  name: string,
  compose: (value: (name: keyof Values & string) => Placeholder) => SQL,
): Statement<Values, Row> {
  let composed: ReturnType<typeof dialect.sqlToQuery> | null = null;
  return (db, values) => {
    composed ??= dialect.sqlToQuery(compose((value) => sql.placeholder(value)));
    const { sql: text, params } = composed;
    // Whatever a placeholder stands for, the driver sends it as text.
    const sent = fillPlaceholders(params, values) as string[];
    return overseen(db, name, () => db.$client.unsafe<Row[]>(text, sent, { prepare: true }));
  };
}

const dialect = new PgDialect({ casing: columnCasing });
