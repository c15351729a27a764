import type { DatabaseConfig } from "../../config.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { readSnapshot, type Snapshot } from "../../database/client/open-snapshot.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";

/** Calls `readSnapshot`. Throws `InvalidInput` while another process has a copy of the embedded database. */
export async function requireSnapshot<Result extends object>(
  database: OpenDatabase,
  config: DatabaseConfig,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const result = await readSnapshot(database, config, read);
  if (result !== null) return result;
  throw new InvalidInput([
    "Another backup or evidence pack of this database is being written: wait until it ends.",
  ]);
}
