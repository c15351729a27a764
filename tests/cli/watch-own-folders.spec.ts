import { chmod, chown, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDropFolder } from "../../src/ingest/drop-folder/open-folders.ts";
import { expect } from "./acoustic.ts";
import { type Attacked, needsHandles, needsRoot, test } from "./attacked-folder.ts";
import { done, filesBelow, watchOnce } from "./watch-once.ts";

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
