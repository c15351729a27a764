import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { AudioStore } from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { recordBackup } from "../../src/database/queries/maintenance/last-backup.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles } from "../../src/ingest/rows/import-csv.ts";
import { importRecordings } from "../../src/ingest/recordings/import-recordings.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import { maintain } from "../../src/operator/maintenance/maintain.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { startTestGateway } from "../support/gateway.ts";
import { watchDatabase } from "../support/failing-database.ts";
import { ownDatabase } from "../support/own-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, type Folder, test as base } from "../cli/acoustic.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const test = base.extend<{ own: OpenDatabase }>(ownDatabase);

const now = Date.parse("2019-03-20T12:00:00Z") as Instant;
const newest = now / 1000 - 1200;

test("metrics of the data have the newest sample, the states of sensors, imports, keys and the contract", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  const { db } = database;
  const live = await createTenant(db, {
    sensors: [{}, {}, { intervalSeconds: 600 }, { intervalSeconds: 60 }],
  });
  const over = await createTenant(db, {
    site: { contract: { startAt: "2019-03-01", endAt: "2019-03-19" } },
    sensors: 3,
  });
  await createTenant(db, { site: { contract: null }, sensors: 0 });
  for (const milliseconds of [-1, 30 * 86_400_000, 30 * 86_400_000 + 1]) {
    const [, id = ""] = (await live.createKey()).split(".");
    const expiresAt = new Date(now + milliseconds);
    await db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, id));
  }
  const [, named = ""] = (await live.createKey()).split(".");
  const [, rotated = ""] = (await live.createKey()).split(".");
  const expiresAt = new Date(now + 86_400_000);
  await db
    .update(apiKeys)
    .set({ expiresAt })
    .where(inArray(apiKeys.id, [named, rotated]));
  await db.update(apiKeys).set({ replacedBy: named }).where(eq(apiKeys.id, rotated));
  // The first sensor's interval follows from its samples: ten minutes.
  const times = [newest, newest - 600, newest - 1200];
  await live.addSamples(
    times.map((second) => ({ second, LAeq: 50 })),
    0,
  );
  await live.addSamples([{ second: newest, LAeq: 50 }], 2);
  await live.addSamples([{ second: newest, LAeq: 50 }], 3);
  await over.addSamples([{ second: newest - 86_400, LAeq: 50 }]);
  // This one delivers after its contract.
  await over.addSamples([{ second: newest - 300, LAeq: 50 }], 1);

  const metrics = await dataMetricsOf(database, databaseConfig, folder);
  expect(metrics).toEqual(
    expect.arrayContaining([
      `acoustic_newest_sample_timestamp_seconds{project="${live.projectId}"} ${newest}`,
      `acoustic_newest_sample_timestamp_seconds{project="${over.projectId}"} ${newest - 300}`,
      `acoustic_sensors{project="${live.projectId}",state="current"} 2`,
      `acoustic_sensors{project="${live.projectId}",state="silent"} 1`,
      `acoustic_sensors{project="${live.projectId}",state="no_data"} 1`,
      `acoustic_sensors{project="${live.projectId}",state="ended"} 0`,
      `acoustic_sensors{project="${over.projectId}",state="ended"} 2`,
      `acoustic_sensors_after_contract{project="${over.projectId}"} 1`,
      `acoustic_contract_end_timestamp_seconds{project="${over.projectId}"} ${Date.parse("2019-03-19T23:59:59Z") / 1000}`,
      "acoustic_projects 3",
      "acoustic_last_backup_timestamp_seconds 0",
      "acoustic_keys_expiring 2",
      `acoustic_key_expires_timestamp_seconds{key="${named}",name="Key of a test"} ${now / 1000 + 86_400}`,
    ]),
  );
  const linesOf = (name: string) => metrics.filter((line) => line.startsWith(`${name}{`));
  expect(linesOf("acoustic_key_expires_timestamp_seconds")).toHaveLength(2);
  expect(linesOf("acoustic_newest_sample_timestamp_seconds")).toHaveLength(2);
  expect(linesOf("acoustic_contract_end_timestamp_seconds")).toHaveLength(2);
  expect(linesOf("acoustic_ready")).toEqual([
    'acoustic_ready{part="database"} 1',
    'acoustic_ready{part="migrations"} 1',
    'acoustic_ready{part="audioStore"} 1',
  ]);
  const last = metrics.filter((line) => line.startsWith("acoustic_last_import_timestamp_seconds"));
  expect(last).toEqual([]);
});

