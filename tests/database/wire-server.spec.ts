import { sql } from "drizzle-orm";
import { openPool, type Pool } from "../../src/database/client/pool.ts";
import { openOrJoin } from "../../src/embedded/open-or-join.ts";
import { withDataDirectory } from "../support/templates.ts";
import { expect, test as base } from "../support/embedded-process.ts";
import {
  type RawConnection,
  bind,
  execute,
  flush,
  openRawConnection,
  parse,
  query,
  sync,
} from "./raw-connection.ts";

interface WorkerFixtures {
  embedded: Awaited<ReturnType<typeof openOrJoin>>;
}

interface Fixtures {
  /** A connection that has been greeted; by then what the others sent before has arrived. */
  open: () => Promise<RawConnection>;
  /** A pool of eight connections. */
  pool: Pool;
}

const test = base.extend<Fixtures, WorkerFixtures>({
  embedded: [
    async ({}, use) => {
      await withDataDirectory("empty", async (folder) => {
        const embedded = await openOrJoin(folder);
        await use(embedded);
        await embedded.close();
      });
    },
    { scope: "worker", timeout: 300_000 },
  ],
  open: async ({ embedded }, use) => {
    const opened: RawConnection[] = [];
    await use(async () => {
      const connection = await openRawConnection(embedded.socketPath);
      opened.push(connection);
      return connection;
    });
    await Promise.all(opened.map((connection) => connection.destroy()));
  },
  pool: async ({ embedded }, use) => {
    const connection = openPool({
      target: { kind: "socket", path: embedded.socketPath },
      poolMax: 8,
      statementTimeoutMilliseconds: 0,
    });
    await use(connection);
    await connection.close();
  },
});

const ready = ["Z", "I"] as const;
const row = (text: string) =>
  ["D", `\0\u0001\0\0\0${String.fromCharCode(text.length)}${text}`] as const;

test("two queries whose messages arrive interleaved are each answered with their own rows", async ({
  open,
}) => {
  const [a, b] = [await open(), await open()];
  a.send(parse("of_a", "select 'A'"), sync);
  b.send(parse("of_b", "select 'B'"), sync);
  await Promise.all([a.readUntil("Z"), b.readUntil("Z")]);

  a.send(bind("of_a"), flush);
  await a.readUntil("2");
  b.send(bind("of_b"), flush);
  await open();
  a.send(execute, sync);
  expect(await a.readUntil("Z")).toEqual([row("A"), ["C", "SELECT 1\0"], ready]);
  b.send(execute, sync);
  expect(await b.readUntil("Z")).toEqual([["2", ""], row("B"), ["C", "SELECT 1\0"], ready]);
});

test("a client that hangs after it has prepared a statement holds up no other", async ({
  open,
}) => {
  const [a, b] = [await open(), await open()];
  a.send(parse("of_a", "select 'A'"), flush);
  await a.readUntil("1");
  b.send(query("select 'B'"));
  expect((await b.readUntil("Z")).slice(1)).toEqual([row("B"), ["C", "SELECT 1\0"], ready]);
  a.send(bind("of_a"), execute, sync);
  expect(await a.readUntil("Z")).toEqual([["2", ""], row("A"), ["C", "SELECT 1\0"], ready]);
});

test("an error of one connection does not skip the query of another one", async ({ open }) => {
  const [a, b] = [await open(), await open()];
  a.send(parse("", "select no_such_column"), flush);
  expect((await a.readUntil("E")).map(([type]) => type)).toEqual(["E"]);
  b.send(query("select 'B'"));
  await open();
  a.send(sync);
  expect(await a.readUntil("Z")).toEqual([ready]);
  expect((await b.readUntil("Z")).slice(1)).toEqual([row("B"), ["C", "SELECT 1\0"], ready]);
});

test("a transaction belongs to one connection", async ({ open }) => {
  const [a, b] = [await open(), await open()];
  a.send(query("begin; create table of_a (word text)"));
  await a.readUntil("Z");
  b.send(query("select to_regclass('of_a') is null"));
  await open();
  a.send(query("rollback"));
  expect(await a.readUntil("Z")).toEqual([["C", "ROLLBACK\0"], ready]);
  expect((await b.readUntil("Z")).slice(1)).toEqual([row("t"), ["C", "SELECT 1\0"], ready]);
});

