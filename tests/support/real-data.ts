import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scope } from "#auth/scopes.ts";
import { scopes } from "#auth/scopes.ts";
import { applySites } from "#ingest/apply-sites.ts";
import { importCsvFiles, readCsvFiles } from "#ingest/import-csv.ts";
import { samplesTable } from "#ingest/import-samples.ts";
import { createApiKey } from "#auth/issue-key.ts";
import { parseSiteFile } from "#ingest/site-file.ts";
import type { TestDatabase } from "./test.ts";

/** A real data set, imported under ids of this worker. */
export interface RealSite {
  readonly key: string;
  /** The path of an operation of a sensor. `sensorId` is the id in the files. */
  path(sensorId: string, operation: string): string;
  /** The id in the database for a sensor id in the files. */
  idOf(sensorId: string): string;
  /** The unchanged rows of a sensor in the file, by column. */
  rowsOf(sensorId: string): Readonly<Record<string, string>>[];
}

/** The reason why a test of real data is skipped. */
export const withoutRealData = "there is no folder ../shared/data beside the project";

/** Loads a data set with the product's own code. Resolves to null if the data set is missing. */
export async function loadRealSite(
  database: TestDatabase,
  name: string,
  ids: RegExp,
): Promise<RealSite | null> {
  const data = join(import.meta.dirname, "../../../shared/data", name);
  if (!existsSync(data)) return null;
  const prefix = `r${randomBytes(5).toString("hex")}`;
  const own = (text: string) => text.replaceAll(ids, prefix);
  const site = parseSiteFile(own(await readFile(join(data, "site.yaml"), "utf8")), "site.yaml");
  if (!site.ok) throw new Error(JSON.stringify(site.issues));
  await applySites(database.db, [site.site]);
  const csv = own(await readFile(join(data, "samples.csv"), "utf8"));
  await importText(database, csv);
  const projectId = site.site.id;
  return {
    key: await createKey(database, projectId),
    idOf: own,
    path: (sensorId, operation) =>
      `/api/v0/projects/${projectId}/sensors/${own(sensorId)}/${operation}`,
    rowsOf: (sensorId) => rowsOf(csv, own(sensorId)),
  };
}

async function importText(database: TestDatabase, csv: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-real-"));
  const file = join(folder, "samples.csv");
  await writeFile(file, csv);
  const files = await readCsvFiles(samplesTable, [file]);
  const imported = importCsvFiles(samplesTable, database, files, () => undefined);
  for await (const { rejected } of imported) {
    if (rejected > 0) throw new Error(`${rejected} rows of real data were rejected`);
  }
  await rm(folder, { recursive: true });
}

async function createKey(database: TestDatabase, projectId: string): Promise<string> {
  const all: readonly Scope[] = scopes;
  const created = await createApiKey(
    database.db,
    { name: "Real data", scopes: all, projects: [projectId], sensors: null, expiresAt: null },
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