test("a database without data has metrics that say so, and the time of its last backup", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  // A clock that was ahead hides no missing backup.
  await recordBackup(database.db, (Date.now() + 3_600_000) as Instant);
  expect(await dataMetricsOf(database, databaseConfig, folder)).toContain(
    "acoustic_last_backup_timestamp_seconds 0",
  );
  await recordBackup(database.db, now);
  const metrics = await dataMetricsOf(database, databaseConfig, folder);
  expect(metrics).toEqual(
    expect.arrayContaining([
      "acoustic_projects 0",
      `acoustic_last_backup_timestamp_seconds ${now / 1000}`,
    ]),
  );
});

test("a sample of the future is separate: it is not the newest one, and hides no silence", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  const tenant = await createTenant(database.db, {
    site: { contract: { startAt: "2019-03-01", endAt: "2040-12-31" }, intervalSeconds: 300 },
    sensors: 2,
  });
  const [first = "", second = ""] = tenant.sensorIds;
  const future = now / 1000 + 1;
  await tenant.addSamples([newest, future].map((at) => ({ second: at, LAeq: 50 })));
  await tenant.addSamples([{ second: future + 300, LAeq: 50 }], 1);
  const metrics = await dataMetricsOf(database, databaseConfig, folder);
  const project = `project="${tenant.projectId}"`;
  const of = (sensor: string) => `{${project},sensor="${sensor}"}`;
  expect(metrics).toEqual(
    expect.arrayContaining([
      `acoustic_newest_sample_timestamp_seconds{${project}} ${newest}`,
      `acoustic_future_sample_timestamp_seconds{${project}} ${future + 300}`,
      `acoustic_sensors{${project},state="silent"} 1`,
      `acoustic_sensors{${project},state="no_data"} 1`,
      `acoustic_sensor_newest_sample_timestamp_seconds${of(first)} ${newest}`,
      `acoustic_sensor_future_sample_timestamp_seconds${of(first)} ${future}`,
      `acoustic_sensor_future_sample_timestamp_seconds${of(second)} ${future + 300}`,
      `acoustic_sensor_state{${project},sensor="${first}",state="silent"} 1`,
      `acoustic_sensor_state{${project},sensor="${second}",state="no_data"} 1`,
    ]),
  );
  expect(countOf(metrics, "acoustic_sensor_newest_sample_timestamp_seconds")).toBe(1);
});

