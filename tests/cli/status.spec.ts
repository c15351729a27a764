import type { Instant } from "../../src/acoustics/time/instant.ts";
import { recordBackup } from "../../src/database/queries/maintenance/last-backup.ts";
import { nameOfDatabase } from "../../src/system/server-addresses.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, jsonOf, test } from "./acoustic.ts";

const midnight = Date.parse("2019-03-10T00:00:00Z") / 1000;

test("status prints first and newest sample, age, interval, the last day of data, recordings and keys", async ({
  acoustic,
  audioStore,
  database,
  databaseConfig,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: [{}, { intervalSeconds: 60 }] });
  const [inferred = "", declared = ""] = tenant.sensorIds;
  // 26 hours of every ten minutes, without the last two but one.
  const seconds = Array.from({ length: 156 }, (_, index) => midnight + index * 600);
  seconds.splice(153, 2);
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 50 })));
  await addRecording({ db: database.db, store: audioStore }, inferred, midnight);
  await tenant.createKey({ expiresAt: (Date.now() + 29 * 86_400_000) as never });

  const before = Date.now();
  const run = await acoustic(["status", "--project", tenant.projectId, "--json"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const status = jsonOf(run) as {
    projects: { sensors: { ageSeconds: number }[]; recordings: { count: number; bytes: number } }[];
    keys: { active: number; expiring: number };
    databaseBytes: number;
    database: string;
    audioStore: string;
  };
  expect(Object.keys(status)).toEqual([
    "projects",
    "keys",
    "databaseBytes",
    "lastBackup",
    "database",
    "audioStore",
  ]);
  expect([status.database, status.audioStore]).toEqual([
    databaseConfig.kind === "embedded"
      ? `embedded in ${databaseConfig.dataDirectory}`
      : nameOfDatabase(databaseConfig.url),
    expect.stringMatching(/\/audio$/),
  ]);
  const newest = midnight + 155 * 600;
  expect(status.projects).toEqual([
    {
      id: tenant.projectId,
      sensors: [
        {
          id: inferred,
          first: "2019-03-10T00:00:00.000Z",
          newest: "2019-03-11T01:50:00.000Z",
          ageSeconds: expect.any(Number),
          intervalSeconds: 600,
          samples: 142,
          expected: 144,
        },
        {
          id: declared,
          first: null,
          newest: null,
          ageSeconds: null,
          intervalSeconds: 60,
          samples: 0,
          expected: 0,
        },
      ],
      recordings: { count: 1, bytes: expect.any(Number) },
    },
  ]);
  const age = status.projects[0]?.sensors[0]?.ageSeconds ?? 0;
  expect(age).toBeGreaterThanOrEqual(Math.floor(before / 1000) - newest);
  expect(age).toBeLessThanOrEqual(Date.now() / 1000 - newest);
  expect(status.projects[0]?.recordings.bytes).toBeGreaterThan(0);
  // Other tests have keys, too.
  expect(status.keys.active).toBeGreaterThanOrEqual(2);
  expect(status.keys.expiring).toBeGreaterThanOrEqual(1);
  expect(status.keys.expiring).toBeLessThan(status.keys.active);
  expect(status.databaseBytes).toBeGreaterThan(1_000_000);

  const text = await acoustic(["status", "--project", tenant.projectId]);
  expect(text.stdout).toContain(`Project ${tenant.projectId}\n  sensor`);
  expect(text.stdout).toMatch(
    new RegExp(
      `\\n  ${inferred}  2019-03-10T00:00:00Z  2019-03-11T01:50:00Z  +[0-9,]+ d +10 min +142 +144\\n`,
    ),
  );
  expect(text.stdout).toMatch(
    new RegExp(`\\n  ${declared}  none +none +60 s +0 +0\\n  Recordings: 1, `),
  );
});

