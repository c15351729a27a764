import { openPool } from "../../src/database/client/pool.ts";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "../support/expect.ts";

const withCode = (code: string, more = {}) => Object.assign(new Error("failed"), { code, ...more });

const unreachable: Readonly<Record<string, unknown>> = {
  "a refused connection": withCode("ECONNREFUSED"),
  "an unknown host": withCode("ENOTFOUND"),
  "a missing socket": withCode("ENOENT", { syscall: "connect" }),
  "a connection that takes too long": withCode("CONNECT_TIMEOUT"),
  "a connection that broke": withCode("CONNECTION_CLOSED"),
  "a wrong password": withCode("28P01"),
  "a database that does not exist": withCode("3D000"),
  "too many connections": withCode("53300"),
  "a server that starts": withCode("57P03"),
  "a connection failure of a server": withCode("08006"),
  "a cause two levels down": new Error("a", {
    cause: new Error("b", { cause: withCode("57P01") }),
  }),
  "one of several attempts": new AggregateError([
    withCode("ECONNREFUSED"),
    withCode("ENETUNREACH"),
  ]),
};

const others: Readonly<Record<string, unknown>> = {
  "a missing file": withCode("ENOENT", { syscall: "open" }),
  "a duplicate key": withCode("23505"),
  "a statement that took too long": withCode("57014"),
  "a syntax error": withCode("42601"),
  "a code that is only the start of a class": withCode("28"),
  "an error without a code": new Error("failed"),
  "no error": "28P01",
};

test("errors by which the database cannot be reached are distinguished from other errors", () => {
  const found = Object.entries({ ...unreachable, ...others }).filter(([, error]) =>
    isDatabaseUnreachable(error),
  );
  expect(found.map(([name]) => name)).toEqual(Object.keys(unreachable));
});

test("an error that is its own cause is inspected once", () => {
  const error = new Error("failed");
  error.cause = error;
  expect(isDatabaseUnreachable(error)).toBe(false);
});

test("the driver's error for an address without a server is an unreachable database", async () => {
  const connection = openPool({
    target: { kind: "socket", path: "/nowhere/.s.PGSQL.5432" },
    poolMax: 1,
    statementTimeoutMilliseconds: 0,
  });
  const error: unknown = await connection.db
    .execute(sql`select 1`)
    .catch((cause: unknown) => cause);
  await connection.close();
  expect(isDatabaseUnreachable(error)).toBe(true);
});
