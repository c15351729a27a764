import { join } from "node:path";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { AudioStore } from "../../src/audio/audio-store.ts";
import { writeNewFile } from "../../src/operator/backup/new-file.ts";
import { verifyBackup } from "../../src/operator/backup/read-backup.ts";
import { restoreBackup } from "../../src/operator/backup/restore-backup.ts";
import { writeBackup } from "../../src/operator/backup/write-backup.ts";
import { criterionOf } from "../support/criterion.ts";
import { type Installation, storeOf, withConfigured } from "../support/installation.ts";
import { addRecording, type TestRecording } from "../support/recordings.ts";
import { withDataDirectory } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";
import { test as base } from "./acoustic.ts";

type Backed = Installation & { readonly store: AudioStore };

export const ignore = () => undefined;
export const clock = () => Date.now() as Instant;

export function backUp(installation: Backed, file: string, store = installation.store) {
  const { database, config } = installation;
  return writeNewFile(file, (append) =>
    writeBackup({ database, config, store }, append, clock(), ignore),
  );
}

export async function restore({ database, store }: Backed, file: string): Promise<void> {
  const target = { database, store, clock };
  await restoreBackup(target, file, await verifyBackup(file, ignore), ignore);
}

/** A small installation: one sensor with some recordings, a minute apart. */
export async function fill(
  { database: { db }, store }: Pick<Backed, "database" | "store">,
  count = 1,
): Promise<[TestRecording, ...TestRecording[]]> {
  const adjustments = Array.from({ length: 20 }, (_, add) => ({ name: `"{[${add}`, add }));
  const criteria = [criterionOf("works-day LAeq 07:00-18:00 65", { adjustments })];
  const { sensorIds } = await createTenant(db, { site: { criteria } });
  await store.begin();
  const add = (index: number) =>
    addRecording({ db, store }, sensorIds[0] ?? "", 1_700_000_000 + 60 * index);
  const recordings: [TestRecording, ...TestRecording[]] = [await add(0)];
  while (recordings.length < count) recordings.push(await add(recordings.length));
  return recordings;
}

/** A small installation with one recording, and a backup of it. */
interface Kept extends Installation {
  readonly file: string;
}

/** `kept` is for the tests of a worker that change nothing of it. */
export const test = base.extend<object, { kept: Kept }>({
  kept: [
    async ({}, use) => {
      await withDataDirectory(null, (folder) =>
        withConfigured("migrated", async (installation) => {
          const backed = { ...installation, store: storeOf(installation) };
          await fill(backed);
          const file = join(folder, "kept");
          await backUp(backed, file);
          await use({ ...backed, file });
        }),
      );
    },
    { scope: "worker" },
  ],
});

export { expect } from "./acoustic.ts";