test("each sensor up to the bound has metrics of its own: its newest sample, and that against the limit while it is current", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  const night = { days: ["wed"], from: "11:00", to: "12:30", limit: { A: 45.5 } };
  const site = { intervalSeconds: 600, limits: { default: { A: 70 }, schedule: [night] } };
  const tenant = await createTenant(database.db, { site, sensors: 4 });
  const other = await createTenant(database.db, { sensors: 1, site: { limits: {} } });
  const sample = { second: newest, LAeq: 50.25 };
  await tenant.addSamples([{ second: newest - 600, LAeq: 90 }, sample], 0);
  // Silent; current without an A-weighted level; without a sample; current without a limit.
  await tenant.addSamples([{ second: newest - 601, LAeq: 90 }], 1);
  await tenant.addSamples(
    [
      { second: newest - 600, LAeq: 90 },
      { second: newest, LCeq: 50 },
    ],
    2,
  );
  await other.addSamples([{ ...sample, second: now / 1000 }]);
  const read = async (sensorMetrics: number) => {
    const all = await dataMetricsOf(database, databaseConfig, folder, { sensorMetrics });
    return all.filter((line) => line.startsWith("acoustic_sensor_"));
  };
  const line = (name: string, index: number, value: number, more = "") =>
    `acoustic_sensor_${name}{project="${tenant.projectId}",sensor="${tenant.sensorIds[index]}"${more}} ${value}`;
  const ofOther = `project="${other.projectId}",sensor="${other.sensorIds[0]}"`;
  const all = [
    line("newest_sample_timestamp_seconds", 0, newest),
    line("newest_sample_timestamp_seconds", 1, newest - 601),
    line("newest_sample_timestamp_seconds", 2, newest),
    `acoustic_sensor_newest_sample_timestamp_seconds{${ofOther}} ${now / 1000}`,
    line("over_limit_decibels", 0, 4.75),
    line("state", 0, 1, ',state="current"'),
    line("state", 1, 1, ',state="silent"'),
    line("state", 2, 1, ',state="current"'),
    line("state", 3, 1, ',state="no_data"'),
    `acoustic_sensor_state{${ofOther},state="current"} 1`,
    "acoustic_sensor_metrics_left_out 0",
  ];
  expect((await read(5)).toSorted()).toEqual(all.toSorted());
  expect(await read(0)).toEqual(["acoustic_sensor_metrics_left_out 5"]);
  // The first by id.
  const [first = ""] = [...tenant.sensorIds, ...other.sensorIds].toSorted();
  const bounded = all.filter((text) => text.includes(`sensor="${first}"`));
  const expected = [...bounded, "acoustic_sensor_metrics_left_out 4"];
  expect((await read(1)).toSorted()).toEqual(expected.toSorted());
});

test("imports of all processes are counted by kind", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  const tenant = await createTenant(database.db);
  const [sensor = ""] = tenant.sensorIds;
  const rows = ["2019-03-10T00:00:00Z,50", "2019-03-10T00:05:00Z,51", "never,52"];
  const file = await folder.write(
    "a.csv",
    ["sensor_id,datetime,LAeq", ...rows.map((row) => `${sensor},${row}`), ""].join("\n"),
  );
  const startedAt = Date.now() / 1000;
  await importSamples(database, file);
  await importSamples(database, file);
  const store = storeOf(database, folder);
  const flac = `${sensor}_20190310T000000Z.flac`;
  const recordings = [
    await folder.write(flac, makeFlac({ channels: [ramp(40)] })),
    await folder.write("other.flac", "no recording"),
  ];
  const target = { db: database.db, store, clock: () => Date.now() as Instant };
  for await (const _ of importRecordings(target, recordings, null, () => undefined));

  const metrics = await dataMetricsOf(database, databaseConfig, folder);
  const counted = metrics.filter((line) => line.startsWith("acoustic_imported_rows_total"));
  expect(counted.toSorted()).toEqual([
    'acoustic_imported_rows_total{kind="recordings",result="imported"} 1',
    'acoustic_imported_rows_total{kind="recordings",result="rejected"} 1',
    'acoustic_imported_rows_total{kind="samples",result="inserted"} 2',
    'acoustic_imported_rows_total{kind="samples",result="rejected"} 2',
    'acoustic_imported_rows_total{kind="samples",result="unchanged"} 2',
    'acoustic_imported_rows_total{kind="samples",result="updated"} 0',
  ]);
  const last = metrics.find((line) => line.startsWith("acoustic_last_import_timestamp_seconds "));
  const lastAt = Number(last?.split(" ")[1]);
  expect(lastAt).toBeGreaterThanOrEqual(Math.floor(startedAt));
  expect(lastAt).toBeLessThanOrEqual(Date.now() / 1000);
});

