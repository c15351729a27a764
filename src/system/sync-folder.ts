import { open } from "node:fs/promises";

/** A new name is durable once its folder is synchronised. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
