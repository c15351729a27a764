import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, link, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type ListedFile, listFiles } from "../../src/ingest/drop-folder/list-files.ts";
import { claimFile } from "../../src/ingest/drop-folder/move-file.ts";
import { openDropFolder } from "../../src/ingest/drop-folder/open-folders.ts";
import { readProfiles } from "../../src/ingest/drop-folder/read-profiles.ts";
import { type Attacked, needsRoot, test } from "./attacked-folder.ts";
import { expect } from "./acoustic.ts";
import { filesBelow, watchOnce } from "./watch-once.ts";

const makeSocket = async (path: string) => {
  const server = createServer().listen(path);
  await once(server, "listening");
  return () => server.close();
};

type Make = (path: string, attacked: Attacked) => Promise<(() => unknown) | void>;

/** Everything that may have the name of a file and is no regular file of the folder itself. */
const kinds: readonly (readonly [kind: string, make: Make, issue: string])[] = [
  ["link to a file", (path, { outside }) => symlink(join(outside, "a.csv"), path), "it is a link"],
  ["link to a folder", (path, { outside }) => symlink(outside, path), "it is a link"],
  ["link to nothing", (path) => symlink("/nowhere", path), "it is a link"],
  [
    "hard link",
    (path, { outside }) => link(join(outside, "a.csv"), path),
    "it has a second name (a hard link)",
  ],
  [
    "pipe",
    async (path) => void execFileSync("mkfifo", [path]),
    "it is no file, but a pipe, a socket or a device",
  ],
  ["socket", makeSocket, "it is no file, but a pipe, a socket or a device"],
  [
    "device",
    async (path) => void execFileSync("mknod", [path, "c", "1", "5"]),
    "it is no file, but a pipe, a socket or a device",
  ],
];

for (const [kind, make, issue] of kinds) {
  test(`a ${kind} is not read, stays where it is, and is reported and counted`, async ({
    attacked,
  }) => {
    if (kind === "device") needsRoot();
    const { drop } = attacked;
    const undo = [
      await make(join(drop, "x.csv"), attacked),
      await make(join(drop, "s/x.csv"), attacked),
    ];
    const watch = await watchOnce(drop);
    const again = await watchOnce(drop);
    undo.forEach((end) => end?.());
    expect([...watch.imported, ...again.imported]).toEqual(["a.csv", "s/a.csv"]);
    expect(watch.failures).toEqual([`x.csv: ${issue}`, `s/x.csv: ${issue}`]);
    expect(watch.waiting).toEqual({ upload: 0, sensor: 0, failure: 0, kind: 2 });
    expect(again.waiting).toEqual(watch.waiting);
    // A socket that is closed is removed.
    if (kind !== "socket") {
      expect(await filesBelow(drop)).toEqual(["done/a.csv", "done/s/a.csv", "s/x.csv", "x.csv"]);
    }
  });

  test(`a ${kind} that takes the name of a file after it was listed is not read`, async ({
    attacked,
  }) => {
    if (kind === "device") needsRoot();
    const { drop } = attacked;
    const folders = await openDropFolder(drop);
    const { files } = await listFiles(folders);
    const undo: ((() => unknown) | void)[] = [];
    for (const { name } of files) {
      await rm(join(drop, name));
      undo.push(await make(join(drop, name), attacked));
    }
    const claimed = await Promise.all(files.map((file) => claimFile(folders, file)));
    await folders.close();
    expect(await filesBelow(drop)).toEqual(["a.csv", "s/a.csv"]);
    undo.forEach((end) => end?.());
    expect(claimed).toEqual([null, null]);
  });

  test(`a ${kind} is no profile: files wait for another one`, async ({ attacked }) => {
    if (kind === "device") needsRoot();
    const { drop } = attacked;
    const undo = await make(join(drop, "s/profile.yaml"), attacked);
    const folders = await openDropFolder(drop);
    await expect(readProfiles(folders.drop, null, "s")).rejects.toThrow("s/profile.yaml: it ");
    await folders.close();
    undo?.();
  });
}

test("a folder with the name of a file is one of a sensor, and deeper down it is not read", async ({
  attacked: { drop },
}) => {
  for (const path of ["x.csv", "s/x.csv"]) {
    await mkdir(join(drop, path));
    await writeFile(join(drop, path, "b.csv"), "b");
  }
  const { files, failures } = await watchOnce(drop);
  expect({ files, failures }).toEqual({
    files: expect.arrayContaining(["done/a.csv", "done/s/a.csv", "done/x.csv/b.csv"]),
    failures: [],
  });
  expect(await filesBelow(drop)).toContain("s/x.csv/b.csv");
});

test("a folder that becomes a link after it was listed is not followed", async ({ attacked }) => {
  const { drop, outside } = attacked;
  const folders = await openDropFolder(drop);
  const { files } = await listFiles(folders);
  const file = files.find(({ name }) => name === "s/a.csv") as ListedFile;
  // The very file that was listed, so that the link is all that is wrong.
  await rename(join(drop, "s"), join(outside, "s"));
  await symlink(join(outside, "s"), join(drop, "s"));
  expect(await claimFile(folders, file)).toBeNull();
  await expect(readProfiles(folders.drop, null, "s")).rejects.toThrow(/ELOOP|ENOTDIR/);
  await folders.close();
  expect(await filesBelow(outside)).toEqual(["a.csv", "s/a.csv"]);
});

test("a file that grew after it was listed stays where its uploader writes it", async ({
  attacked: { drop },
}) => {
  const folders = await openDropFolder(drop);
  const { files } = await listFiles(folders);
  for (const { name } of files) await appendFile(join(drop, name), " more");
  const claimed = await Promise.all(files.map((file) => claimFile(folders, file)));
  await folders.close();
  expect(claimed).toEqual([null, null]);
  expect(await filesBelow(drop)).toEqual(["a.csv", "s/a.csv"]);
});

test("a folder of an uploader with the name of one in importing takes no file", async ({
  attacked: { drop },
}) => {
  await watchOnce(drop);
  await mkdir(join(drop, "importing/s"));
  await chmod(join(drop, "importing/s"), 0o777);
  await writeFile(join(drop, "importing/s/b.csv"), "b");
  await writeFile(join(drop, "s/c.csv"), "c");
  const { files, failures } = await watchOnce(drop);
  expect(files).toEqual([]);
  expect(failures).toEqual(["importing/s: importing/s: others may write to it: chmod go-w"]);
  expect(await filesBelow(drop)).toEqual([
    "done/a.csv",
    "done/s/a.csv",
    "importing/s/b.csv",
    "s/c.csv",
  ]);
});

test("a file keeps the rules of its folder: where that is gone, it waits", async ({
  attacked: { drop },
}) => {
  const folders = await openDropFolder(drop);
  await rm(join(drop, "s"), { recursive: true });
  await expect(readProfiles(folders.drop, null, "s")).rejects.toThrow("the folder is gone");
  await folders.close();
});
