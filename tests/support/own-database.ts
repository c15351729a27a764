import { test } from "playwright/test";
import { expect } from "./expect.ts";
import type { DatabaseConfig } from "../../src/config.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { createOnCitus, createOnServer } from "./server-databases.ts";
import { commandIssues } from "./statement-rules.ts";
import { databaseLimits, type Templates, withDataDirectory } from "./templates.ts";
import type { WorkerOptions } from "./test.ts";

type Use = (database: OpenDatabase) => Promise<void>;

/**
 * Calls `use` with a database that no other test has, for what reaches over all projects: `empty` is without a table,
 * `migrated` has them all. It is on the server of the run, on Citus in its project, or an embedded one.
 */
export async function withOwnDatabase(state: keyof Templates, use: Use): Promise<void> {
  const { address, create, template } = serverOfRun();
  if (address === undefined) {
    await withDataDirectory(state, (dataDirectory) =>
      open({ kind: "embedded", dataDirectory, ...databaseLimits }, use),
    );
    return;
  }
  const isCopy = state === "migrated" && template !== undefined;
  const { url, remove } = await (isCopy ? createOnServer(address, template) : create(address));
  await open({ kind: "postgres", url, ...databaseLimits }, async (database) => {
    if (state === "migrated" && !isCopy) await applyMigrations(database.target);
    await use(database);
  }).finally(remove);
}

/** The fixture of such a database with all tables: `own`. */
export const ownDatabase = {
  own: async ({}, use: Use) => {
    await withOwnDatabase("migrated", use);
  },
};

/** The same for what several sessions do beside one another: the test is skipped without a server. */
export async function withServerDatabase(state: keyof Templates, use: Use): Promise<void> {
  test.skip(!hasServer(), "the embedded database has one session");
  await withOwnDatabase(state, use);
}

/** True if tests of this project run on a server. */
export function hasServer(): boolean {
  return serverOfRun().address !== undefined;
}

function serverOfRun() {
  const { onCitus } = test.info().project.use as Partial<WorkerOptions>;
  return onCitus === true
    ? { address: process.env["CITUS_URL"], create: createOnCitus, template: undefined }
    : {
        address: process.env["TEST_DATABASE_URL"],
        create: (server: string) => createOnServer(server),
        template: process.env["TEST_DATABASE_TEMPLATE"],
      };
}

async function open(config: DatabaseConfig, use: Use) {
  const issues: string[] = [];
  const onStatement = (text: string) =>
    issues.push(...commandIssues(text).map((issue) => `${issue}: ${text}`));
  const database = await openDatabase(config, { onStatement });
  try {
    await use(database);
  } finally {
    await database.close();
  }
  expect(issues, "see the rules of statements in docs/developing.md").toEqual([]);
}
