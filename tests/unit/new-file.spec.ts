import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "playwright/test";
import { expect } from "../support/expect.ts";
import { requireNoFile } from "../../src/operator/backup/new-file.ts";
import { InvalidInput } from "../../src/ingest/invalid-input.ts";

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "acoustic-new-file-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test("a missing folder is reported with the advice to make it", async ({ folder }) => {
  await expect(requireNoFile(join(folder, "a.tar"))).resolves.toBeUndefined();
  const missing = requireNoFile(join(folder, "none", "a.tar"));
  await expect(missing).rejects.toBeInstanceOf(InvalidInput);
  await expect(missing).rejects.toMatchObject({
    issues: [expect.stringContaining("Make it first.")],
  });
});

test("a file as the folder, or of that name, is refused", async ({ folder }) => {
  await writeFile(join(folder, "a"), "");
  await expect(requireNoFile(join(folder, "a"))).rejects.toMatchObject({
    issues: [expect.stringContaining("it exists already")],
  });
  await expect(requireNoFile(join(folder, "a", "b"))).rejects.toMatchObject({
    issues: [expect.stringContaining("there is no folder")],
  });
});

test("a folder that cannot be read is reported without that advice", async ({ folder }) => {
  // Without a user who may not look, a link to itself stands for the folder that cannot be looked at.
  await symlink("loop", join(folder, "loop"));
  const looping = requireNoFile(join(folder, "loop", "a.tar"));
  await expect(looping).rejects.toMatchObject({ code: "ELOOP" });
});
