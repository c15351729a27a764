import { sql } from "drizzle-orm";
import type { Sql } from "postgres";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { expect, test } from "./test.ts";

test("what a transaction sends after its connection was lost is not kept by the next one", async ({
  server,
  admin,
}) => {
  const limits = { poolMax: 1, statementTimeoutMilliseconds: 5000 };
  const { db, close } = await openDatabase({ ...limits, kind: "postgres", url: server.url });
  await db.execute(sql`create table if not exists noted (word text)`);
  let goOn: () => void = () => undefined;
  const untilToldTo = new Promise<void>((resolve) => (goOn = resolve));
  let outcome: (outcome: unknown) => void = () => undefined;
  const late = new Promise<unknown>((resolve) => (outcome = resolve));
  const transaction = db.transaction(async (within) => {
    const [backend] = await within.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await endBackend(admin, backend?.pid ?? 0);
    await untilToldTo;
    await within.execute(sql`insert into noted values ('late')`).then(outcome, outcome);
  });
  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isDatabaseUnreachable(error)).toBe(true);
  // The pool has room for one connection, and that is another one now.
  expect(await db.execute(sql`select word from noted`)).toEqual([]);
  goOn();
  expect(isDatabaseUnreachable(await late)).toBe(true);
  expect(await db.execute(sql`select word from noted`)).toEqual([]);
  await close();
});

async function endBackend(admin: Sql, pid: number): Promise<void> {
  await admin`select pg_terminate_backend(${pid})`;
}
