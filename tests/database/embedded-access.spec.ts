import { PGlite } from "@electric-sql/pglite";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openPool } from "#database/client/pool.ts";
import { openWireServer } from "#embedded/wire-server.ts";
import { createTurns } from "#embedded/wire-sessions.ts";
import { expect, test } from "./embedded-process.ts";

test.describe.configure({ timeout: 120_000 });

test("while its disk has no room the database reads, refuses to write, and undoes what was being written", async ({
  emptyDirectory,
}) => {
  const disk = { isRoomy: true, changes: [] as boolean[] };
  const path = join(emptyDirectory, "socket");
  const server = await openWireServer(path);
  const backend = await PGlite.create();
  const turns = await createTurns(backend, fail, {
    hasRoom: () => disk.isRoomy,
    onChange: (isRoomy) => disk.changes.push(isRoomy),
  });
  server.serve(turns);
  const target = { kind: "socket", path } as const;
  const { db, close } = openPool({ target, poolMax: 2, statementTimeoutMilliseconds: 0 });
  const insert = (word: string) => sql`insert into noted values (${word})`;
  const words = async () => (await db.execute(sql`select word from noted`)).map(({ word }) => word);
  await db.execute(sql`create table noted (word text)`);
  await db.execute(insert("before"));

  const filling = db.transaction(async (transaction) => {
    await transaction.execute(insert("undone"));
    disk.isRoomy = false;
    await transaction.execute(insert("refused"));
  });
  await expect(filling).rejects.toMatchObject({ cause: { code: "25006" } });
  await expect(db.execute(insert("refused"))).rejects.toMatchObject({ cause: { code: "25006" } });
  expect(await words()).toEqual(["before"]);

  disk.isRoomy = true;
  await db.execute(insert("after"));
  expect(await words()).toEqual(["before", "after"]);
  expect(disk.changes).toEqual([false, true]);
  await close();
  await server.close();
  await turns.stop();
  await backend.close();
});

function fail(error: unknown): never {
  throw error;
}
