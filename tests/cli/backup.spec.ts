import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { execFile } from "node:child_process";
import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { formatInstant, type Instant } from "../../src/acoustics/time/instant.ts";
import { selectValue } from "../../src/database/client/select-value.ts";
import { verifyBackup } from "../../src/operator/backup/read-backup.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { selectLastBackup } from "../../src/database/queries/maintenance/last-backup.ts";
import { tablesLeftOut } from "../../src/database/queries/maintenance/whole-tables.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import { removeExpired } from "../../src/operator/maintenance/remove-expired.ts";
import { builtFile } from "../support/built-file.ts";
import { removePast } from "../../src/operator/maintenance/remove-past.ts";
import { startCommand } from "../support/command.ts";
import { startTestGateway } from "../support/gateway.ts";
import type { Installation } from "../support/installation.ts";
import { addRecording } from "../support/recordings.ts";
import { sessionOf } from "../support/session.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type OwnInstallation, refusalWith } from "./acoustic.ts";
import { backUp, clock, expect, fill, ignore, restore, test } from "./backups.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

// Several databases are started in some of these tests.
test.describe.configure({ timeout: 600_000 });

const execute = promisify(execFile);
interface TableContent {
  readonly rows: number;
  readonly digest: string;
  /** The first rows. */
  readonly text: string;
}

/** The rows of every table but those of one database only. Objects have other names after a restore. */
async function allRows({ db }: OpenDatabase): Promise<Map<string, TableContent>> {
  const tables = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
  const contents = new Map<string, TableContent>();
  for (const { name } of tables) {
    if (ofOneDatabase.has(name)) continue;
    const rows = await db.execute<{ line: string }>(sql`
      select (to_jsonb(stored) - 'object_name')::text as line from ${sql.identifier(name)} stored
      order by (to_jsonb(stored) - 'object_name')::text collate "C"`);
    const lines = rows.map(({ line }) => line);
    const text = lines.slice(0, 10).join("\n");
    contents.set(name, { rows: lines.length, digest: digestOf(lines), text });
  }
  return contents;
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

const ofOneDatabase = new Set(
  ["audio_store", ...tablesLeftOut.keys()].filter(
    (name) => !["sensor_latest", "reported_weightings"].includes(name),
  ),
);

/** The moment that the database has of its last backup. */
async function lastBackupOf({ database }: Pick<Installation, "database">): Promise<string | null> {
  const at = await selectLastBackup(sessionOf(database));
  return at === null ? null : formatInstant(at);
}

const projectCount = sql`select count(*)::integer as value from projects`;

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "it succeeded",
    (error: unknown) =>
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  );
}

/** The answers of REST to the key of a tenant at an instant, and the bytes of all recordings. */
async function answersOf(
  { config, database, store }: OwnInstallation,
  { key, path, sensorIds }: Tenant,
  at: Instant,
) {
  const options = { databaseConfig: config, database, store, clock: () => at };
  const gateway = await startTestGateway(options);
  const range = "startAt=2019-03-10&endAt=2019-03-12&limit=2000";
  const answers: unknown[] = [];
  for (const asked of [
    path(),
    path("/embedded-map"),
    ...sensorIds.flatMap((id) =>
      ["events", "measurements"].map((kind) => path(`/sensors/${id}/${kind}?${range}`)),
    ),
  ]) {
    const headers = { "svc-api-key": `Bearer ${key}` };
    const response = await fetch(`${gateway.publicUrl}${asked}`, { headers });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    answers.push([asked, text]);
  }
  const recordings: string[] = [];
  for (const { name } of await database.db.execute<{ name: string }>(
    sql`select object_name as name from recordings order by sensor_no, datetime`,
  )) {
    const opened = await store.open(name);
    if (opened === "missing") throw new Error(`${name} is missing`);
    recordings.push(digestOf([await buffer(opened.chunks)]));
  }
  await gateway.stop();
  return { answers, recordings };
}

