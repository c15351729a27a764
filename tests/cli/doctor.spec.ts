import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { addImportCounts } from "../../src/database/queries/imports/import-counts.ts";
import { recordBackup } from "../../src/database/queries/maintenance/last-backup.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { insertUnclaimedObject } from "../../src/database/queries/recordings/recordings.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { importRecordings } from "../../src/ingest/recordings/import-recordings.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { startTestGateway } from "../support/gateway.ts";
import { withConfigured } from "../support/installation.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";
import { expect, type Folder, jsonOf, test as base } from "./acoustic.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}

interface Site {
  readonly env: Readonly<Record<string, string>>;
  readonly database: OpenDatabase;
  /** Prepares the database of the test. `recordings` are of the first sensor, one a minute. */
  prepare(options: TenantOptions, recordings?: number): Promise<Tenant>;
  /** Runs `acoustic doctor` on it. */
  examine(
    env?: Readonly<Record<string, string>>,
    ...options: string[]
  ): Promise<{ code: number | null; checks: Finding[] }>;
  readonly store: string;
}

const test = base.extend<{ site: Site }>({
  site: async ({ acoustic, folder }, use) => {
    await withConfigured("migrated", async ({ database, env: reach }) => {
      const { db } = database;
      const store = join(folder.path, "store");
      await use({
        env: reach,
        database,
        store,
        async prepare(options, recordings = 0) {
          const tenant = await createTenant(db, options);
          const target = {
            db,
            store: createAudioStore(createFolderStore(store), createStoreRecord(database)),
            clock: () => Date.now() as Instant,
          };
          const files = await writeRecordings(folder, tenant, recordings);
          for await (const { reason } of importRecordings(target, files, null, () => undefined)) {
            expect(reason).toBeNull();
          }
          await recordBackup(db, Date.now() as Instant);
          return tenant;
        },
        async examine(env = {}, ...options) {
          const run = await acoustic(["doctor", "--json", ...options], {
            env: { ...reach, AUDIO_STORE: store, PORT: "0", INTERNAL_PORT: "0", ...env },
          });
          expect(run.stderr).toBe("");
          return { code: run.code, ...(jsonOf(run) as { checks: Finding[] }) };
        },
      });
    });
  },
});

const stateOf = (checks: readonly Finding[], check: string) =>
  checks.filter((finding) => finding.check === check).map(({ state }) => state);
const textOf = (checks: readonly Finding[], check: string) =>
  checks.find((finding) => finding.check === check)?.text;

test("an installation without a fault ends with 0, a line for each check", async ({ site }) => {
  await site.prepare({}, 1);
  const { code, checks } = await site.examine();
  expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(new Set(checks.map(({ check }) => check))).toEqual(
    new Set([
      "configuration",
      "listeners",
      "disk",
      "database",
      "migrations",
      "clock",
      "store",
      "recordings",
      "objects",
      "backup",
      "time zones",
      "contracts",
      "sensors",
      "limits",
      "keys",
    ]),
  );
  expect(code).toBe(0);
});

test("a database without a project is a warning, and a failure beside a store in use: serve does not start there", async ({
  site,
  acoustic,
  folder,
}) => {
  const fresh = await site.examine();
  expect([fresh.code, stateOf(fresh.checks, "projects")]).toEqual([1, ["warning"]]);
  expect(textOf(fresh.checks, "projects")).toContain("there is no project");
  expect(stateOf(fresh.checks, "sensors")).toEqual([]);

  const store = await makeStoreOfAnother(folder);
  const lost = await site.examine({ AUDIO_STORE: store });
  expect([lost.code, stateOf(lost.checks, "store")]).toEqual([3, ["failure"]]);
  const none = { DATABASE_URL: "", DATA_DIR: join(folder.path, "new") };
  for (const env of [site.env, none]) {
    const refused = await acoustic(["serve", "--demo-if-empty"], {
      env: { ...env, AUDIO_STORE: store, LOG_LEVEL: "silent" },
    });
    expect(refused).toEqual({ code: 3, stdout: "", stderr: `${textOf(lost.checks, "store")}\n` });
  }
  expect(textOf(lost.checks, "store")).toContain("`acoustic restore`");
});

test("a backup that is missing, or is more than 36 hours old, is a warning", async ({ site }) => {
  const hour = 3_600_000;
  await site.prepare({});
  const backupAt = async (at: number) => {
    await recordBackup(site.database.db, at as Instant);
    return stateOf((await site.examine()).checks, "backup");
  };
  expect(await backupAt(Date.now() - 35 * hour)).toEqual(["ok"]);
  expect(await backupAt(Date.now() - 37 * hour)).toEqual(["warning"]);
  await site.database.db.execute(sql`delete from last_backup`);
  const { code, checks } = await site.examine();
  expect([code, stateOf(checks, "backup")]).toEqual([1, ["warning"]]);
});

