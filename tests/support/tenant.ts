import { randomBytes } from "node:crypto";
import {
  ensureModels,
  upsertClassifications,
} from "../../src/database/queries/samples/classifications.ts";
import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { selectValues } from "../../src/database/client/select-value.ts";
import { selectProjectNos } from "../../src/database/queries/keys/api-keys.ts";
import { upsertExclusions } from "../../src/database/queries/exclusions/stored-exclusions.ts";
import {
  type SampleBatch,
  sampleColumns,
} from "../../src/database/queries/imports/sample-batch.ts";
import { createSampleWriter } from "../../src/database/queries/imports/sample-writer.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { type Hundredths, levelOfNumber } from "../../src/acoustics/levels/decibel.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { type LevelName, levelNames } from "../../src/acoustics/levels/level-names.ts";
import { type Scope, scopes as allScopes } from "../../src/auth/scopes.ts";
import { applySites } from "../../src/ingest/site/apply-sites.ts";
import { createApiKey } from "../../src/auth/issue-key.ts";
import { parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { watchKey } from "./leaks.ts";

/** A project of one test, created with the product's own code. */
export interface Tenant {
  readonly projectId: string;
  readonly sensorIds: readonly string[];
  /** A key with every scope for the whole project. */
  readonly key: string;
  /** The path of the project, or below it, under `/api/v0`. */
  path(below?: string): string;
  measurementsPath(sensor?: number): string;
  createKey(options?: KeyOptions): Promise<string>;
  /** Applies the site file again, with changes. */
  apply(changes: SiteOptions): Promise<void>;
  /** The text of that site file. */
  siteFile(changes: SiteOptions): string;
  /** Versions of the site, from 1 on, are in force from these instants on; by default from 2001-01-01, 2002-01-01 … */
  dateVersions(...instants: readonly string[]): Promise<unknown>;
  /** Stores samples of a sensor; levels are in dB. */
  addSamples(samples: readonly TestSample[], sensor?: number): Promise<void>;
  /** Stores classifications of a sensor. */
  addClassifications(rows: readonly TestClassification[], sensor?: number): Promise<void>;
  /** Stores exclusions of a sensor. */
  addExclusions(rows: readonly TestExclusion[], sensor?: number): Promise<void>;
}

/** Members of the site file below `project`. Ids and names have defaults. */
export type SiteOptions = Readonly<Record<string, unknown>>;

export interface TenantOptions {
  readonly site?: SiteOptions;
  /** The number of sensors, or the members of each. Default: 1. */
  readonly sensors?: number | readonly SiteOptions[];
}

export interface KeyOptions {
  readonly scopes?: readonly Scope[];
  readonly sensors?: readonly string[];
  /** Without it, only that of the tenant. */
  readonly projects?: readonly string[];
  readonly expiresAt?: Instant | null;
}

/** Model, start of the sample in Unix seconds, label, confidence. */
export type TestClassification = readonly [
  model: string,
  second: number,
  label: string,
  confidence: number,
];

/** Instants, the end outside; reason and note. */
export type TestExclusion = readonly [
  startAt: string,
  endAt: string,
  reason: string,
  note?: string,
];

export type TestSample = { readonly second: number } & Partial<Record<LevelName, number>>;

export async function createTenant(
  db: OperatorDatabase,
  options: TenantOptions = {},
): Promise<Tenant> {
  const projectId = `p-${randomBytes(6).toString("hex")}`;
  const { sensors: wanted = 1 } = options;
  const members = typeof wanted === "number" ? Array.from({ length: wanted }, () => ({})) : wanted;
  const declared = members.map((member, index) => ({
    id: `${projectId}-s${String(index).padStart(3, "0")}`,
    name: `Sensor ${index}`,
    ...member,
  }));
  const site = {
    id: projectId,
    name: "Project of a test",
    timezone: "Europe/Dublin",
    contract: { startAt: "2019-03-01", endAt: "2019-03-31" },
    limits: { default: { A: 60 } },
    ...options.site,
    sensors: declared,
  };
  const sensorIds = declared.map(({ id }) => id);
  await applySite(db, site);
  const createKey = (key: KeyOptions = {}) => createTestKey(db, projectId, key);
  return {
    projectId,
    sensorIds,
    key: await createKey(),
    path: (below = "") => `/api/v0/projects/${projectId}${below}`,
    measurementsPath: (sensor = 0) =>
      `/api/v0/projects/${projectId}/sensors/${sensorIds[sensor]}/measurements`,
    createKey,
    apply: (changes) => applySite(db, { ...site, ...changes }),
    siteFile: (changes) => JSON.stringify({ project: { ...site, ...changes } }),
    dateVersions: async (...instants) => {
      const projectNo = (await selectProjectNos(db)).get(projectId);
      const ofProject = sql`project_no = ${projectNo}`;
      const versions = sql`select version as value from site_versions where ${ofProject}`;
      // One by one: Citus updates a table that refers to a table of every node only by values.
      for (const version of await selectValues<number>(db, versions)) {
        const appliedAt = instants[version - 1] ?? `${2000 + version}-01-01T00:00:00Z`;
        await db.execute(sql`
          update site_versions set applied_at = ${appliedAt} where ${ofProject} and version = ${version}`);
      }
    },
    addSamples: (samples, sensor = 0) => addSamples(db, sensorIds[sensor] ?? "", samples),
    addClassifications: (rows, sensor = 0) => addClassifications(db, sensorIds[sensor] ?? "", rows),
    addExclusions: (rows, sensor = 0) => addExclusions(db, sensorIds[sensor] ?? "", rows),
  };
}

async function applySite(db: OperatorDatabase, site: SiteOptions): Promise<void> {
  const parsed = parseSiteFile(JSON.stringify({ project: site }), "site.json");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  await applySites(db, [parsed.site]);
}

async function createTestKey(
  db: OperatorDatabase,
  project: string,
  options: KeyOptions,
): Promise<string> {
  const created = await createApiKey(
    db,
    {
      name: "Key of a test",
      scopes: options.scopes ?? allScopes,
      projects: options.projects ?? [project],
      sensors: options.sensors ?? null,
      expiresAt: options.expiresAt ?? null,
    },
    new Date(),
  );
  if (!created.ok) throw new Error(JSON.stringify(created.issues));
  watchKey(created.key.text);
  return created.key.text;
}

async function addSamples(
  db: OperatorDatabase,
  sensorId: string,
  samples: readonly TestSample[],
): Promise<void> {
  const sensorNo = await sensorNoOf(db, sensorId);
  // In batches, like an import, because a statement on a gateway's connection has a timeout.
  for (let start = 0; start < samples.length; start += batchRows) {
    const rows = samples.slice(start, start + batchRows);
    await db.transaction(async (transaction) => {
      const writer = createSampleWriter(transaction, transaction);
      await writer.write(batchOf(rows.map((row) => ({ ...row, sensorNo }))));
      await writer.finish();
    });
  }
}

const batchRows = 20_000;

/** A batch of an import; levels are in dB. */
export function batchOf(
  rows: readonly (TestSample & { readonly sensorNo: number })[],
): SampleBatch {
  const columnOf = (name: LevelName) =>
    rows.map((row) => (row[name] === undefined ? null : levelOf(row[name])));
  return {
    sensorNos: rows.map(({ sensorNo }) => sensorNo),
    seconds: rows.map(({ second }) => second),
    levels: Object.fromEntries(
      levelNames.map((name) => [name, columnOf(name)]),
    ) as unknown as SampleBatch["levels"],
    collectedLimits: rows.map(() => null),
    columns: sampleColumns,
    collectedClassifications: rows.map(() => null),
  };
}

async function addClassifications(
  db: OperatorDatabase,
  sensorId: string,
  rows: readonly TestClassification[],
): Promise<void> {
  const sensorNo = await sensorNoOf(db, sensorId);
  const modelNos = await ensureModels(db, [...new Set(rows.map(([model]) => model))]);
  await upsertClassifications(db, {
    sensorNos: rows.map(() => sensorNo),
    modelNos: rows.map(([model]) => modelNos.get(model) ?? 0),
    seconds: rows.map(([, second]) => second),
    labels: rows.map(([, , label]) => label),
    confidences: rows.map(([, , , confidence]) => confidence),
  });
}

async function addExclusions(
  db: OperatorDatabase,
  sensorId: string,
  rows: readonly TestExclusion[],
): Promise<void> {
  const sensorNo = await sensorNoOf(db, sensorId);
  await upsertExclusions(db, {
    sensorNos: rows.map(() => sensorNo),
    seconds: rows.map(([startAt]) => Date.parse(startAt) / 1000),
    ends: rows.map(([, endAt]) => Date.parse(endAt) / 1000),
    reasons: rows.map(([, , reason]) => reason),
    notes: rows.map(([, , , note = ""]) => note),
  });
}

async function sensorNoOf(db: OperatorDatabase, sensorId: string): Promise<number> {
  const sensorNo = (await selectSensorNos(db)).get(sensorId);
  if (sensorNo === undefined) throw new Error(`there is no sensor ${sensorId}`);
  return sensorNo;
}

function levelOf(decibels: number): Hundredths {
  const level = levelOfNumber(decibels);
  if (level === null) throw new Error(`${decibels} dB is no level`);
  return level;
}
