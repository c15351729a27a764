import { constants, existsSync } from "node:fs";
import { access, chmod, mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/** Where the embedded database of a data directory lies. */
export interface EmbeddedPlace {
  /** The folder of everything below; its lock is the right to open the files. */
  readonly directory: string;
  readonly filesPath: string;
  readonly socketPath: string;
}

/**
 * The place of a data directory's database, its folders made where they lack. Both are for this
 * operating-system user alone; of a data directory that exists with wider rights, the database's own
 * folder still is. Throws where the path is too long for a socket.
 */
export async function prepareEmbeddedPlace(dataDirectory: string): Promise<EmbeddedPlace> {
  const directory = resolve(dataDirectory, "database");
  const socketPath = socketPathIn(directory);
  const filesPath = join(directory, "files");
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
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

async function requireAccess(folder: string): Promise<void> {
  if (existsSync(folder)) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** `sockaddr_un` holds 108 bytes on Linux and 104 on BSD and macOS, its closing NUL among them. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** Named as PostgreSQL names its own, so that `psql -h <folder> -U postgres` finds it. */
const socketName = ".s.PGSQL.5432";

function socketPathIn(directory: string): string {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\acoustic-${directory.replaceAll(/[^A-Za-z0-9]/g, "-")}`;
  }
  const absolute = join(directory, socketName);
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  const length = Buffer.byteLength(path);
  if (length > longestSocketPath) {
    throw new Error(
      `DATA_DIR: the path of the database's socket, ${absolute}, is ${length} bytes long; ` +
        `at most ${longestSocketPath} are possible. Choose a shorter folder.`,
    );
  }
  return path;
}

/** Stands beside the files of a database that is being made. */
export function unfinishedMarkOf(filesPath: string): string {
  return `${filesPath}.unfinished`;
}

/** Whether a folder has a database that was made to the end. */
export function areFilesWhole(filesPath: string): boolean {
  return existsSync(filesPath) && !existsSync(unfinishedMarkOf(filesPath));
}
