import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "playwright/test";
import { parse } from "yaml";
import type { Scope } from "../../src/auth/scopes.ts";
import { scopes } from "../../src/auth/scopes.ts";
import { applySites } from "../../src/ingest/site/apply-sites.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles } from "../../src/ingest/rows/import-csv.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import { createApiKey } from "../../src/auth/issue-key.ts";
import { parseSiteFile } from "../../src/ingest/site/site-file.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";

/**
 * Sites with samples: `city` is the project's own fixture, the others are real data in `../shared`
 * beside the project. `ids` finds what the ids in the files begin with, so that a test can replace
 * it and share no row with another test.
 */
const dataSets = {
  city: { folder: "../fixtures/city", ids: /\bcity(?=-)/g },
  dublin: { folder: "../../../shared/data/dublin", ids: /dublin-noise(?=[-,\r\n])/g },
  noisemonitor: {
    folder: "../../../shared/data/noisemonitor",
    ids: /\bnm(?=-)|(?<=id: )noisemonitor/g,
  },
  forest: { folder: "../../../shared/data/forest", ids: /S4A03895|(?<=^|id: )forest/g },
};

export type DataSetName = keyof typeof dataSets;
export const dataSetNames = Object.keys(dataSets) as DataSetName[];

export interface DataSet {
  readonly folder: string;
  /** The texts of both files, with the prefix in place of what their ids begin with. */
  readonly siteYaml: string;
  readonly samplesCsv: string;
  /** Replaces the ids in another text. */
  withOwnIds(text: string): string;
}

/** Skips the running test where its real data is absent. */
export function skipWithoutDataSet(name: DataSetName): void {
  test.skip(name !== "city" && !existsSync(folderOf(name)), `../shared/data/${name} is not there`);
}

/** Reads a data set, which must be there. */
export async function readDataSet(name: DataSetName, prefix: string): Promise<DataSet> {
  const folder = folderOf(name);
  const withOwnIds = (text: string) => text.replaceAll(dataSets[name].ids, prefix);
  const read = async (file: string) => withOwnIds(await readFile(join(folder, file), "utf8"));
  return {
    folder,
    siteYaml: await read("site.yaml"),
    samplesCsv: await read("samples.csv"),
    withOwnIds,
  };
}

/** A data set, imported under ids of this worker. */
export interface LoadedSite {
  readonly key: string;
  readonly projectId: string;
  /** The path of an operation of a sensor. `sensorId` is the id in the files. */
  path(sensorId: string, operation: string): string;
  /** The id in the database for a sensor id in the files. */
  idOf(sensorId: string): string;
  /** The unchanged rows of a sensor in the file, by column. */
  rowsOf(sensorId: string): Readonly<Record<string, string>>[];
}

/** Loads a data set with the product's own code, and with these criteria as a site file has them. */
export async function loadSite(
  database: OpenDatabase,
  name: DataSetName,
  criteria: readonly unknown[] = [],
): Promise<LoadedSite> {
  const prefix = `r${randomBytes(5).toString("hex")}`;
  const { siteYaml, samplesCsv, withOwnIds } = await readDataSet(name, prefix);
  const { project } = parse(siteYaml) as { readonly project: object };
  const site = parseSiteFile(JSON.stringify({ project: { ...project, criteria } }), "site.json");
  if (!site.ok) throw new Error(JSON.stringify(site.issues));
  await applySites(database.db, [site.site]);
  await importText(database, samplesCsv);
  const projectId = site.site.id;
  return {
    key: await createKey(database, projectId),
    projectId,
    idOf: withOwnIds,
    path: (sensorId, operation) =>
      `/api/v0/projects/${projectId}/sensors/${withOwnIds(sensorId)}/${operation}`,
    rowsOf: (sensorId) => rowsOf(samplesCsv, withOwnIds(sensorId)),
  };
}

/** Loads each data set once for a worker; skips the running test where its real data is absent. */
export function siteLoader() {
  const loaded = new Map<DataSetName, Promise<LoadedSite>>();
  return (database: OpenDatabase, name: DataSetName): Promise<LoadedSite> => {
    skipWithoutDataSet(name);
    const site = loaded.get(name) ?? loadSite(database, name);
    loaded.set(name, site);
    return site;
  };
}

function folderOf(name: DataSetName): string {
  return join(import.meta.dirname, dataSets[name].folder);
}

async function importText(database: OpenDatabase, csv: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-site-"));
  const file = join(folder, "samples.csv");
  await writeFile(file, csv);
  const files = await readCsvFiles(samplesTable, [file]);
  const imported = importCsvFiles(samplesTable, database, files, () => undefined);
  for await (const { rejected } of imported) {
    if (rejected > 0) throw new Error(`${rejected} rows were rejected`);
  }
  await rm(folder, { recursive: true });
}

async function createKey(database: OpenDatabase, projectId: string): Promise<string> {
  const all: readonly Scope[] = scopes;
  const created = await createApiKey(
    database.db,
    { name: "Data set", scopes: all, projects: [projectId], sensors: null, expiresAt: null },
    new Date(),
  );
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

/** Reads rows without the product's code. The files have no quoted cells. */
function rowsOf(csv: string, sensorId: string): Record<string, string>[] {
  const [header = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  const columns = header.split(",");
  return lines
    .map((line) => line.split(","))
    .filter(([id]) => id === sensorId)
    .map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
}
