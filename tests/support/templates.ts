import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DatabaseConfig } from "../../src/config.ts";

/** Data directories to copy, because creating a database lasts seconds. */
export interface Templates {
  /** A database without a table. */
  readonly empty: string;
  /** A database with every migration. */
  readonly migrated: string;
}

// Generous: a busy machine is no reason for a 503. Tests of deadlines set their own.
export const databaseLimits = { poolMax: 10, statementTimeoutMilliseconds: 30_000 };

/** Calls `use` with a temporary folder, a copy of a template where one is named, and removes it afterwards. */
export async function withDataDirectory(
  template: keyof Templates | null,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-"));
  try {
    if (template !== null) await copyFolder(pathOf(template), folder);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls `use` with the configuration of a migrated database that no other worker has, or of the run's server. */
export async function withTestDatabase(
  onCitus: boolean,
  use: (config: DatabaseConfig) => Promise<void>,
): Promise<void> {
  const url = process.env[onCitus ? "TEST_CITUS_URL" : "TEST_DATABASE_URL"];
  if (url !== undefined) return use({ kind: "postgres", url, ...databaseLimits });
  await withDataDirectory("migrated", (dataDirectory) =>
    use({ kind: "embedded", dataDirectory, ...databaseLimits }),
  );
}

/**
 * Copies a data directory. It has a thousand files, for which the runtime's own copy needs half a second of processor
 * time.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-R", `${from}/.`, to]);
}

function pathOf(template: keyof Templates): string {
  return (JSON.parse(process.env["TEST_TEMPLATES"] ?? "") as Templates)[template];
}
