import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { packageFile } from "../../src/system/package-files.ts";
import { freePort } from "../support/free-port.ts";
import { postgresBinaries, serverIdentity } from "./postgres.ts";
import { expect, test } from "./test.ts";

/** Runs the start line of the service `standby`, with what its image has in place of Docker's. */
function startStandby(
  folder: string,
  { primaryPort, port }: { readonly primaryPort: number; readonly port: number },
): ChildProcess {
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  return spawn(
    "bash",
    ["-s", "--", ...settings.concat("fsync=off").flatMap((setting) => ["-c", setting])],
    {
      cwd: folder,
      ...serverIdentity(),
      env: {
        PATH: `${folder}:${postgresBinaries()}:${process.env["PATH"]}`,
        PGDATA: join(folder, "18", "docker"),
        PGHOST: "127.0.0.1",
        PGPORT: String(primaryPort),
        PGUSER: "postgres",
      },
      stdio: ["pipe", "ignore", "ignore"],
    },
  );
}

test("the standby of the compose file copies its primary once, follows it, and starts again as it is", async ({
  server,
  admin,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-standby-"));
  await writeFile(join(folder, "docker-entrypoint.sh"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  await chmod(folder, 0o755);
  const identity = serverIdentity();
  if ("uid" in identity) await chown(folder, identity.uid, identity.gid);
  const port = await freePort();
  // The driver would wait longer after each connection that is refused.
  const sql = postgres({ host: "127.0.0.1", port, user: "postgres", max: 1, backoff: () => 0 });
  const script = packageFile("ops/postgres/standby.sh");
  const rows = () =>
    sql`select pg_is_in_recovery() as "isStandby", name from standby_check order by name`.then(
      (found) => [...found],
      () => [],
    );
  await admin`create table standby_check (name text)`;
  await admin`insert into standby_check values ('before')`;
  const before = { isStandby: true, name: "before" };
  const after = { isStandby: true, name: "after" };

  const start = async (primaryPort: number) => {
    const child = startStandby(folder, { primaryPort, port });
    child.stdin?.end(await readFile(script));
    return child;
  };
  const stop = async (child: ChildProcess) => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  const first = await start(server.port);
  try {
    await expect.poll(rows).toEqual([before]);
    await admin`insert into standby_check values ('after')`;
    await expect.poll(rows).toEqual([after, before]);
  } finally {
    await stop(first);
  }
  // A copy would fail: nothing listens there.
  const second = await start(await freePort());
  try {
    await expect.poll(rows).toEqual([after, before]);
  } finally {
    await stop(second);
    await sql.end({ timeout: 1 });
    await admin`drop table standby_check`;
    await rm(folder, { recursive: true });
  }
});
