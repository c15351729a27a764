import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireDataDirectoryLock } from "#embedded/data-directory-lock.ts";
import { expect, test as base } from "playwright/test";

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "acoustic-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test("a lock is had by one at a time, under every spelling, until it is released", async ({
  folder,
}) => {
  const link = join(folder, "link");
  await symlink(folder, link);
  const lock = await acquireDataDirectoryLock(folder);
  expect(lock).not.toBeNull();
  expect(await acquireDataDirectoryLock(folder)).toBeNull();
  expect(await acquireDataDirectoryLock(link)).toBeNull();

  await lock?.release();
  const next = await acquireDataDirectoryLock(link);
  expect(next).not.toBeNull();
  await next?.release();
});

test("of many who ask at once exactly one has the lock", async ({ folder }) => {
  const locks = await Promise.all(
    Array.from({ length: 20 }, () => acquireDataDirectoryLock(folder)),
  );
  const had = locks.filter((lock) => lock !== null);
  expect(had.length).toBe(1);
  await had[0]?.release();
});

test("two folders are two locks, and a folder that does not exist is an error", async ({
  folder,
}) => {
  const first = await acquireDataDirectoryLock(folder);
  const second = await acquireDataDirectoryLock(tmpdir());
  expect([first, second].every((lock) => lock !== null)).toBe(true);
  await first?.release();
  await second?.release();
  await expect(acquireDataDirectoryLock(join(folder, "missing"))).rejects.toThrow("ENOENT");
});
