import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { addImportCounts } from "../../src/database/queries/imports/import-counts.ts";
import { recordBackup } from "../../src/database/queries/maintenance/last-backup.ts";
import { insertUnclaimedObject } from "../../src/database/queries/recordings/recordings.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { importRecordings } from "../../src/ingest/recordings/import-recordings.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import type { Tenant, TenantOptions } from "../support/tenant.ts";
import { expect, type Folder, jsonOf, type OwnInstallation, test as base } from "./acoustic.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}

interface Examined {
  readonly code: number | null;
  readonly checks: readonly Finding[];
  /** The exit code, and state and text of the only finding of a check. */
  of(check: string): [code: number | null, state?: string, text?: string];
}

interface Site extends OwnInstallation {
  /** Prepares the database of the test. `recordings` are of the first sensor, one a minute. */
  prepare(options: TenantOptions, recordings?: number): Promise<Tenant>;
  /** Runs `acoustic doctor` on it. */
  examine(env?: Readonly<Record<string, string>>, ...options: string[]): Promise<Examined>;
}

const test = base.extend<{ site: Site }>({
  site: async ({ folder, installationOf }, use) => {
    const installation = await installationOf("migrated");
    const { acoustic, database, store, tenantOf } = installation;
    await use({
      ...installation,
      async prepare(options, recordings = 0) {
        const tenant = await tenantOf(options);
        const target = { db: database.db, store, clock: () => Date.now() as Instant };
        const files = await writeRecordings(folder, tenant, recordings);
        for await (const { reason } of importRecordings(target, files, null, () => undefined)) {
          expect(reason).toBeNull();
        }
        await recordBackup(database.db, Date.now() as Instant);
        return tenant;
      },
      async examine(env = {}, ...options) {
        const run = await acoustic(["doctor", "--json", ...options], {
          env: { PORT: "0", INTERNAL_PORT: "0", ...env },
        });
        expect(run.stderr).toBe("");
        const { checks } = jsonOf(run) as { checks: Finding[] };
        const of = (check: string): ReturnType<Examined["of"]> => {
          const [finding, ...others] = checks.filter((each) => each.check === check);
          expect(others).toEqual([]);
          return finding ? [run.code, finding.state, finding.text] : [run.code];
        };
        return { code: run.code, checks, of };
      },
    });
  },
});

const containing = (text: string): string => expect.stringContaining(text) as unknown as string;
const matching = (text: RegExp): string => expect.stringMatching(text) as unknown as string;

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
  expect(fresh.of("projects")).toEqual([1, "warning", containing("there is no project")]);
  expect(fresh.of("sensors")).toEqual([1]);

  const store = await makeStoreOfAnother(folder);
  const lost = (await site.examine({ AUDIO_STORE: store })).of("store");
  expect(lost).toEqual([3, "failure", containing("`acoustic restore`")]);
  const none = { DATABASE_URL: "", DATA_DIR: join(folder.path, "new") };
  for (const env of [site.env, none]) {
    const refused = await acoustic(["serve", "--demo-if-empty"], {
      env: { ...env, AUDIO_STORE: store, LOG_LEVEL: "silent" },
    });
    expect(refused).toEqual({ code: 3, stdout: "", stderr: `${lost[2]}\n` });
  }
});