for (const { name, messages, last } of [
  { name: "a transaction", messages: [query("begin; create table half (a int)")], last: "Z" },
  {
    name: "a failed transaction",
    messages: [query("begin; create table half (a int)"), query("select nonsense")],
    last: "E",
  },
  {
    name: "an extended query",
    messages: [parse("", "create table half (a int)"), bind(""), execute, flush],
    last: "C",
  },
  {
    name: "an extended query that failed",
    messages: [parse("", "select nonsense"), flush],
    last: "E",
  },
  {
    name: "the middle of a message",
    messages: [parse("", "select 1"), flush, query("select 1").subarray(0, 9)],
    last: "1",
  },
]) {
  test(`a connection that breaks off in ${name} leaves nothing open`, async ({ open }) => {
    const [a, b] = [await open(), await open()];
    a.send(...messages);
    await a.readUntil(last);
    b.send(query("select to_regclass('half') is null and now() = statement_timestamp()"));
    await open();
    await a.destroy();
    expect((await b.readUntil("Z")).slice(1)).toEqual([row("t"), ["C", "SELECT 1\0"], ready]);
  });
}

test("prepared statements are deallocated when their connection ends", async ({ open }) => {
  const [a, b] = [await open(), await open()];
  a.send(parse("of_a", "select 'A'"), sync);
  await a.readUntil("Z");
  b.send(query("select count(*) from pg_prepared_statements where name = 'of_a'"));
  expect((await b.readUntil("Z"))[1]).toEqual(row("1"));
  await a.destroy();
  // Answered after the clean-up behind the other connection.
  const c = await open();
  c.send(query("select count(*) from pg_prepared_statements where name = 'of_a'"));
  expect((await c.readUntil("Z"))[1]).toEqual(row("0"));
});

test("a connection is greeted while another one has an open transaction", async ({ open }) => {
  const a = await open();
  a.send(query("begin"));
  await a.readUntil("Z");
  const b = await open();
  b.send(query("select 'B'"));
  a.send(query("commit"));
  await a.readUntil("Z");
  expect((await b.readUntil("Z"))[1]).toEqual(row("B"));
});

test("bytes of another protocol end only their connection", async ({ open }) => {
  const [a, b] = [await open(), await open()];
  a.send(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
  await expect(a.readUntil("Z")).rejects.toThrow("the connection ended");
  b.send(query("select 'B'"));
  expect((await b.readUntil("Z"))[1]).toEqual(row("B"));
});

test("the answers of eight connections with queries, transactions, errors and large rows never mix", async ({
  pool: { db },
}) => {
  await db.execute(sql`create table counted (worker integer, step integer)`);
  const work = async (worker: number): Promise<unknown[]> => {
    const wrong: unknown[] = [];
    for (let step = 0; step < 60; step++) {
      const mark = `${worker}.${step}`;
      const long = "x".repeat(step * 997) + mark;
      const [echoed] = await db.execute<{ mark: string; long: string }>(
        sql`select ${mark}::text as mark, ${long}::text as long`,
      );
      if (echoed?.mark !== mark || echoed.long !== long) wrong.push({ mark, echoed });
      const failure: unknown = await db.execute(sql`select ${mark}::int`).catch((error) => error);
      if (!String((failure as Error).cause).includes(`"${mark}"`)) wrong.push({ mark, failure });
      const kept = step % 2 === 0;
      await db
        .transaction(async (transaction) => {
          await transaction.execute(sql`insert into counted values (${worker}, ${step})`);
          if (!kept) transaction.rollback();
        })
        .catch((error: Error) => {
          if (kept) wrong.push({ mark, error });
        });
    }
    return wrong;
  };
  const workers = Array.from({ length: 8 }, (_, worker) => worker);
  expect((await Promise.all(workers.map(work))).flat()).toEqual([]);
  const counted = await db.execute(
    sql`select worker, count(*)::int as kept, sum(step)::int as steps from counted group by worker order by worker`,
  );
  expect([...counted]).toEqual(workers.map((worker) => ({ worker, kept: 30, steps: 870 })));
});
