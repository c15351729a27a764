import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openPool } from "../../src/database/client/pool.ts";
import { openFiles } from "../../src/embedded/database-files.ts";
import { openWireServer } from "../../src/embedded/wire-server.ts";
import { createSessionQueue } from "../../src/embedded/session-queue.ts";
import { expect, test } from "../support/embedded-process.ts";

test.describe.configure({ timeout: 300_000 });

test("while its disk has no room, the database reads, refuses to write, and rolls back the open transaction", async ({
  dataDirectory,
}) => {
  const disk = { hasRoom: true, changes: [] as boolean[] };
  const path = join(dataDirectory, "socket");
  const server = await openWireServer(path);
  const backend = await openFiles(join(dataDirectory, "database", "files"));
  const queue = await createSessionQueue(backend, fail, {
    hasRoom: () => disk.hasRoom,
    onChange: (hasRoom) => disk.changes.push(hasRoom),
  });
  server.serve(queue);
  const target = { kind: "socket", path } as const;
  const { db, close } = openPool({ target, poolMax: 2, statementTimeoutMilliseconds: 0 });
  const insert = (word: string) => sql`insert into noted values (${word})`;
  const words = async () => (await db.execute(sql`select word from noted`)).map(({ word }) => word);
  await db.execute(sql`create table noted (word text)`);
  await db.execute(insert("before"));

  const filling = db.transaction(async (transaction) => {
    await transaction.execute(insert("undone"));
    disk.hasRoom = false;
    await transaction.execute(insert("refused"));
  });
  await expect(filling).rejects.toMatchObject({ cause: { code: "25006" } });
  await expect(db.execute(insert("refused"))).rejects.toMatchObject({ cause: { code: "25006" } });
  expect(await words()).toEqual(["before"]);

  disk.hasRoom = true;
  await db.execute(insert("after"));
  expect(await words()).toEqual(["before", "after"]);
  expect(disk.changes).toEqual([false, true]);
  await close();
  await server.close();
  await queue.stop();
  await backend.close();
});

function fail(error: unknown): never {
  throw error;
}
