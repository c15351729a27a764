import { constants, existsSync } from "node:fs";
import { access, chmod, mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { requireOwnFolders } from "./folder-owner.ts";

/** The paths of the embedded database of a data directory. */
export interface DatabasePaths {
  /** The folder that contains everything below, and the lock. */
  readonly directory: string;
  /** The folder of PGlite's own files. */
  readonly filesPath: string;
  /** The socket on which the owner serves the clients. */
  readonly socketPath: string;
}

/**
 * Creates the folders of the embedded database where they are missing, with mode 0700, unless `mustExist`. An existing
 * data directory keeps its mode; the database's own folder is set to 0700 in any case. Throws an error that names
 * `DATA_DIR` if the folder cannot be used or its path is too long for a socket.
 */
export async function prepareDataDirectory(
  dataDirectory: string,
  mustExist = false,
): Promise<DatabasePaths> {
  const directory = resolve(dataDirectory, "database");
  const socketPath = wireSocketPath(directory);
  const filesPath = join(directory, "files");
  requireOwnFolders(resolve(dataDirectory), directory);
  if (mustExist && !isDatabaseComplete(filesPath)) throw missingDatabase(resolve(dataDirectory));
  try {
    // Resolved like the path of the database: a `..` removes the name before it, also if that is a link.
    await mkdir(resolve(dataDirectory), { recursive: true, mode: 0o700 });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    for (const folder of [directory, filesPath]) await requireAccess(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR: the folder ${directory} has to be this user's, to read and to write: ${reason}`,
      { cause: error },
    );
  }
  return { directory, filesPath, socketPath };
}

function missingDatabase(folder: string): Error {
  const message =
    `There is no database in ${folder}. DATA_DIR names its folder, DATABASE_URL a PostgreSQL server. ` +
    "Run `acoustic migrate` to make a new one.";
  return Object.assign(new Error(message), { code: "DATABASE_UNUSABLE" });
}

async function requireAccess(folder: string): Promise<void> {
  if (existsSync(folder)) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** The name of PostgreSQL's socket: `psql -h <folder> -U postgres` finds it. No name in the lock is longer. */
const wireSocketName = ".s.PGSQL.5432";

function wireSocketPath(directory: string): string {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\acoustic-${directory.replaceAll(/[^A-Za-z0-9]/g, "-")}`;
  }
  const path = join(directory, wireSocketName);
  const length = Buffer.byteLength(shortPath(path));
  if (length > longestSocketPath) {
    throw new Error(
      `DATA_DIR: the path of the database's socket, ${path}, is ${length} bytes long; ` +
        `at most ${longestSocketPath} are possible. Choose a shorter folder.`,
    );
  }
  return shortPath(path);
}

/** `sockaddr_un` has 108 bytes on Linux and 104 on BSD and macOS, including the closing NUL. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** The shorter spelling of an absolute path. Paths of sockets are limited, those of files are not. */
export function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** The file that exists while the database in `filesPath` is being created. */
export function unfinishedMarkOf(filesPath: string): string {
  return `${filesPath}.unfinished`;
}

/** True if a folder contains a database whose creation has finished. */
export function isDatabaseComplete(filesPath: string): boolean {
  return existsSync(filesPath) && !existsSync(unfinishedMarkOf(filesPath));
}
