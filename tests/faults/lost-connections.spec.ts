import { sql } from "drizzle-orm";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { openPool, type Pool } from "../../src/database/client/pool.ts";
import { createRelay, type Relay } from "./relay.ts";
import { expect, test as base } from "./test.ts";

/** A pool with room for one connection, so that each statement follows the one before over the same or the next. */
const test = base.extend<{ relay: Relay; pool: Pool }>({
  relay: async ({ server }, use) => {
    const relay = await createRelay(server.port);
    await use(relay);
    await relay.close();
  },

  pool: async ({ relay }, use) => {
    const pool = openPool({
      target: { kind: "url", url: relay.url },
      poolMax: 1,
      statementTimeoutMilliseconds: 0,
    });
    await use(pool);
    await pool.close();
  },
});

const errorOf = (statement: Promise<unknown>): Promise<unknown> =>
  statement.then(
    () => "no error",
    (error: unknown) => error,
  );

const one = sql`select 1 as one`;

test("rows of a statement whose connection was lost do not count in the next one", async ({
  pool: { db },
  relay,
}) => {
  relay.set("cut");
  const lost = await errorOf(db.execute(sql`select repeat('x', 2000)`));
  expect([isDatabaseUnreachable(lost), relay.closed]).toEqual([true, 1]);
  relay.set("pass");
  expect(await db.execute(one)).toEqual([{ one: 1 }]);
});

test("rows of a statement that has failed after them do not count in the next one", async ({
  pool: { db },
}) => {
  const failed = await errorOf(db.execute(sql`select 1 / (3 - i) from generate_series(1, 5) i`));
  expect(failed).toMatchObject({ cause: { code: "22012" } });
  expect(await db.execute(one)).toEqual([{ one: 1 }]);
});

test("the error that has ended a connection is not that of the next statement", async ({
  admin,
  pool: { db },
}) => {
  const [backend] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const ended = errorOf(db.execute(sql`select pg_sleep(600)`));
  const sleeping = async () => {
    const [row] = await admin`
      select state, query from pg_stat_activity where pid = ${backend?.pid ?? 0}`;
    return row;
  };
  await expect.poll(sleeping).toEqual({ state: "active", query: "select pg_sleep(600)" });
  await admin`select pg_terminate_backend(${backend?.pid ?? 0})`;
  expect(isDatabaseUnreachable(await ended)).toBe(true);
  expect(await db.execute(one)).toEqual([{ one: 1 }]);
});

test("a statement that is sent between the failure of its connection and its end fails", async ({
  pool: { db, disconnect },
}) => {
  await db.execute(one);
  disconnect();
  // The socket has emitted its error, and emits its end after the present work.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(isDatabaseUnreachable(await errorOf(db.execute(one)))).toBe(true);
  expect(await db.execute(one)).toEqual([{ one: 1 }]);
});
