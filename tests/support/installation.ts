import { join } from "node:path";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { DatabaseConfig } from "../../src/config.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { hasServer, withOwnDatabase } from "./own-database.ts";
import { databaseLimits, withDataDirectory } from "./templates.ts";

/** An installation of its own: an embedded database, or one on the run's server, and a folder of recordings. */
export interface Installation {
  readonly config: DatabaseConfig;
  readonly database: OpenDatabase;
  readonly audioStore: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function withEmbedded(
  state: "empty" | "migrated",
  use: (installation: Installation) => Promise<void>,
): Promise<void> {
  await withDataDirectory(state, async (dataDirectory) => {
    const config = { kind: "embedded", dataDirectory, ...databaseLimits } as const;
    const database = await openDatabase(config);
    const audioStore = join(dataDirectory, "audio");
    // An empty variable counts as unset, also where the run has a server.
    const env = { DATABASE_URL: "", DATA_DIR: dataDirectory, AUDIO_STORE: audioStore };
    try {
      await use({ config, database, audioStore, env });
    } finally {
      await database.close();
    }
  });
}

/** On PostgreSQL or Citus where the run has it. */
export async function withConfigured(
  state: "empty" | "migrated",
  use: (installation: Installation) => Promise<void>,
): Promise<void> {
  if (!hasServer()) return withEmbedded(state, use);
  await withDataDirectory(null, (folder) =>
    withOwnDatabase(state, async (database) => {
      if (database.target.kind !== "url") throw new Error("the run has no server");
      const { url } = database.target;
      const config = { kind: "postgres", url, ...databaseLimits } as const;
      const audioStore = join(folder, "audio");
      await use({
        config,
        database,
        audioStore,
        env: { DATABASE_URL: url, AUDIO_STORE: audioStore },
      });
    }),
  );
}

export function storeOf({ database, audioStore }: Pick<Installation, "database" | "audioStore">) {
  return createAudioStore(createFolderStore(audioStore), createStoreRecord(database));
}