test("a backup that is missing, or is more than 36 hours old, is a warning", async ({ site }) => {
  const hour = 3_600_000;
  await site.prepare({});
  const backupAt = async (at: number) => {
    await recordBackup(site.database.db, at as Instant);
    return (await site.examine()).of("backup").slice(0, 2);
  };
  expect(await backupAt(Date.now() - 35 * hour)).toEqual([0, "ok"]);
  expect(await backupAt(Date.now() - 37 * hour)).toEqual([1, "warning"]);
  await site.database.db.execute(sql`delete from last_backup`);
  expect((await site.examine()).of("backup").slice(0, 2)).toEqual([1, "warning"]);
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
  expect((await site.examine()).of("sensors")[2]).toBe("none of 3 is silent");

  await tenant.addSamples([{ second: Date.parse("2019-03-10") / 1000, LAeq: 50 }], 1);
  const { code, checks, of } = await site.examine();
  const warned = checks.filter(({ state }) => state !== "ok").map(({ check }) => check);
  expect(warned.toSorted()).toEqual(["contracts", "keys", "limits", "sensors"]);
  expect(code).toBe(1);
  expect(of("sensors")[2]).toContain(`1 of 3 are silent: ${second} since 2019-03-10T00:00:00Z`);
  expect(of("limits")[2]).toContain(`1 sensors have none: ${first}.`);
  expect(of("keys")[2]).toContain(keyId);
  const contracts = checks.filter(({ check }) => check === "contracts").map(({ text }) => text);
  expect(contracts.join("\n")).toContain(`${tenant.projectId} ends at ${soon}`);
  expect(contracts.join("\n")).toContain("no contract is configured");
  await db.execute(sql`update sensors set end_at = '2019-03-11T00:00:00Z' where id = ${second}`);
  await db.update(apiKeys).set({ replacedBy: "another" });
  const later = await site.examine();
  expect(later.of("sensors")[2]).toBe("none of 3 is silent");
  expect(later.of("keys")[2]).toMatch(/^none .*expires within 30 days/);
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
  const ended = await site.tenantOf({ site: over, sensors: 3 });
  const longAgo = await site.tenantOf({ site: over });
  const ahead = await site.tenantOf({ site: open, sensors: 2 });
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
  const { checks, of } = await site.examine();
  const [deliver = ""] = ended.sensorIds;
  expect(of("contracts")).toEqual([
    1,
    "warning",
    containing(
      `${ended.projectId} ended at 2019-03-31T22:59:59.000Z, and sensors still deliver: ${deliver}. Set`,
    ),
  ]);
  expect(of("contracts")[2]).not.toContain(longAgo.projectId);
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
  const tenant = await site.tenantOf({
    site: { contract: { startAt: "2019-03-01", endAt: "2099-12-31" } },
    sensors: [{ endAt: "2019-04-01" }],
  });
  const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
  const minutes = [0, 1, 2, 3, 4, 24, 44, 45, 46, 47, 48, 49, 50, 51, 52];
  await tenant.addSamples(minutes.map((minute) => ({ second: first + minute * 60, LAeq: 50 })));
  await addImportCounts(db, "samples", { read_as_utc: 7 }, Date.now() as Instant);
  await addImportCounts(db, "exclusions", { read_as_utc: 8 }, 1_600_000_000_000 as Instant);
  const [sensor = ""] = tenant.sensorIds;
  const { of } = await site.examine();
  expect(of("intervals")).toEqual([
    1,
    "warning",
    `the times of 1 do not agree with the interval that they show: ${sensor} with 1200 s. ` +
      "Coverage and levels may be wrong: declare intervalSeconds in the site file",
  ]);
  expect(of("imports")).toEqual([
    1,
    "warning",
    matching(
      /^7 rows of samples had times without an offset, and were read as UTC, the last ones at .*: name a timezone/,
    ),
  ]);
});

test("a recording without object is a failure, an object without recording a warning; --deep compares checksums", async ({
  site,
}) => {
  await site.prepare({}, 3);
  const [stray, waiting] = ["ab0123456789abcdef", "cd0123456789abcdef"];
  const objects = createFolderStore(site.audioStore);
  for (const name of [stray, waiting]) await objects.put(name, Buffer.from("stray"));
  // An import has noted it.
  await insertUnclaimedObject(site.database.db, waiting, Date.now() as Instant);
  const stayed = containing(`1 of 5 have no recording: ${stray}.`);
  expect((await site.examine()).of("objects")).toEqual([1, "warning", stayed]);

  const names = (await readdir(site.audioStore, { recursive: true })).filter((path) =>
    /^[0-9a-f]{2}.[0-9a-f]{32}$/.test(path),
  );
  const [lost = "", damaged = ""] = names;
  await rm(join(site.audioStore, lost));
  const failed = [3, "failure", containing("1 of 3 have no whole object")];
  expect((await site.examine()).of("recordings")).toEqual(failed);

  const path = join(site.audioStore, damaged);
  const bytes = Buffer.alloc((await stat(path)).size);
  await writeFile(path, bytes);
  expect((await site.examine()).of("recordings")).toEqual(failed);
  const [, , deep] = (await site.examine({}, "--deep")).of("recordings");
  expect(deep).toContain("2 of 3 have no whole object");
  expect(deep).toContain("(another checksum)");
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
  const env = { GRAPHQL_DOCUMENTS: documents };
  const enoent = matching(/^GRAPHQL_DOCUMENTS: ENOENT/);
  expect((await site.examine(env)).of("documents")).toEqual([3, "failure", enoent]);

  await folder.makeFolder("documents");
  await folder.write("documents/projects.graphql", "{ projects { id } }\n");
  expect((await site.examine(env)).of("documents").slice(0, 2)).toEqual([0, "ok"]);

  await folder.makeFolder("documents/deep");
  await folder.write("documents/deep/unknown.graphql", "{ nothing }");
  await folder.write("documents/unfinished.graphql", "{ projects {");
  const wrong = await site.examine(env);
  expect(wrong.code).toBe(3);
  const said = wrong.checks.filter(({ check }) => check === "documents").map(({ text }) => text);
  expect(said).toEqual([
    expect.stringContaining('deep/unknown.graphql: Cannot query field "nothing"'),
    expect.stringContaining("unfinished.graphql: Syntax Error"),
  ]);
  const refused = await acoustic(["serve"], { env });
  expect([refused.code, refused.stderr]).toEqual([2, said.map((line) => `${line}\n`).join("")]);
});

