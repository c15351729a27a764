import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type ListedFile, listFiles } from "#ingest/drop-folder/list-files.ts";
import { claimFile } from "#ingest/drop-folder/move-file.ts";
import { openDropFolder } from "#ingest/drop-folder/open-folders.ts";
import { readProfiles } from "#ingest/drop-folder/read-profiles.ts";
import { expect, test as base } from "./acoustic.ts";
import { done, filesBelow, watchOnce } from "./watch-once.ts";

interface Attacked {
  /** The drop folder, with `a.csv` and `s/a.csv`. */
  readonly drop: string;
  /** A folder beside it that is not the uploader's, with `a.csv`. */
  readonly outside: string;
}

const test = base.extend<{ attacked: Attacked }>({
  attacked: async ({ folder }, use) => {
    const [drop, outside] = [join(folder.path, "drop"), join(folder.path, "outside")];
    for (const path of [drop, join(drop, "s"), outside]) await mkdir(path);
    for (const path of ["drop/a.csv", "drop/s/a.csv", "outside/a.csv"])
      await folder.write(path, path);
    await use({ drop, outside });
    expect(await readFile(join(outside, "a.csv"), "utf8")).toBe("outside/a.csv");
  },
});

const needsRoot = () =>
  test.skip(process.getuid?.() !== 0, "only root makes devices and gives files away");
const needsHandles = () =>
  test.skip(process.platform !== "linux", "only Linux has paths through a handle");

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
  test(`a ${kind} is not read, stays where it is, and is told and counted`, async ({
    attacked,
  }) => {
    if (kind === "device") needsRoot();
    const { drop } = attacked;
    const names: string[] = [];
    const importFile = async (name: string) => {
      names.push(name);
      return done;
    };
    const undo = [
      await make(join(drop, "x.csv"), attacked),
      await make(join(drop, "s/x.csv"), attacked),
    ];
    const watch = await watchOnce(drop, { importFile });
    const again = await watchOnce(drop, { importFile });
    undo.forEach((end) => end?.());
    expect(names).toEqual(["a.csv", "s/a.csv"]);
    expect(watch.troubles.toSorted()).toEqual([`s/x.csv: ${issue}`, `x.csv: ${issue}`]);
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
  const { files, troubles } = await watchOnce(drop);
  expect({ files, troubles }).toEqual({
    files: expect.arrayContaining(["done/a.csv", "done/s/a.csv", "done/x.csv/b.csv"]),
    troubles: [],
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

test("a folder of an uploader with the name of one in importing takes no file", async ({
  attacked: { drop },
}) => {
  await watchOnce(drop);
  await mkdir(join(drop, "importing/s"));
  await chmod(join(drop, "importing/s"), 0o777);
  await writeFile(join(drop, "importing/s/b.csv"), "b");
  await writeFile(join(drop, "s/c.csv"), "c");
  const { files, troubles } = await watchOnce(drop);
  expect(files).toEqual([]);
  expect(troubles).toEqual(["importing/s: importing/s: others may write to it: chmod go-w"]);
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

const ownFolders = ["importing", "done", "rejected"] as const;

for (const [what, spoil, issue] of [
  ["is a link", (path, { outside }) => symlink(outside, path), "it must be a folder, and no link"],
  ["is a file", (path) => writeFile(path, ""), "it must be a folder, and no link"],
  ["is its group's", (path) => makeFolder(path, 0o770), "others may write to it"],
  ["is everybody's", (path) => makeFolder(path, 0o707), "others may write to it"],
  ["is somebody else's", (path) => makeFolder(path, 0o755, 1234), "it belongs to user 1234"],
] satisfies [string, (path: string, attacked: Attacked) => Promise<unknown>, string][]) {
  test(`a watch ends where importing, done or rejected ${what}, and says so`, async ({
    attacked,
  }) => {
    if (what === "is somebody else's") needsRoot();
    for (const name of ownFolders) {
      const path = join(attacked.drop, name);
      await rm(path, { recursive: true, force: true });
      await spoil(path, attacked);
      await expect(openDropFolder(attacked.drop)).rejects.toThrow(`${path}: ${issue}`);
      await rm(path, { recursive: true });
    }
  });
}

async function makeFolder(path: string, mode: number, user?: number): Promise<void> {
  await mkdir(path);
  await chmod(path, mode);
  if (user !== undefined) await chown(path, user, user);
}

test("acoustic watch ends with 2 where rejected is a link", async ({ acoustic, attacked }) => {
  const { drop, outside } = attacked;
  await symlink(outside, join(drop, "rejected"));
  expect(await acoustic(["watch", drop])).toEqual({
    code: 2,
    stdout: "",
    stderr: `${join(drop, "rejected")}: it must be a folder, and no link; remove it\n`,
  });
});

test("folders that become links during an import are not written through", async ({
  attacked: { drop, outside },
}) => {
  needsHandles();
  const { files } = await watchOnce(drop, {
    importFile: async (name) => {
      if (name !== "a.csv") return { ...done, outcome: "rejected", reasons: ["bad"] };
      for (const own of ownFolders) {
        await rename(join(drop, own), join(drop, `old-${own}`));
        await symlink(outside, join(drop, own));
      }
      return { ...done, outcome: "rejected", reasons: ["bad"] };
    },
  });
  expect(files).toEqual(["rejected/a.csv", "rejected/s/a.csv"]);
  expect(await filesBelow(outside)).toEqual(["a.csv"]);
  expect(await filesBelow(join(drop, "old-rejected"))).toEqual([
    "a.csv",
    "a.csv.reason.txt",
    "s/a.csv",
    "s/a.csv.reason.txt",
  ]);
});

test("a link with a name that companions might have is not written through", async ({
  attacked: { drop, outside },
}) => {
  const foreseen = ["a.rejected.csv", ".a.csv.reason.txt", ".a.csv.rejected.csv", "rejected.csv"];
  for (const name of foreseen) await symlink(join(outside, "a.csv"), join(drop, name));
  const { files } = await watchOnce(drop, {
    importFile: async () => ({ ...done, outcome: "rejected", reasons: ["bad"] }),
  });
  expect(files.toSorted()).toEqual(["rejected/a.csv", "rejected/s/a.csv"]);
});
