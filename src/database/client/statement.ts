import { fillPlaceholders, is, Placeholder, type Query, sql, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { neverAborted } from "../../system/never-aborted.ts";
import { startTimer } from "../../system/start-timer.ts";

/**
 * Sends the statements of one request or one background job. Every member is required, so each statement has a
 * deadline, is observed, queues for its connection, and is not sent after the end of its request.
 */
export interface Database {
  readonly client: Sql;
  readonly deadline: StatementDeadline;
  readonly observer: StatementObserver;
  readonly connections: ConnectionQueue;
  /** The request that the statements serve; null: a job of the server itself. */
  readonly requestId: string | null;
  /** Aborted when the result is no longer wanted: no further statement is sent. */
  readonly signal: AbortSignal;
  /** The server from which the request reads telemetry; null: the primary, as for everything else. */
  readonly standby: StandbySession | null;
}

/** The standby of one request. */
export interface StandbySession {
  /** The connection to it; null: the request reads the primary instead, until it ends. */
  connect(): Pick<Database, "client" | "deadline"> | null;
  /** To be called when a statement failed there. Later statements of the request read the primary. */
  failed(error: unknown): void;
}

/** The queue in which the statements of a request wait for a connection. */
export interface ConnectionQueue {
  /** Resolves when a statement may be sent, to a function that frees its connection. Rejects when aborted. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Receives the start and the end of every statement; for metrics and the log. */
export interface StatementObserver {
  started(): void;
  ended(statement: EndedStatement): void;
}

interface EndedStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Null: the statement served no request. */
  readonly requestId: string | null;
  /** Undefined for a statement that succeeded. */
  readonly error: unknown;
}

/**
 * The common part of the sessions of commands and jobs: they serve no request, and queue only in the pool. A job that
 * may be broken off has a signal of its own.
 */
export const jobSession: Pick<
  Database,
  "observer" | "requestId" | "connections" | "standby" | "signal"
> = {
  observer: { started: () => undefined, ended: () => undefined },
  requestId: null,
  connections: { acquire: async () => () => undefined },
  standby: null,
  signal: neverAborted,
};

/** The longest wait for the answer to a statement. */
export interface StatementDeadline {
  readonly milliseconds: number;
  /** Closes the connections that have been silent for too long. Returns the error of the statement. */
  expire(): Error;
}

/** The values of a statement; a list is an array literal. `sensorNo` is the sensor whose telemetry it names. */
export type StatementValues = Readonly<Record<string, string | number | null>>;

/** Sends a statement with its values. The server's JSON is parsed, its arrays are not. */
export type Statement<Values extends StatementValues, Row> = (
  database: Database,
  values: Values,
) => Promise<readonly Row[]>;

/**
 * A statement with a constant text, which the primary answers. The text is composed at the first use, and each
 * connection has the server parse and plan it once. The server keeps prepared statements until the connection closes: a
 * text whose length depends on the request must not be defined here. Logs and metrics use the name.
 */
export function defineStatement<Values extends StatementValues, Row extends object>(
  name: string,
  compose: (value: PlaceholderOf<Values>) => SQL,
): Statement<Values, Row> {
  return defineSending<Values, Row>(name, compose);
}

/** The same for a statement without values, whose text is composed beforehand. */
export function defineConstantStatement<Row extends object>(
  name: string,
  text: SQL,
): (database: Database) => Promise<readonly Row[]> {
  const statement = defineStatement<StatementValues, Row>(name, () => text);
  return (database) => statement(database, {});
}

/**
 * The same for a statement that only reads and may be a few seconds behind: the standby of the request, if any, answers
 * it. A statement that fails there is sent again, to the primary. The texts may differ, because the standby lacks the
 * newest writes.
 */
export function defineReplicatedStatement<Values extends StatementValues, Row extends object>(
  name: string,
  compose: (value: PlaceholderOf<Values>, server: "primary" | "standby") => SQL,
): Statement<Values, Row> {
  const onPrimary = defineSending<Values, Row>(name, (value) => compose(value, "primary"));
  const onStandby = defineSending<Values, Row>(name, (value) => compose(value, "standby"));
  return async (database, values) => {
    const connection = database.standby?.connect() ?? null;
    if (connection === null) return onPrimary(database, values);
    try {
      return await onStandby({ ...database, ...connection }, values);
    } catch (error) {
      if (database.signal.aborted) throw error;
      database.standby?.failed(error);
    }
    return onPrimary(database, values);
  };
}

/** Names a value of a statement. */
export type PlaceholderOf<Values extends StatementValues> = (
  name: keyof Values & string,
) => Placeholder;

function defineSending<Values extends StatementValues, Row extends object>(
  name: string,
  compose: (value: PlaceholderOf<Values>) => SQL,
): Statement<Values, Row> {
  let composed: Query | null = null;
  const query = () => (composed ??= dialect.sqlToQuery(compose((value) => sql.placeholder(value))));
  defined.push({ name, query });
  return (database, values) => {
    const { sql: text, params } = query();
    // The driver sends every value as text.
    const sent = fillPlaceholders(params, values) as string[];
    const send = () => database.client.unsafe<Row[]>(text, sent, { prepare: true });
    return runStatement(database, name, send);
  };
}

const defined: { readonly name: string; readonly query: () => Query }[] = [];

/** The statements of the modules that are loaded, for docs/statements.sql. `values` are the names of `$1`, `$2` … */
export function definedStatements() {
  return defined.map(({ name, query }) => {
    const { sql: text, params } = query();
    return {
      name,
      text,
      values: params.map((param) => (is(param, Placeholder) ? param.name : "")),
    };
  });
}

/** Columns are named in code as `sensorNo` and in the database as the tables say. */
export const columnCasing = "snake_case";

const dialect = new PgDialect({ casing: columnCasing });

/**
 * Sends one statement when it has a connection, observed, with a deadline. Rejects with the signal's reason if that is
 * aborted before the statement is sent; a statement that was sent occupies its connection until it ends.
 */
export async function runStatement<Row>(
  { connections, deadline, observer, requestId, signal }: Database,
  name: string,
  send: () => PromiseLike<readonly Row[]>,
): Promise<readonly Row[]> {
  signal.throwIfAborted();
  const release = await connections.acquire(signal);
  const startedAt = performance.now();
  observer.started();
  return new Promise((resolve, reject) => {
    let isFinished = false;
    const finish = (error: unknown) => {
      isFinished = true;
      release();
      cancelDeadline();
      observer.ended({ name, milliseconds: performance.now() - startedAt, requestId, error });
    };
    const succeed = (rows: readonly Row[]) => {
      if (isFinished) return;
      finish(undefined);
      resolve(rows);
    };
    const fail = (error: unknown) => {
      if (isFinished) return;
      finish(error);
      reject(error);
    };
    const cancelDeadline = startTimer(deadline.milliseconds, () => fail(deadline.expire()));
    send().then(succeed, fail);
  });
}

/*
 * PostgreSQL array literals, such as `{1,NULL,3}`. A list is sent as one parameter and cast in the statement: the
 * server parses an array faster than many parameters, and a statement may have at most 65,535 of those.
 */

export function arrayLiteral(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function textArrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