test("silent sensors, missing limits, keys and contracts that end are warnings and end with 1", async ({
  site,
}) => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const tenant = await site.prepare({
    site: { limits: {}, contract: { startAt: "2019-03-01", endAt: soon } },
    sensors: [{}, { limits: { default: { C: 70 } } }],
  });
  const [first = "", second = ""] = tenant.sensorIds;
  const [, keyId = ""] = tenant.key.split(".");
  const expiresAt = new Date(soon);
  const { db } = site.database;
  await db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, keyId));
  await site.prepare({ site: { contract: null } });
  const before = await site.examine();
  expect(textOf(before.checks, "sensors")).toBe("none of 3 is silent");

  await tenant.addSamples([{ second: Date.parse("2019-03-10") / 1000, LAeq: 50 }], 1);
  const { code, checks } = await site.examine();
  const warned = checks.filter(({ state }) => state !== "ok").map(({ check }) => check);
  expect(warned.toSorted()).toEqual(["contracts", "keys", "limits", "sensors"]);
  expect(code).toBe(1);
  expect(textOf(checks, "sensors")).toContain(
    `1 of 3 are silent: ${second} since 2019-03-10T00:00:00Z`,
  );
  expect(textOf(checks, "limits")).toContain(`1 sensors have none: ${first}.`);
  expect(textOf(checks, "keys")).toContain(keyId);
  expect(textOf(checks, "contracts")).toContain(`${tenant.projectId} ends at ${soon}`);
  expect(textOf(checks, "contracts")).toContain("no contract is configured");
  await db.execute(sql`update sensors set end_at = '2019-03-11T00:00:00Z' where id = ${second}`);
  await db.update(apiKeys).set({ replacedBy: "another" });
  const { checks: later } = await site.examine();
  expect(textOf(later, "sensors")).toBe("none of 3 is silent");
  expect(textOf(later, "keys")).toContain("expires within 30 days");
  expect(textOf(later, "keys")).toMatch(/^none /);
  // The secret part of a key is never printed.
  expect(JSON.stringify(checks)).not.toContain(tenant.key.split(".")[2]);
});

test("a contract that has ended while a sensor still delivers, and samples of the future, are warnings", async ({
  site,
}) => {
  const now = Math.floor(Date.now() / 1000);
  const hour = 3600;
  await site.prepare({});
  const over = { contract: { startAt: "2019-03-01", endAt: "2019-03-31" } };
  const open = { contract: { startAt: "2019-03-01", endAt: "2099-12-31" }, intervalSeconds: hour };
  const { db } = site.database;
  const ended = await createTenant(db, { site: over, sensors: 3 });
  const longAgo = await createTenant(db, { site: over });
  const ahead = await createTenant(db, { site: open, sensors: 2 });
  const at = (...instants: (string | number)[]) =>
    instants.map((each) => ({
      second: typeof each === "number" ? each : Date.parse(each) / 1000,
      LAeq: 50,
    }));
  await ended.addSamples(at(now - hour), 0);
  // After the contract, and in it.
  await ended.addSamples(at(now - 48 * hour), 1);
  await ended.addSamples(at("2019-03-10T00:00:00Z"), 2);
  await longAgo.addSamples(at("2019-04-10T00:00:00Z"));
  await ahead.addSamples(at(now - 2 * hour, "2090-03-10T00:00:00Z"), 0);
  await ahead.addSamples(at(now - 4 * hour, "2090-03-10T00:00:00Z"), 1);
  const { code, checks } = await site.examine();
  expect(code).toBe(1);
  const [deliver = ""] = ended.sensorIds;
  expect(textOf(checks, "contracts")).toContain(
    `${ended.projectId} ended at 2019-03-31T22:59:59.000Z, and sensors still deliver: ${deliver}. Set`,
  );
  expect(textOf(checks, "contracts")).not.toContain(longAgo.projectId);
  const [here = "", silent = ""] = ahead.sensorIds;
  const silentSince = new Date((now - 4 * hour) * 1000).toISOString().replace(".000Z", "Z");
  expect(checks.filter(({ check }) => check === "sensors").map(({ text }) => text)).toEqual([
    expect.stringContaining(`1 of 7 are silent: ${silent} since ${silentSince}.`),
    expect.stringContaining(
      `2 have samples of the future: ${[here, silent]
        .toSorted()
        .map((id) => `${id} at 2090-03-10T00:00:00Z`)
        .join(", ")}.`,
    ),
  ]);
});