test("before the first recording, the folder of the store has to be one that can be made", async ({
  site,
  folder,
}) => {
  await site.prepare({});
  const storeAt = async (path: string) => (await site.examine({ AUDIO_STORE: path })).of("store");
  const ready = containing("becomes the store with the first recording");
  expect(await storeAt(join(site.audioStore, "deep", "down"))).toEqual([0, "ok", ready]);
  expect(await folder.list()).toEqual([]);

  const file = await folder.write("file", "");
  for (const store of [file, join(file, "audio")]) {
    expect(await storeAt(store)).toEqual([3, "failure", containing("not a directory")]);
  }
  const shared = await storeAt(await makeStoreOfAnother(folder));
  expect(shared).toEqual([1, "warning", containing("is the store of another database")]);
  // Nobody can make a folder there.
  const unwritable = containing("/proc/acoustic cannot be written to");
  expect(await storeAt("/proc/acoustic")).toEqual([3, "failure", unwritable]);
});

test("a wrong store, and a database that cannot be reached, are failures", async ({ site }) => {
  await site.prepare({}, 1);
  const elsewhere = await site.examine({ AUDIO_STORE: join(site.audioStore, "elsewhere") });
  expect(elsewhere.of("store").slice(0, 2)).toEqual([3, "failure"]);
  const url = "postgres://somebody:s3cr3t-of-mine@127.0.0.1:1/none";
  const away = await site.examine({ DATABASE_URL: url });
  expect(away.of("database").slice(0, 2)).toEqual([3, "failure"]);
  expect(JSON.stringify(away)).not.toContain("s3cr3t-of-mine");
  const none = { DATABASE_URL: "", DATA_DIR: join(site.audioStore, "none") };
  expect((await site.examine(none)).of("database")[2]).toContain("Run `acoustic migrate`");
});

test("a database that a later release has migrated is a warning", async ({ site }) => {
  await site.prepare({});
  await site.database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  );
  const later = containing("those of a later release are applied as well");
  expect((await site.examine()).of("migrations")).toEqual([1, "warning", later]);
});

test("an issue of the configuration ends it with 3", async ({ site }) => {
  const { code, checks } = await site.examine({ PORT: "http", LOG_LEVEL: "loud" });
  expect(code).toBe(3);
  expect(checks.map(({ check, state }) => `${state} ${check}`)).toEqual([
    "failure configuration",
    "failure configuration",
  ]);
});

test("addresses of our own serve are ok, those of others a failure", async ({ serve, site }) => {
  const { publicUrl, internalUrl } = await serve();
  const other = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nno JSON"));
  await once(other.listen(0, "127.0.0.1"), "listening");
  const taken = String((other.address() as AddressInfo).port);
  const ports = { PORT: new URL(publicUrl).port, INTERNAL_PORT: new URL(internalUrl).port };
  const listenersOf = async (env: Readonly<Record<string, string>>) => {
    const { code, checks } = await site.examine(env);
    return [code, checks.filter(({ check }) => check === "listeners")] as const;
  };
  const [, ours] = await listenersOf(ports);
  const [code, mixed] = await listenersOf({ ...ports, PORT: taken });
  other.close();
  expect(ours.map(({ state }) => state)).toEqual(["ok", "ok"]);
  expect(ours[0]?.text).toContain("in use by acoustic serve");
  expect([code, mixed.map(({ state }) => state)]).toEqual([3, ["failure", "ok"]]);
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
