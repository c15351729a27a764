import { workerData } from "node:worker_threads";
import { createFiles } from "./database-files.ts";

/**
 * The thread in which the files of the embedded database are made. Making them takes several times the
 * memory that the database takes afterwards, and a thread that ends gives all of it back.
 */
export interface EmbeddedCreatorData {
  /** The folder of the database's own files. */
  readonly filesPath: string;
}

const { filesPath } = workerData as EmbeddedCreatorData;
await createFiles(filesPath);
process.exit(0);