test("times that agree with no interval, and rows that were read as UTC, are warnings", async ({
  site,
}) => {
  await site.prepare({});
  const { db } = site.database;
  const tenant = await createTenant(db, {
    site: { contract: { startAt: "2019-03-01", endAt: "2099-12-31" } },
    sensors: [{ endAt: "2019-04-01" }],
  });
  const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
  const minutes = [0, 1, 2, 3, 4, 24, 44, 45, 46, 47, 48, 49, 50, 51, 52];
  await tenant.addSamples(minutes.map((minute) => ({ second: first + minute * 60, LAeq: 50 })));
  await addImportCounts(db, "samples", { read_as_utc: 7 }, Date.now() as Instant);
  await addImportCounts(db, "exclusions", { read_as_utc: 8 }, 1_600_000_000_000 as Instant);
  const [sensor = ""] = tenant.sensorIds;
  const { code, checks } = await site.examine();
  expect([code, stateOf(checks, "intervals"), stateOf(checks, "imports")]).toEqual([
    1,
    ["warning"],
    ["warning"],
  ]);
  expect(textOf(checks, "intervals")).toBe(
    `the times of 1 do not agree with the interval that they show: ${sensor} with 1200 s. ` +
      "Coverage and levels may be wrong: declare intervalSeconds in the site file",
  );
  expect(textOf(checks, "imports")).toMatch(
    /^7 rows of samples had times without an offset, and were read as UTC, the last ones at .*: name a timezone/,
  );
});

test("a recording without object is a failure, an object without recording a warning; --deep compares checksums", async ({
  site,
}) => {
  await site.prepare({}, 3);
  const [stray, waiting] = ["ab0123456789abcdef", "cd0123456789abcdef"];
  const objects = createFolderStore(site.store);
  for (const name of [stray, waiting]) await objects.put(name, Buffer.from("stray"));
  // An import has noted it.
  await insertUnclaimedObject(site.database.db, waiting, Date.now() as Instant);
  const warned = await site.examine();
  expect([warned.code, stateOf(warned.checks, "objects")]).toEqual([1, ["warning"]]);
  expect(textOf(warned.checks, "objects")).toContain(`1 of 5 have no recording: ${stray}.`);

  const names = (await readdir(site.store, { recursive: true })).filter((path) =>
    /^[0-9a-f]{2}.[0-9a-f]{32}$/.test(path),
  );
  const [lost = "", damaged = ""] = names;
  await rm(join(site.store, lost));
  const missing = await site.examine();
  expect([missing.code, stateOf(missing.checks, "recordings")]).toEqual([3, ["failure"]]);
  expect(textOf(missing.checks, "recordings")).toContain("1 of 3 have no whole object");

  const path = join(site.store, damaged);
  const bytes = Buffer.alloc((await stat(path)).size);
  await writeFile(path, bytes);
  expect(textOf((await site.examine()).checks, "recordings")).toContain("1 of 3 have");
  const deep = await site.examine({}, "--deep");
  expect(textOf(deep.checks, "recordings")).toContain("2 of 3 have no whole object");
  expect(textOf(deep.checks, "recordings")).toContain("(another checksum)");
});

/** Returns a folder with the marker of another database's store. */
async function makeStoreOfAnother(folder: Folder): Promise<string> {
  const store = join(folder.path, "another");
  await createFolderStore(store).writeMarker(randomUUID(), { replaces: false });
  return store;
}

test("a folder of trusted documents is a failure for the reasons for which serve does not start", async ({
  site,
  acoustic,
  folder,
}) => {
  await site.prepare({});
  const documents = join(folder.path, "documents");
  const none = await site.examine({ GRAPHQL_DOCUMENTS: documents });
  expect([none.code, stateOf(none.checks, "documents")]).toEqual([3, ["failure"]]);
  expect(textOf(none.checks, "documents")).toMatch(/^GRAPHQL_DOCUMENTS: ENOENT/);

  await folder.makeFolder("documents");
  await folder.write("documents/projects.graphql", "{ projects { id } }\n");
  const trusted = await site.examine({ GRAPHQL_DOCUMENTS: documents });
  expect([trusted.code, stateOf(trusted.checks, "documents")]).toEqual([0, ["ok"]]);

  await folder.makeFolder("documents/deep");
  await folder.write("documents/deep/unknown.graphql", "{ nothing }");
  await folder.write("documents/unfinished.graphql", "{ projects {");
  const wrong = await site.examine({ GRAPHQL_DOCUMENTS: documents });
  expect(wrong.code).toBe(3);
  const said = wrong.checks.filter(({ check }) => check === "documents").map(({ text }) => text);
  expect(said).toEqual([
    expect.stringContaining('deep/unknown.graphql: Cannot query field "nothing"'),
    expect.stringContaining("unfinished.graphql: Syntax Error"),
  ]);
  const refused = await acoustic(["serve"], { env: { GRAPHQL_DOCUMENTS: documents } });
  expect([refused.code, refused.stderr]).toEqual([2, said.map((line) => `${line}\n`).join("")]);
});

