import { isAudioStoreUnavailable } from "../../audio/audio-store.ts";
import {
  type AudioStoreConfig,
  type Config,
  type DatabaseConfig,
  readAudioStore,
  readConfig,
  misspelledNames,
} from "../../config.ts";
import type { DistributedTables } from "../../database/scale-out/distribute.ts";
import { applyMigrations, isMigrated, noTables } from "../../database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../database/client/open-database.ts";
import {
  databaseUnusable,
  isCertificateRefused,
  isDatabaseUnreachable,
  isDatabaseUnusable,
  isEmbeddedUnreachable,
} from "../../database/client/connection-errors.ts";
import { readOnlyTransaction, serverDiskFull } from "../../database/client/sql-state.ts";
import { describeDatabase } from "../text/describe-config.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { PartlyStored } from "../../ingest/rows/partly-stored.ts";
import { causesOf, hasErrorCode } from "../../system/error-code.ts";
import { fullDiskOf } from "../../system/full-disk.ts";

/** The exit codes of a command (docs/contract.md, 6). */
export const exitCodes = {
  done: 0,
  someRowsRejected: 1,
  warnings: 1,
  invalidInput: 2,
  unreachable: 3,
  /** A defect of the program (EX_SOFTWARE of sysexits.h). */
  defect: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Runs a command to its exit code, and prints its error on standard error. */
export async function runCommand(command: () => Promise<ExitCode | void>): Promise<void> {
  try {
    process.exitCode = (await command()) ?? exitCodes.done;
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** The configuration of this process. Throws `InvalidInput` with every issue in it. */
export function requireConfig(): Config {
  const parsed = readConfig();
  if (!parsed.ok) throw new InvalidInput(parsed.issues);
  return parsed.config;
}

/** The store that an option names. Throws `InvalidInput` with every issue. */
export function requireStore(option: string, store: string): AudioStoreConfig {
  const parsed = readAudioStore(store);
  if (parsed.ok) return parsed.store;
  throw new InvalidInput(
    parsed.issues.map((issue) => issue.replace(/^AUDIO_STORE:/, `${option}:`)),
  );
}

/**
 * Opens the configured database and closes it at the end. `existing`, the default, throws an error of
 * `isDatabaseUnusable` without a database or migrations; `migrate` creates both; `create` creates only the files.
 */
export async function withDatabase<Result>(
  use: (database: OpenDatabase, distributed: DistributedTables) => Promise<Result>,
  state: "existing" | "migrate" | "create" = "existing",
): Promise<Result> {
  for (const warning of misspelledNames()) console.error(warning);
  const config = requireConfig().database;
  const database = await openDatabase(
    // An import creates partitions outside its transaction.
    { ...config, poolMax: Math.max(2, config.poolMax) },
    { mustExist: state === "existing" },
  );
  try {
    if (state === "create") return await use(database, noTables);
    if (state === "existing") await requireMigrated(config, database);
    const distributed = state === "migrate" ? await applyMigrations(database.target) : noTables;
    return await use(database, distributed);
  } finally {
    await database.close();
  }
}

/** Throws an error of `isDatabaseUnusable` if a database lacks migrations. */
export async function requireMigrated(
  config: DatabaseConfig,
  { target }: Pick<OpenDatabase, "target">,
): Promise<void> {
  if (await isMigrated(target)) return;
  throw databaseUnusable(
    `The database lacks migrations: ${describeDatabase(config)}. \`acoustic migrate\` applies them. ` +
      "Is it the right one? DATABASE_URL and DATA_DIR name it.",
  );
}

function reportFailure(error: unknown): ExitCode {
  if (error instanceof InvalidInput) {
    for (const issue of error.issues.slice(0, issuesShown)) console.error(issue);
    const more = error.issues.length - issuesShown;
    if (more > 0) console.error(`and ${more} more`);
    return exitCodes.invalidInput;
  }
  const fullDisk = fullDiskOf(error);
  if (fullDisk !== undefined) {
    console.error(fullDisk.message);
    if (error instanceof PartlyStored) console.error(error.message);
    return exitCodes.unreachable;
  }
  if (isDatabaseUnusable(error) || isAudioStoreUnavailable(error)) {
    console.error(error.message);
    return exitCodes.unreachable;
  }
  // This check is the first one: an unknown host may be the address of a listener or of the database.
  if (hasErrorCode(error, "CANNOT_LISTEN")) {
    console.error(error.message);
    return exitCodes.invalidInput;
  }
  const cause = rootCause(error);
  if (isDatabaseUnreachable(error)) {
    // A statement of a client of the embedded database fails to connect when the owner has ended.
    const isLost = hasErrorCode(cause, ...lostConnection) || isSocketGone(cause);
    console.error(
      `The database cannot be reached: ${isLost ? "the connection was lost" : reasonOf(cause)}`,
    );
    if (!isLost) printServer();
    if (error instanceof PartlyStored) console.error(error.message);
    else if (isLost) {
      console.error(
        "It is unknown whether the step in progress is kept. The results that were reported before are kept.",
      );
    }
    return exitCodes.unreachable;
  }
  if ("severity" in cause) {
    console.error(`The database refused the work: ${cause.message}`);
    // A command may work in parts, such as files, and reports each completed part.
    console.error(
      error instanceof PartlyStored
        ? error.message
        : "The work in progress is not kept. The results that were reported before are kept.",
    );
    if (hasErrorCode(cause, readOnlyTransaction, serverDiskFull)) printDiskAdvice();
    return exitCodes.unreachable;
  }
  if ("syscall" in cause) {
    console.error(cause.message);
    return exitCodes.invalidInput;
  }
  console.error(error);
  return exitCodes.defect;
}

function reasonOf(cause: Error): string {
  const reason = cause.message || String(cause);
  if (!isCertificateRefused(cause)) return reason;
  return `the certificate of its server is not trusted (${reason}). sslmode=verify-full checks it; sslrootcert names the file of its authority`;
}

const lostConnection = ["CONNECTION_CLOSED", "ECONNRESET", "EPIPE"];

function isSocketGone(cause: Error): boolean {
  return "syscall" in cause && cause.syscall === "connect" && !("port" in cause);
}

function printServer(): void {
  const { database } = requireConfig();
  if (database.kind !== "postgres") return;
  console.error(
    `DATABASE_URL names ${describeDatabase(database)}. Without DATABASE_URL, the database in DATA_DIR is used.`,
  );
}

function printDiskAdvice(): void {
  const { database } = requireConfig();
  if (database.kind !== "embedded") return;
  console.error(
    `Is the disk of ${database.dataDirectory} full? The embedded database only reads while less than 64 MB are left.`,
  );
}

/** A file of another kind may have an issue in every line. */
const issuesShown = 50;

/** The cause inside the errors of the query builder, whose message repeats the whole statement. */
function rootCause(error: unknown): Error {
  const causes = causesOf(error);
  return causes.find(isEmbeddedUnreachable) ?? causes.at(-1) ?? new Error(String(error));
}
