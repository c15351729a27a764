import { execFileSync } from "node:child_process";
import { link, mkdir, open, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renameNoFolder } from "../../src/ingest/drop-folder/move-file.ts";
import { type Attacked, needsHandles, test } from "./attacked-folder.ts";
import { expect } from "./acoustic.ts";
import { done, filesBelow, looks, watchOnce } from "./watch-once.ts";

const secondName = "it has a second name (a hard link)";

for (const [what, put, outcome, reason] of [
  [
    "a hard link",
    (path, { outside }) => link(join(outside, "a.csv"), path),
    "rejected/a.csv",
    `${secondName}\n`,
  ],
  [
    "a pipe",
    async (path) => execFileSync("mkfifo", [path]),
    "rejected/a.csv",
    "it is no file, but a pipe, a socket or a device\n",
  ],
  ["a link", (path, { outside }) => symlink(join(outside, "a.csv"), path), null, null],
  ["another file", (path) => writeFile(path, "other"), "done/a.csv", null],
] satisfies [
  string,
  (path: string, attacked: Attacked) => Promise<unknown>,
  string | null,
  string | null,
][]) {
  test(`${what} that gets into importing keeps no later file of its name from being imported`, async ({
    attacked,
    folder,
  }) => {
    const { drop } = attacked;
    await mkdir(join(drop, "importing"));
    await put(join(drop, "importing/a.csv"), attacked);
    const first = await watchOnce(drop, looks(2));
    const places = outcome === null ? ["done/a.csv"] : [outcome, "done/a.2.csv"];
    expect(first.files.toSorted()).toEqual([...places, "done/s/a.csv"].toSorted());
    expect(first.failures).toEqual([]);
    const isImported = outcome === "done/a.csv";
    expect(first.imported.toSorted()).toEqual([
      ...(isImported ? ["a.csv"] : []),
      "a.csv",
      "s/a.csv",
    ]);
    if (reason !== null) {
      expect(await folder.read("drop/rejected/a.csv.reason.txt")).toBe(reason);
    }
    expect((await filesBelow(drop)).filter((path) => path.startsWith("importing"))).toEqual([]);
  });
}

test("a file that gets a second name while it waits in importing is rejected, and is not read again", async ({
  attacked: { drop, outside },
  folder,
}) => {
  let tries = 0;
  const importFile = async (name: string) => {
    if (name !== "a.csv") return done;
    tries += 1;
    if (tries === 1) throw new Error("not now");
    return done;
  };
  const watch = await watchOnce(drop, {
    importFile,
    ...looks(4, async (look) => {
      // As an uploader does through the handle that it has kept.
      if (look === 1) await link(join(drop, "importing/a.csv"), join(outside, "b.csv"));
      if (look === 2) await writeFile(join(drop, "a.csv"), "later");
    }),
  });
  expect(watch.files).toEqual(["done/s/a.csv", "rejected/a.csv", "done/a.2.csv"]);
  expect(await folder.read("drop/done/a.2.csv")).toBe("later");
  expect(await folder.read("drop/rejected/a.csv.reason.txt")).toBe(`${secondName}\n`);
  expect(tries).toBe(2);
  expect(watch.waiting).toEqual({ upload: 0, sensor: 0, failure: 0, kind: 0 });
});

test("a file is imported again whose content changes during its import, whatever times its uploader sets", async ({
  attacked: { drop },
}) => {
  // As an uploader does who opened it before it was moved.
  const handle = await open(join(drop, "a.csv"), "r+");
  await utimes(join(drop, "a.csv"), 1e9, 1e9);
  const { size } = await handle.stat();
  let tries = 0;
  const watch = await watchOnce(drop, {
    ...looks(3),
    importFile: async (name) => {
      if (name !== "a.csv") return done;
      tries += 1;
      if (tries > 1) return done;
      const before = (await handle.stat({ bigint: true })).ctimeNs;
      // The clock of the file system goes in steps.
      do {
        await handle.write("x".repeat(size), 0);
        await handle.utimes(1e9, 1e9);
      } while ((await handle.stat({ bigint: true })).ctimeNs === before);
      return done;
    },
  });
  await handle.close();
  expect(tries).toBe(2);
  expect(watch.files.toSorted()).toEqual(["done/a.csv", "done/s/a.csv"]);
});

test("a folder that takes the name of a file at the last moment is not moved, and takes no name", async ({
  attacked: { drop },
}) => {
  needsHandles();
  const target = join(drop, "a.2.csv");
  const source = Buffer.from(join(drop, "s"));
  await expect(renameNoFolder(source, target)).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(await filesBelow(drop)).toEqual(["a.csv", "s/a.csv"]);
  await renameNoFolder(Buffer.from(join(drop, "a.csv")), target);
  expect(await filesBelow(drop)).toEqual(["a.2.csv", "s/a.csv"]);
});

test("watch --once ends with 3 where a file waits for one of its name in importing", async ({
  attacked: { drop },
}) => {
  await mkdir(join(drop, "importing/a.csv"), { recursive: true, mode: 0o700 });
  const { hasFilesLeft, files, waiting } = await watchOnce(drop);
  expect({ hasFilesLeft, files, waiting }).toEqual({
    hasFilesLeft: true,
    files: ["done/s/a.csv"],
    waiting: { upload: 1, sensor: 0, failure: 0, kind: 0 },
  });
});

test("a listing is bounded: files beyond 10,000 names are reported, and read when there is room", async ({
  attacked: { drop },
}) => {
  await mkdir(join(drop, "many"));
  const parts = Array.from({ length: 10_000 }, (_, index) => join(drop, `many/${index}.part`));
  for (const path of parts) await writeFile(path, "");
  const full = await watchOnce(drop);
  const failure = ".: it has more than 10000 names: the rest waits until some of these are gone";
  expect(full).toMatchObject({ hasFilesLeft: true, waiting: { kind: 1 } });
  expect(full.failures).toEqual([failure]);

  await writeFile(join(drop, "importing/b.csv"), "b");
  const again = await watchOnce(drop, {
    importFile: async (name) => {
      if (name !== "b.csv") return done;
      await rm(join(drop, "many"), { recursive: true });
      await writeFile(join(drop, "c.csv"), "c");
      return done;
    },
  });
  expect(again.hasFilesLeft).toBe(false);
  expect(again.failures).toEqual([failure]);
  expect(again.files).toEqual(expect.arrayContaining(["done/b.csv", "done/c.csv"]));
});
