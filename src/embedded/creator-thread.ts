import { rmSync, writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { type DatabasePaths, unfinishedMarkOf } from "./data-directory.ts";
import { openFiles } from "./database-files.ts";

/*
 * The worker thread that creates the database files. Creation needs several times the memory of the running database,
 * and the end of the thread frees all of it.
 *
 * Creation lasts seconds, and the files of a process that is killed meanwhile look complete. The mark next to them
 * means that they are incomplete, so the next owner creates them again. Nothing is lost: no database is opened for use
 * before its mark is removed.
 */
const { filesPath } = workerData as DatabasePaths;
const mark = unfinishedMarkOf(filesPath);
writeFileSync(mark, "", { mode: 0o600 });
rmSync(filesPath, { recursive: true, force: true });
await (await openFiles(filesPath)).close();
rmSync(mark);
process.exit(0);
