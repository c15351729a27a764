import { chmod, rename, symlink, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { greatestFileBytes } from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { verifyBackup } from "../../src/operator/backup/read-backup.ts";
import type { Folder } from "./acoustic.ts";
import { backUp, expect, fill, ignore, test } from "./backups.ts";

const older = ["acoustic-20200101T000000Z.tar.gz", "acoustic-20200102T000000Z.tar.gz"];

/** Writes a file that was changed some hours ago. */
async function writeOld(folder: Folder, name: string, hours: number): Promise<void> {
  const then = Date.now() / 1000 - hours * 3600;
  await utimes(await folder.write(name, ""), then, then);
}

test("a backup with a fault removes none of the series, and the next one without faults does", async ({
  folder,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  const { acoustic, audioStore } = installation;
  const [{ objectName: lost }] = await fill(installation);
  const remains = `${older[0]}.0123456789ab.part`;
  for (const name of older) await folder.write(name, "");
  await writeOld(folder, remains, 25);
  await createFolderStore(audioStore).remove(lost);
  const faulty = await acoustic(["backup", "--keep", "1", folder.path]);
  expect(faulty).toMatchObject({ code: 1, stderr: `missing in the store: ${lost}\n` });
  expect(faulty.stdout).not.toContain("removed");
  expect(await folder.list()).toEqual(expect.arrayContaining([...older, remains]));
  const made = (await folder.list()).filter((name) => ![...older, remains].includes(name));
  expect(made).toHaveLength(1);
  // The second backup may be of the same second.
  await rename(
    join(folder.path, made[0] ?? ""),
    join(folder.path, "acoustic-20200103T000000Z.tar.gz"),
  );

  const whole = ["backup", "--no-recordings", "--keep", "1", folder.path];
  expect(await acoustic(whole)).toMatchObject({ code: 0, stderr: "" });
  expect(await folder.list()).toHaveLength(1);
});

test("--keep removes the remains of killed backups of the series that are older than a day, and no others", async ({
  folder,
  acoustic,
  kept: { env },
}) => {
  const hex = "0123456789ab";
  const old = `acoustic-20200101T000000Z.tar.gz.${hex}.part`;
  const fresh = `acoustic-20200102T000000Z.tar.gz.${hex}.part`;
  const others = [
    `x-acoustic-20200101T000000Z.tar.gz.${hex}.part`,
    `b.tar.gz.${hex}.part`,
    `acoustic-20200101T000000Z.tar.gz.${hex}.part.x`,
    "acoustic-20200101T000000Z.tar.gz.part",
  ];
  for (const name of [old, ...others]) await writeOld(folder, name, 25);
  await writeOld(folder, fresh, 23);
  const inFolder = `acoustic-20200103T000000Z.tar.gz.${hex}.part`;
  await folder.makeFolder(inFolder);
  await utimes(join(folder.path, inFolder), 0, 0);
  const link = `acoustic-20200104T000000Z.tar.gz.${hex}.part`;
  await symlink("b.tar.gz", join(folder.path, link));
  const ended = await acoustic(["backup", "--keep", "9", folder.path], { env });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toMatch(new RegExp(`\\nremoved ${old.replaceAll(".", "\\.")}\\n$`));
  const left = (await folder.list()).filter((name) => !name.endsWith("Z.tar.gz"));
  expect(left).toEqual([fresh, inFolder, link, ...others].toSorted());
});

test("an object that restore would refuse for its length is named, and the backup has everything else", async ({
  folder,
  installationOf,
}) => {
  const installation = await installationOf("migrated");
  const { acoustic, audioStore } = installation;
  const [{ objectName: long }] = await fill(installation, 2);
  const path = join(audioStore, long.slice(0, 2), long);
  await chmod(path, 0o600);
  await truncate(path, greatestFileBytes + 1);
  const file = join(folder.path, "b");
  expect(await acoustic(["backup", file])).toMatchObject({
    code: 1,
    stderr: `longer than 256 MiB in the store, and left out: ${long}\n`,
  });
  const { objects, objectBytes } = await verifyBackup(file, ignore);
  expect({ objects, objectBytes }).toEqual({ objects: 1, objectBytes: 5000 });

  // The longest object that an import can write is read. A restore takes it: see hostile-forms.ts.
  const opened = { byteLength: greatestFileBytes, chunks: Readable.from([]), close: ignore };
  const store = { ...installation.store, open: async () => opened };
  const written = backUp(installation, join(folder.path, "c"), store);
  await expect(written).rejects.toThrow(`has 0 bytes, and not ${greatestFileBytes}`);
});