test("status of all projects has each of them, and the last backup", async ({
  acoustic,
  folder,
  installationOf,
}) => {
  const { env, database } = await installationOf("migrated");
  for (const id of ["one", "two"]) {
    const site = `project: { id: ${id}, name: Project, timezone: UTC }`;
    await acoustic(["apply", await folder.write(`${id}.yaml`, site)], { env });
  }
  const projects = [{ id: "one" }, { id: "two" }];
  const status = async () => jsonOf(await acoustic(["status", "--json"], { env }));
  const text = async () => (await acoustic(["status"], { env })).stdout;
  expect(await status()).toMatchObject({ projects, lastBackup: null });
  expect(await text()).toMatch(/\nLast backup: none yet \(acoustic backup --help\)\n$/);
  await recordBackup(database.db, Date.parse("2026-03-17T02:00:00.500Z") as Instant);
  expect(await status()).toMatchObject({ projects, lastBackup: "2026-03-17T02:00:00.500Z" });
  expect(await text()).toMatch(/\nLast backup: 2026-03-17T02:00:00Z\n$/);
});

test("the interval of a project without a valid contract is the assumed one", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { contract: null } });
  await tenant.addSamples([0, 60, 120].map((second) => ({ second: midnight + second, LAeq: 50 })));
  const run = await acoustic(["status", "--project", tenant.projectId, "--json"]);
  const { projects } = jsonOf(run) as { projects: { sensors: unknown[] }[] };
  expect(projects[0]?.sensors).toMatchObject([
    { intervalSeconds: 300, newest: "2019-03-10T00:02:00.000Z", samples: 3, expected: 288 },
  ]);
});

test("status names the sensors that are silent, have ended or have no sample; one of the future hides no silence", async ({
  acoustic,
  tenantOf,
}) => {
  const now = Math.floor(Date.now() / 1000);
  const open = await tenantOf({
    site: { contract: { startAt: "2019-03-01", endAt: "2099-12-31" }, intervalSeconds: 3600 },
    sensors: 3,
  });
  const at = (...seconds: number[]) => seconds.map((second) => ({ second, LAeq: 50 }));
  await open.addSamples(at(now - 2 * 3600), 0);
  await open.addSamples(at(now - 4 * 3600, Date.parse("2090-03-10") / 1000), 1);
  const statusOf = async (projectId: string) =>
    (await acoustic(["status", "--project", projectId])).stdout;
  const [, silent, empty] = open.sensorIds;
  expect(await statusOf(open.projectId)).toContain(
    `\n  Recordings: 0, 0 bytes\n  Without a sample: ${empty}\n  Silent: ${silent}\n  With samples of the future: ${silent}\n`,
  );
  const run = await acoustic(["status", "--project", open.projectId, "--json"]);
  const { projects } = jsonOf(run) as { projects: { sensors: { id: string }[] }[] };
  expect(projects[0]?.sensors.find(({ id }) => id === silent)).toMatchObject({
    newest: new Date((now - 4 * 3600) * 1000).toISOString(),
    samples: 1,
  });
  await open.apply({ sensors: [{ id: silent ?? "", name: "Retired", endAt: "2019-03-10" }] });
  expect(await statusOf(open.projectId)).toContain(`\n  Ended: ${silent}\n`);
  const ended = await tenantOf();
  await ended.addSamples(at(midnight));
  const endedText = await statusOf(ended.projectId);
  expect(endedText).toContain(`\n  Ended: ${ended.sensorIds[0]}\n`);
  expect(endedText).not.toContain("Still delivering");
  await ended.addSamples(at(now));
  expect(await statusOf(ended.projectId)).toContain(
    `\n  Ended: ${ended.sensorIds[0]}\n  Still delivering after the contract, not served: ${ended.sensorIds[0]}\n`,
  );
});

test("status names the sensors whose times do not agree with the inferred interval", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const minutes = [0, 1, 2, 3, 4, 24, 44, 45, 46, 47, 48, 49, 50, 51, 52];
  await tenant.addSamples(minutes.map((minute) => ({ second: midnight + minute * 60, LAeq: 50 })));
  await tenant.addSamples(
    [0, 60, 120].map((second) => ({ second: midnight + second, LAeq: 50 })),
    1,
  );
  const [unsteady] = tenant.sensorIds;
  const { stdout } = await acoustic(["status", "--project", tenant.projectId]);
  expect(stdout).toContain(
    `\n  Whose times do not agree with the interval, declare intervalSeconds in the site file: ${unsteady}\n`,
  );
});