test("before the first recording, the folder of the store has to be one that can be made", async ({
  site,
  folder,
}) => {
  await site.prepare({});
  const ready = await site.examine({ AUDIO_STORE: join(site.store, "deep", "down") });
  expect([ready.code, stateOf(ready.checks, "store")]).toEqual([0, ["ok"]]);
  expect(textOf(ready.checks, "store")).toContain("becomes the store with the first recording");
  expect(await folder.list()).toEqual([]);

  const file = await folder.write("file", "");
  for (const store of [file, join(file, "audio")]) {
    const wrong = await site.examine({ AUDIO_STORE: store });
    expect([wrong.code, stateOf(wrong.checks, "store")]).toEqual([3, ["failure"]]);
    expect(textOf(wrong.checks, "store")).toContain("not a directory");
  }
  const shared = await site.examine({ AUDIO_STORE: await makeStoreOfAnother(folder) });
  expect([shared.code, stateOf(shared.checks, "store")]).toEqual([1, ["warning"]]);
  expect(textOf(shared.checks, "store")).toContain("is the store of another database");
  // Nobody can make a folder there.
  const refused = await site.examine({ AUDIO_STORE: "/proc/acoustic" });
  expect([refused.code, stateOf(refused.checks, "store")]).toEqual([3, ["failure"]]);
  expect(textOf(refused.checks, "store")).toContain("/proc/acoustic cannot be written to");
});

test("a wrong store, and a database that cannot be reached, are failures", async ({ site }) => {
  await site.prepare({}, 1);
  const elsewhere = await site.examine({ AUDIO_STORE: join(site.store, "elsewhere") });
  expect([elsewhere.code, stateOf(elsewhere.checks, "store")]).toEqual([3, ["failure"]]);
  const url = "postgres://somebody:s3cr3t-of-mine@127.0.0.1:1/none";
  const away = await site.examine({ DATABASE_URL: url });
  expect([away.code, stateOf(away.checks, "database")]).toEqual([3, ["failure"]]);
  expect(JSON.stringify(away)).not.toContain("s3cr3t-of-mine");
  const none = await site.examine({ DATABASE_URL: "", DATA_DIR: join(site.store, "none") });
  expect(textOf(none.checks, "database")).toContain("Run `acoustic migrate`");
});

test("a database that a later release has migrated is a warning", async ({ site }) => {
  await site.prepare({});
  await site.database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  );
  const { code, checks } = await site.examine();
  expect([code, stateOf(checks, "migrations")]).toEqual([1, ["warning"]]);
  expect(textOf(checks, "migrations")).toContain("those of a later release are applied as well");
});

test("an issue of the configuration ends it with 3", async ({ site }) => {
  const { code, checks } = await site.examine({ PORT: "http", LOG_LEVEL: "loud" });
  expect(code).toBe(3);
  expect(checks.map(({ check, state }) => `${state} ${check}`)).toEqual([
    "failure configuration",
    "failure configuration",
  ]);
});

test("addresses of our own serve are ok, those of others a failure", async ({
  site,
  database,
  databaseConfig,
  audioStore,
}) => {
  const gateway = await startTestGateway({ databaseConfig, database, store: audioStore });
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const taken = typeof address === "object" ? String(address?.port) : "";
  const ports = {
    PORT: new URL(gateway.publicUrl).port,
    INTERNAL_PORT: new URL(gateway.internalUrl).port,
  };
  const ours = await site.examine(ports);
  other.on("connection", (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nno JSON"));
  const mixed = await site.examine({ ...ports, PORT: taken });
  await gateway.stop();
  other.close();
  expect(stateOf(ours.checks, "listeners")).toEqual(["ok", "ok"]);
  expect(textOf(ours.checks, "listeners")).toContain("in use by acoustic serve");
  expect(stateOf(mixed.checks, "listeners")).toEqual(["failure", "ok"]);
  expect(mixed.code).toBe(3);
});

async function writeRecordings(folder: Folder, tenant: Tenant, count: number): Promise<string[]> {
  const content = (index: number) => makeFlac({ channels: [ramp(40 + index)] });
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      folder.write(
        `${tenant.sensorIds[0]}_20190310T00${String(index).padStart(2, "0")}00Z.flac`,
        content(index),
      ),
    ),
  );
}
