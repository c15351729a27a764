import type { AudioStoreConfig } from "../config.ts";
import type { AudioStore, ObjectStore } from "./audio-store.ts";
import { createFolderStore } from "./folder-store.ts";
import { createAudioStore, type StoreRecord } from "./marked-store.ts";

/** The configured store of a database. */
export async function openAudioStore(
  config: AudioStoreConfig,
  record: StoreRecord,
): Promise<AudioStore> {
  return createAudioStore(await openObjectStore(config), record);
}

/** The configured object store, of any database. */
export async function openObjectStore(config: AudioStoreConfig): Promise<ObjectStore> {
  if (config.kind === "folder") return createFolderStore(config.folder);
  // Imported only here: a server with a folder starts without it.
  const { createS3Store } = await import("./s3-store.ts");
  return createS3Store(config);
}