/** Rows in each table; those of samples need several parts of a backup. */
async function fillEverything(installation: OwnInstallation): Promise<Tenant> {
  const { database, store } = installation;
  const { db } = database;
  await fill(installation);
  const night = { days: ["mon", "holiday"], from: "22:00", to: "07:00", limit: { A: 45.5 } };
  const limits = { default: { A: 60, C: 80 }, schedule: [night] };
  const classification = { model: "model \\N {a}", minConfidence: 0.5 };
  const tenant = await createTenant(db, {
    site: {
      holidays: [{ date: "2019-03-18", name: "Saint Patrick's Day" }],
      limits,
      classification,
    },
    sensors: [{ limits: { default: { A: 55 } } }, { intervalSeconds: 60 }],
  });
  const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
  const levels = Array.from({ length: 9000 }, (_, minute) => ({
    second: first + 60 * minute,
    LAeq: (4000 + (minute % 4000)) / 100,
    ...(minute % 3 === 0 ? { LCeq: 70.01, LAFmax: -0.25 } : {}),
  }));
  await tenant.addSamples(levels, 1);
  await tenant.addSamples([{ second: first, LAeq: 61 }]);
  await tenant.addClassifications([[classification.model, first, 'siren, "loud"', 1 / 3 + 0.5]]);
  await tenant.addExclusions([
    ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", "thunder", 'a\t"b"'],
  ]);
  for (const sensorId of tenant.sensorIds) await addRecording({ db, store }, sensorId, first);
  await db.execute(sql`
    insert into audio_leases (sensor_no, id, key_id, operation, recording_datetimes, issued_at, expires_at)
    select sensors.sensor_no, gen_random_uuid(), api_keys.id, 'events', '{2026-01-01T00:00:00Z}', now(), now()
    from sensors, api_keys limit 1`);
  await db.execute(sql`
    insert into import_counts (kind, result, rows, last_at) values ('samples', 'inserted', 1, now())`);
  // Each table has rows here, or is named as one that is not carried: a new table needs one of both.
  const rows = await allRows(installation.database);
  expect([...rows].filter(([, table]) => table.rows === 0)).toEqual([]);
  return tenant;
}

test("an installation moves from an embedded database to the configured one and back: every row and every answer is the same", async ({
  folder,
  installationOf,
}) => {
  const asked = clock();
  const first = await installationOf("embedded");
  const tenant = await fillEverything(first);
  const rows = await allRows(first.database);
  const answers = await answersOf(first, tenant, asked);
  expect(answers.recordings).toHaveLength(3);

  await backUp(first, join(folder.path, "1"));
  const second = await installationOf("empty");
  await restore(second, join(folder.path, "1"));
  expect(await allRows(second.database)).toEqual(rows);
  expect(await answersOf(second, tenant, asked)).toEqual(answers);
  await backUp(second, join(folder.path, "2"));
  const third = await installationOf("embedded");
  await restore(third, join(folder.path, "2"));
  expect(await allRows(third.database)).toEqual(rows);
  expect(await answersOf(third, tenant, asked)).toEqual(answers);
  // Numbers go on after the greatest.
  const added = await createTenant(third.database.db);
  expect(added.sensorIds).toHaveLength(1);
});

test("a backup is refused where its file exists, has mode 0600 and the form that tar and sha256sum read", async ({
  folder,
  acoustic,
  kept: { env },
}) => {
  const file = join(folder.path, "b");
  expect(await acoustic(["backup", file], { env })).toMatchObject({ code: 0, stderr: "" });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await folder.list()).toEqual(["b"]);
  const before = await readFile(file);
  expect(await acoustic(["backup", file], { env })).toMatchObject({ code: 2 });
  expect(await readFile(file)).toEqual(before);
  // Without a database: it is unreachable.
  const nowhere = { DATABASE_URL: "postgres://127.0.0.1:1/none" };
  const checked = await acoustic(["restore", "--check", file], { env: nowhere });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(checked.stdout).toContain("audio of 1 recording,");
  await folder.makeFolder("unpacked");
  const unpacked = { cwd: join(folder.path, "unpacked") };
  await execute("tar", ["xzf", file], unpacked);
  const sums = await execute("sha256sum", ["--check", "--strict", "SHA256SUMS"], unpacked);
  expect(sums.stdout).toContain("backup.json: OK\n");
  expect(sums.stdout).not.toMatch(/[^K]\n/);
});

test("a backup that a restore would refuse ends with 1, and there is no file", async ({
  folder,
  installationOf,
}) => {
  const { acoustic, database, tenantOf } = await installationOf("migrated");
  await tenantOf();
  // No row that the gateway writes has a list of lists.
  await database.db.execute(
    sql`update api_keys set scopes = ${`{${"{a},".repeat(40)}{a}}`}::text[]`,
  );
  const file = join(folder.path, "b");
  const refused = await acoustic(["backup", file], { env: { AUDIO_STORE: folder.path } });
  expect(refused).toEqual(
    refusalWith(`${file}: it is no backup, or it is damaged: tables/api_keys/`, 1),
  );
  expect(await folder.list()).toEqual([]);
});

