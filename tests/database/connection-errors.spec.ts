import { openPool } from "../../src/database/client/pool.ts";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "playwright/test";

const withCode = (code: string, more = {}) => Object.assign(new Error("failed"), { code, ...more });

for (const { name, error, unreachable } of [
  { name: "a refused connection", error: withCode("ECONNREFUSED"), unreachable: true },
  { name: "an unknown host", error: withCode("ENOTFOUND"), unreachable: true },
  {
    name: "a missing socket",
    error: withCode("ENOENT", { syscall: "connect" }),
    unreachable: true,
  },
  {
    name: "a missing file",
    error: withCode("ENOENT", { syscall: "open" }),
    unreachable: false,
  },
  {
    name: "a connection that takes too long",
    error: withCode("CONNECT_TIMEOUT"),
    unreachable: true,
  },
  { name: "a connection that broke", error: withCode("CONNECTION_CLOSED"), unreachable: true },
  { name: "a wrong password", error: withCode("28P01"), unreachable: true },
  { name: "a database that does not exist", error: withCode("3D000"), unreachable: true },
  { name: "too many connections", error: withCode("53300"), unreachable: true },
  { name: "a server that starts", error: withCode("57P03"), unreachable: true },
  { name: "a connection failure of a server", error: withCode("08006"), unreachable: true },
  { name: "a duplicate key", error: withCode("23505"), unreachable: false },
  { name: "a statement that took too long", error: withCode("57014"), unreachable: false },
  { name: "a syntax error", error: withCode("42601"), unreachable: false },
  { name: "a code that is only the start of a class", error: withCode("28"), unreachable: false },
  { name: "an error without a code", error: new Error("failed"), unreachable: false },
  { name: "no error", error: "28P01", unreachable: false },
  {
    name: "a cause two levels down",
    error: new Error("a", { cause: new Error("b", { cause: withCode("57P01") }) }),
    unreachable: true,
  },
  {
    name: "one of several attempts",
    error: new AggregateError([withCode("ECONNREFUSED"), withCode("ENETUNREACH")]),
    unreachable: true,
  },
]) {
  test(`${name} ${unreachable ? "is" : "is not"} an unreachable database`, () => {
    expect(isDatabaseUnreachable(error)).toBe(unreachable);
  });
}

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