test("a scrape reads no samples, and only its checks have the sessions of the health", async ({
  own: database,
  databaseConfig,
  folder,
}) => {
  const tenant = await createTenant(database.db);
  await tenant.addSamples([{ second: newest, LAeq: 50 }]);
  const { database: watched, seen } = watchDatabase(database);
  const { database: checks, seen: seenByChecks } = watchDatabase(database);
  const recorded = { ...database, ...watched, healthSessionFor: checks.sessionFor };
  await dataMetricsOf(recorded, databaseConfig, folder, { scrapes: 2, refreshes: false });
  const { texts } = seen;
  expect(texts.filter((text) => /\bsamples\b/.test(text))).toEqual([]);
  // The second of two scrapes in a row has the answer of the first.
  expect(texts.filter((text) => text.includes("import_counts"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("sensor_latest"))).toHaveLength(1);
  const ofMigrations = seenByChecks.texts.filter((text) => text.includes("__drizzle_migrations"));
  expect(ofMigrations).not.toEqual([]);
  expect(seenByChecks.texts).toEqual(ofMigrations);
});

test("while the database does not answer, /metrics has everything but the metrics of the data", async ({
  database,
  databaseConfig,
  folder,
  http,
}) => {
  const never = { acquire: () => new Promise<never>(() => undefined) };
  const gateway = await startTestGateway({
    databaseConfig: { ...databaseConfig, statementTimeoutMilliseconds: 100 },
    database: { sessionFor: (work) => database.sessionFor({ ...work, connections: never }) },
    store: storeOf(database, folder),
    volumes: { recordings: folder.path, data: join(folder.path, "missing") },
    scrapeMilliseconds: 500,
  });
  const response = await http.get(`${gateway.internalUrl}/metrics`);
  const text = await response.text();
  await gateway.stop();
  expect(response.status()).toBe(200);
  expect(text).toContain('\nacoustic_ready{part="database"} 0\n');
  expect(text).toMatch(/\nacoustic_disk_free_bytes\{volume="recordings"\} [1-9][0-9.e+]+\n/);
  expect(text).not.toContain('{volume="data"}');
  expect(text).toContain("\nprocess_resident_memory_bytes ");
  expect(text).not.toMatch(
    /\nacoustic_(?:newest_sample|sensors|imported_rows|keys_expiring)[^\n]* /,
  );
});

/** The lines of `/metrics` of a gateway over a database, at its clock, after a round of maintenance. */
async function dataMetricsOf(
  database: OpenDatabase,
  databaseConfig: Parameters<typeof startTestGateway>[0]["databaseConfig"],
  folder: Folder,
  { scrapes = 1, refreshes = true, sensorMetrics = 500 } = {},
): Promise<string[]> {
  const store = storeOf(database, folder);
  const signal = neverAborted;
  const round = maintain({ database, store, now: () => now, signal, waits: true });
  expect((await round.report)?.failures).toEqual([]);
  const clock = () => now;
  const gateway = await startTestGateway({ databaseConfig, database, store, clock, sensorMetrics });
  try {
    if (refreshes) await gateway.refreshSensors?.(signal);
    let text = "";
    for (let scrape = 0; scrape < scrapes; scrape += 1) {
      text = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
    }
    return text.split("\n");
  } finally {
    await gateway.stop();
  }
}

function countOf(metrics: readonly string[], name: string): number {
  return metrics.filter((line) => line.startsWith(`${name}{`)).length;
}

async function importSamples(database: OpenDatabase, path: string): Promise<void> {
  const files = await readCsvFiles(samplesTable, [path]);
  for await (const _ of importCsvFiles(samplesTable, database, files, () => undefined));
}

function storeOf(database: Parameters<typeof createStoreRecord>[0], folder: Folder): AudioStore {
  const objects = createFolderStore(join(folder.path, "store"));
  return createAudioStore(objects, createStoreRecord(database));
}