test("a backup to standard output is the same file, and its summary goes to standard error", async ({
  folder,
  kept,
}) => {
  const file = join(folder.path, "b");
  const env = { PATH: process.env["PATH"], ...kept.env };
  const words = [builtFile("main.js"), "backup", "-"];
  const { stdout, stderr } = await execute(process.execPath, words, { env, encoding: "buffer" });
  expect(stderr.toString()).toContain("The output has audio of 1 recording,");
  await writeFile(file, stdout);
  const { header } = await verifyBackup(file, ignore);
  expect(await lastBackupOf(kept)).toBe(header.createdAt);
});

test("a backup without any project warns, and removes no other", async ({
  folder,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  await folder.write("acoustic-20200101T000000Z.tar.gz", "");
  const ended = await installation.acoustic(["backup", "--keep", "1", folder.path]);
  expect(ended).toMatchObject({
    code: 1,
    stderr: "The database has no project. Are DATABASE_URL and DATA_DIR those of the gateway?\n",
  });
  expect(await folder.list()).toHaveLength(2);
  expect(await lastBackupOf(installation)).toBeNull();
});

test("--keep leaves the newest files of the series, and everything else", async ({
  folder,
  acoustic,
  kept: { env },
}) => {
  const others = [
    "acoustic-20200101T000000Z.tar.gz.part",
    "acoustic-2020.tar.gz",
    "acoustic.tar.gz",
    "x-acoustic-20200101T000000Z.tar.gz",
  ];
  const series = [1, 2, 3].map((day) => `acoustic-2020010${day}T000000Z.tar.gz`);
  for (const name of [...others, ...series]) await folder.write(name, "");
  // Neither a folder nor a link is one of the series, whatever its name.
  const folders = ["acoustic-20190101T000000Z.tar.gz", "acoustic-20190102T000000Z.tar.gz"];
  await folder.makeFolder(folders[0] ?? "");
  await symlink("acoustic.tar.gz", join(folder.path, folders[1] ?? ""));
  const ended = await acoustic(["backup", "--keep", "2", folder.path], { env });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  const left = await folder.list();
  const [made = "none"] = left.filter((name) => /^acoustic-(?!2019|2020)/.test(name));
  expect(left).toEqual([...others, series[2] ?? "", made, ...folders].toSorted());
  expect(ended.stdout).toMatch(
    /\nremoved acoustic-20200101T000000Z\.tar\.gz\nremoved acoustic-20200102T000000Z\.tar\.gz\n$/,
  );
  await verifyBackup(join(folder.path, made), ignore);
});

test("only an empty database takes a backup: one with rows that lacks migrations keeps its tables as they are", async ({
  acoustic,
  kept,
  installationOf,
}) => {
  const before = await allRows(kept.database);
  const run = await acoustic(["restore", kept.file], { env: kept.env });
  expect(run).toEqual(refusalWith("not empty"));
  expect(await allRows(kept.database)).toEqual(before);
  const { database, env } = await installationOf("empty");
  await database.db.execute(sql`create table projects (id text)`);
  await database.db.execute(sql`insert into projects values ('p')`);
  expect(await acoustic(["restore", kept.file], { env })).toMatchObject({ code: 2 });
  const [found] = await database.db.execute(sql`select to_regclass('sensor_latest') as later`);
  expect(found).toEqual({ later: null });
});

test("columns and tables that a backup lacks get their defaults", async ({
  folder,
  installationOf,
}) => {
  const file = join(folder.path, "b");
  const older = await installationOf("migrated");
  for (const statement of [
    sql`insert into projects (id, name, timezone) values ('p', 'P', 'UTC')`,
    sql`insert into sensors (id, project_no, name) values ('s', 1, 'S')`,
    sql`create table samples_2023 partition of samples for values from ('2023-01-01Z') to ('2026-01-01Z')`,
    sql`insert into samples (sensor_no, datetime, lceq) values (1, '2023-05-06T07:08:09Z', 5000), (1, '2025-01-01T00:00:00Z', null)`,
    sql`alter table projects drop column min_confidence`,
    sql`drop table site_versions`,
  ]) {
    await older.database.db.execute(statement);
  }
  await backUp(older, file);
  const target = await installationOf("empty");
  await restore(target, file);
  const rows = await allRows(target.database);
  expect(rows.get("projects")?.text).toMatch(/"min_confidence": ?0[,}]/);
  expect(rows.get("site_versions")?.rows).toBe(0);
  expect(rows.get("samples")?.rows).toBe(2);
  expect(rows.get("sensor_latest")?.text).toContain("2025-01-01T00:00:00");
  expect(rows.get("reported_weightings")?.rows).toBe(1);
  expect(rows.get("reported_weightings")?.text).toContain("2023-05-06T07:08:09");
});

