import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { monthOf } from "../../src/acoustics/time/calendar-month.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { ensureSamplePartitions } from "../../src/database/queries/maintenance/sample-partitions.ts";
import type { Sql } from "postgres";
import { createTenant } from "../support/tenant.ts";
import { startCommand } from "../support/command.ts";
import { quickImports, slowImports } from "../support/slow-imports.ts";
import type { PostgresServer } from "./postgres.ts";
import { expect, test } from "./test.ts";

// On a busy machine, an import prints how far it is: the messages may follow such lines.

const limits = { poolMax: 2, statementTimeoutMilliseconds: 5000 };

const ways = {
  "is stopped": (server) => server.stop("fast"),
  "is stopped at once": (server) => server.stop("immediate"),
  "is killed": (server) => server.kill(),
} satisfies Record<string, (server: PostgresServer) => Promise<void>>;

for (const [what, lose] of Object.entries(ways)) {
  test(`an import whose server ${what} ends with 3, and reports the files before`, async ({
    server,
    admin,
    dataDirectory: folder,
  }) => {
    const database = await openDatabase({ ...limits, kind: "postgres", url: server.url });
    const [sensor = ""] = (await createTenant(database.db)).sensorIds;
    await ensureSamplePartitions(database.db, [monthOf(2019, 4)]);
    await database.close();
    const fileOf = async (name: string, day: string) => {
      const path = join(folder, name);
      await writeFile(path, `sensor_id,datetime,LAeq\n${sensor},${day}T00:00:00Z,60\n`);
      return path;
    };
    const files = [
      await fileOf("first.csv", "2019-04-01"),
      await fileOf("second.csv", "2019-04-02"),
    ];
    // The import of the second file waits for this transaction.
    const blocking = await admin.reserve();
    await blocking`begin`;
    await blocking`insert into samples (sensor_no, datetime, laeq)
      select sensor_no, '2019-04-02T00:00:00Z', 1 from sensors where id = ${sensor}`;
    const command = startCommand(["import", "samples", "--json", ...files], {
      DATABASE_URL: server.url,
    });
    await expect.poll(() => waitingStatements(admin)).toBe(1);
    await lose(server);
    const { code, stdout, stderr } = await command.ended;
    await server.start();
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        /^(?:[0-9]+ % [^\n]+\n)*The database cannot be reached: [^\n]+\nIt is unknown whether the step in progress is kept\. The results that were reported before are kept\.\n$/,
      ),
    });
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ file: files[0], inserted: 1 }] });
  });
}

test("a database whose name has to be escaped is found", async ({ server, admin }) => {
  await admin.unsafe('create database "100 %"');
  const DATABASE_URL = server.url.replace(/\/[^/]*$/, "/100%20%25");
  expect(await startCommand(["migrate"], { DATABASE_URL }).ended).toMatchObject({ code: 0 });
  const { code, stderr } = await startCommand(["key", "list"], { DATABASE_URL }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  await admin.unsafe('drop database "100 %"');
});

test("an import whose embedded database is killed ends with 3, and the same import completes it", async ({
  dataDirectory,
  serve,
}) => {
  const env = { DATA_DIR: dataDirectory };
  const serving = await serve(env);
  const database = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
  const [sensor = ""] = (await createTenant(database.db)).sensorIds;
  const file = join(dataDirectory, "samples.csv");
  const rowOf = (second: number) => `${sensor},${new Date(second * 1000).toISOString()},60`;
  // 40 batches: the import lasts 16 seconds.
  const rows = Array.from({ length: 20_000 }, (_, index) => rowOf(1_552_176_000 + index));
  await writeFile(file, `sensor_id,datetime,LAeq\n${rows.join("\n")}\n`);
  await slowImports(database.db);
  const command = startCommand(["import", "samples", "--json", file], env);
  const stored = () => database.db.execute(sql`select 1 from samples limit 1`);
  await expect.poll(async () => (await stored()).length).toBe(1);
  await serving.end("SIGKILL");
  await database.close();
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stdout, stderr }).toEqual({
    code: 3,
    stdout: expect.any(String),
    stderr: expect.stringMatching(
      /^(?:[0-9]+ % [^\n]+\n)*The database cannot be reached: the connection was lost\n[^\n]*: [1-9][\d,]* rows of it are stored; importing it again completes it\n$/,
    ),
  });
  const opened = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
  await quickImports(opened.db);
  await opened.close();
  const again = await startCommand(["import", "samples", "--json", file], env).ended;
  const { files } = JSON.parse(again.stdout) as {
    files: { inserted: number; unchanged: number }[];
  };
  const unchanged = files[0]?.unchanged ?? 0;
  expect(unchanged).toBeGreaterThan(0);
  expect({ code: again.code, files }).toMatchObject({
    code: 0,
    files: [{ rows: 20_000, inserted: 20_000 - unchanged, updated: 0, rejected: 0 }],
  });
});

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  test(`a server that has joined ends with 3 when its database ends by ${signal}, and runs it when it is started again`, async ({
    dataDirectory,
    serve,
  }) => {
    const env = { DATA_DIR: dataDirectory };
    const owner = await serve(env);
    const joined = await serve(env);
    await owner.end(signal);
    expect(await joined.ended).toBe(3);
    expect(joined.output()).toContain(
      `The process that ran the database in ${dataDirectory}/database has ended, and this one had only joined it. Start this one again`,
    );
    const again = await serve(env);
    expect((await fetch(`${again.internalUrl}/health/ready`)).status).toBe(200);
    expect(await again.end("SIGTERM")).toBe(0);
  });
}

async function waitingStatements(admin: Sql): Promise<number> {
  const rows = await admin`select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
  return rows.length;
}
