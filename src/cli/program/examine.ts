import type { Instant } from "../../acoustics/time/instant.ts";
import { openObjectStore } from "../../audio/open-audio-store.ts";
import { type Config, readConfig, misspelledNames } from "../../config.ts";
import { openDatabase } from "../../database/client/open-database.ts";
import { jobSession } from "../../database/client/statement.ts";
import { checkData } from "../../operator/doctor/check-data.ts";
import { checkDatabase } from "../../operator/doctor/check-database.ts";
import { checkDisks } from "../../operator/doctor/check-disk.ts";
import { checkStore } from "../../operator/doctor/check-store.ts";
import { type Finding, findingsOf } from "../../operator/doctor/finding.ts";
import { messageOf } from "../../system/error-code.ts";
import { checkListeners } from "../serving/check-listeners.ts";
import { describeDatabase, describeStore } from "../text/describe-config.ts";

const configuration = findingsOf("configuration");
const documents = findingsOf("documents");

/** Runs all checks of `acoustic doctor`. They change nothing, and their texts have no secret. */
export async function* examine(deep: boolean): AsyncGenerator<Finding> {
  const parsed = readConfig();
  if (!parsed.ok) {
    yield* parsed.issues.map(configuration.failure);
    return;
  }
  const { config } = parsed;
  yield configuration.ok("it is complete");
  yield* misspelledNames().map(configuration.warning);
  yield configuration.ok(`the database is ${describeDatabase(config.database)}`);
  yield configuration.ok(`the store of recordings is ${describeStore(config.audioStore)}`);
  yield* await checkListeners(config);
  if (config.graphqlDocuments !== null) yield* await checkDocuments(config.graphqlDocuments);
  const { database, audioStore } = config;
  yield* await checkDisks([
    ...(database.kind === "embedded" ? [database.dataDirectory] : []),
    ...(audioStore.kind === "folder" ? [audioStore.folder] : []),
  ]);
  yield* examineStored(config, deep);
}

/** Checks the trusted documents as `acoustic serve` does at its start. */
async function checkDocuments(folder: string): Promise<Finding[]> {
  // Without the setting, the schema is not needed.
  const { readConfiguredDocuments } = await import("../serving/configured-documents.ts");
  const parsed = await readConfiguredDocuments(folder);
  return parsed.ok
    ? [documents.ok(`those of ${folder} and of the dashboard are trusted, and no others`)]
    : parsed.issues.map(documents.failure);
}

async function* examineStored(config: Config, deep: boolean): AsyncGenerator<Finding> {
  const check = findingsOf("database");
  const { database: settings } = config;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  try {
    database = await openDatabase(settings, {
      statementTimeoutMilliseconds: 10_000,
      mustExist: true,
    });
  } catch (error) {
    yield check.failure(messageOf(error));
    return;
  }
  try {
    const session = database.sessionFor(jobSession);
    const { findings, isUsable } = await checkDatabase(session, database.db, () => Date.now());
    yield* findings;
    if (!isUsable) return;
    const objectStore = await openObjectStore(config.audioStore);
    yield* await checkStore(database, { config: config.audioStore, objectStore }, deep);
    yield* await checkData(session, Date.now() as Instant);
  } catch (error) {
    yield check.failure(`the examination broke off: ${messageOf(error)}`);
  } finally {
    await database.close();
  }
}