test("a backup of a later release is refused", async ({ folder, installationOf }) => {
  const installation = await installationOf("migrated");
  const { db } = installation.database;
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  );
  await backUp(installation, join(folder.path, "b"));
  expect(await messageOf(restore(installation, join(folder.path, "b")))).toContain(
    "newer than this release",
  );
});

test("tables are as they are at one moment, while others go on to write", async ({
  folder,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  const { database } = installation;
  const file = join(folder.path, "b");
  const state = { isDone: false, written: 0 };
  const writing = (async () => {
    while (!state.isDone) {
      const id = `p${state.written}`;
      await database.db.transaction(async (transaction) => {
        await transaction.execute(
          sql`insert into projects (id, name, timezone) values (${id}, 'P', 'UTC')`,
        );
        await transaction.execute(
          sql`insert into sensors (id, project_no, name) select id, project_no, name from projects where id = ${id}`,
        );
      });
      state.written += 1;
    }
  })();
  const { tables } = await backUp(installation, file).finally(() => (state.isDone = true));
  await writing;
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows;
  expect(rowsOf("projects")).toBe(rowsOf("sensors"));
  expect(rowsOf("projects")).toBeLessThan(state.written);
  const target = await installationOf("migrated");
  await restore(target, file);
  expect(await selectValue(target.database.db, projectCount)).toBe(rowsOf("projects"));
});

test("a backup beside removals has the rows of its moment, and only what was lost before counts as missing", async ({
  folder,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  const { db, kind } = installation.database;
  const { store } = installation;
  const [lost] = await fill(installation);
  await store.remove(lost.objectName);
  const old = 1_600_000_000;
  const retained = await createTenant(db, { site: { retention: { samples: "P1Y" } } });
  await retained.addSamples([{ second: old, LAeq: 60 }]);
  const leaving = await createTenant(db);
  await leaving.addSamples([{ second: old, LAeq: 60 }]);
  const sensorId = leaving.sensorIds[0] ?? "";
  const recordings = [
    await addRecording({ db, store }, sensorId, old),
    await addRecording({ db, store }, sensorId, old + 60),
  ];
  const recent = Math.floor(clock() / 1000) - 60;
  const retainedId = retained.sensorIds[0] ?? "";
  const replaced = await addRecording({ db, store }, retainedId, recent);
  const before = await allRows(installation.database);

  // When the first recording is read, a project is removed, the next round removes its objects and the old month,
  // and a recording is imported anew.
  let isRemoved = false;
  const removing = {
    ...store,
    open: async (name: string) => {
      if (!isRemoved) {
        isRemoved = true;
        const removal = { what: "project", projectId: leaving.projectId } as const;
        await removeData(installation.database, removal, clock());
        const signal = neverAborted;
        const round = { db, kind, now: (clock() + 60_000) as Instant, signal };
        expect((await removeExpired(round, store)).objects).toBe(2);
        await removePast(round);
        await addRecording({ db, store }, retainedId, recent);
        await store.remove(replaced.objectName);
      }
      return store.open(name);
    },
  };
  const file = join(folder.path, "b");
  const written = await backUp(installation, file, removing);
  const { missingObjects, removedObjects, replacedObjects } = written;
  expect(missingObjects).toEqual([lost.objectName]);
  expect(replacedObjects).toEqual([replaced.objectName]);
  expect(new Set(removedObjects)).toEqual(new Set(recordings.map(({ objectName }) => objectName)));
  const target = await installationOf("migrated");
  await restore(target, file);
  expect(await allRows(target.database)).toEqual(before);
});

/** Kills a command once something appears in a folder. */
async function killAtFirst(folder: string, args: readonly string[], env: Installation["env"]) {
  const watcher = watch(folder);
  const appeared = new Promise<void>((resolve) => watcher.once("change", () => resolve()));
  const { ended, kill } = startCommand(args, env);
  await Promise.race([appeared, ended]);
  kill();
  await ended;
  watcher.close();
}

test("a killed backup leaves no backup, and the next one is whole", async ({
  folder,
  acoustic,
  installationOf,
}) => {
  const installation = await installationOf("embedded");
  await fill(installation);
  const { env } = installation;
  const file = join(folder.path, "b");
  await killAtFirst(folder.path, ["backup", file], env);
  // It may have come to its end before.
  expect(await messageOf(verifyBackup(file, ignore))).toMatch(
    /^it succeeded$|: cannot be read: ENOENT/,
  );
  expect(await acoustic(["backup", join(folder.path, "c")], { env })).toMatchObject({ code: 0 });
  await verifyBackup(join(folder.path, "c"), ignore);
  expect(await readdir(join(env["DATA_DIR"] ?? "", "backup"))).toEqual([]);
});

test("a restore that fails after its recordings leaves an empty database, and the next one succeeds", async ({
  kept: { file },
  installationOf,
}) => {
  const target = await installationOf("migrated");
  const { db } = target.database;
  // Its rows cannot be committed: the last of them is refused.
  await db.execute(sql`alter table recordings add constraint refused check (byte_length < 0)`);
  expect(await messageOf(restore(target, file))).toContain("the database refuses its rows");
  expect(await selectValue(target.database.db, projectCount)).toBe(0);
  expect([...(await db.execute(sql`select name from unclaimed_objects`))]).toEqual([]);
  const kept = await readdir(target.audioStore, { recursive: true });
  expect(kept.filter((name) => name !== "acoustic-audio-store")).toEqual([
    expect.stringMatching(/^..$/),
  ]);
  await db.execute(sql`alter table recordings drop constraint refused`);
  await restore(target, file);
  expect(await selectValue(target.database.db, projectCount)).toBe(1);
  const named = await db.execute(sql`
    select object_name from recordings where object_name in (select name from unclaimed_objects)`);
  expect([...named]).toEqual([]);
});

test("a killed restore leaves an empty database or all of it, and the next one finds that", async ({
  acoustic,
  kept,
  installationOf,
}) => {
  const whole = await allRows(kept.database);
  const filledOf = (tables: typeof whole) =>
    [...tables.values()].filter(({ rows }) => rows > 0).length;
  const target = await installationOf("migrated");
  const { database, audioStore, env } = target;
  await target.store.begin();
  await killAtFirst(audioStore, ["restore", kept.file], env);
  // It may have come to its end before: then the next one finds all of it, and writes nothing.
  const filled = filledOf(await allRows(database));
  expect([0, filledOf(whole)]).toContain(filled);
  const code = filled === 0 ? 0 : 2;
  expect(await acoustic(["restore", kept.file], { env })).toMatchObject({ code });
  expect(await allRows(database)).toEqual(whole);
});

test("a recording whose audio is gone or was changed is reported, and everything else is in the backup", async ({
  folder,
  acoustic,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  const [{ objectName }] = await fill(installation);
  const { audioStore, env } = installation;
  const path = join(audioStore, objectName.slice(0, 2), objectName);
  await chmod(path, 0o600);
  await writeFile(path, "other");
  const changed = await acoustic(["backup", join(folder.path, "1")], { env });
  expect(changed).toMatchObject({ code: 1, stderr: `changed since its import: ${objectName}\n` });
  await createFolderStore(audioStore).remove(objectName);
  const missing = await acoustic(["backup", join(folder.path, "2")], { env });
  expect(missing).toMatchObject({ code: 1, stderr: `missing in the store: ${objectName}\n` });
  expect(await lastBackupOf(installation)).toBeNull();
  // Without audio, nothing is looked for, and objects keep their names.
  const without = ["backup", "--no-recordings", join(folder.path, "3")];
  expect(await acoustic(without, { env })).toMatchObject({ code: 0, stderr: "" });
  const target = await installationOf("migrated");
  await restore(target, join(folder.path, "3"));
  const names = await target.database.db.execute(sql`select object_name as name from recordings`);
  expect([...names]).toEqual([{ name: objectName }]);
});
