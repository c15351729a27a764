import { randomBytes } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  truncate,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test as base } from "playwright/test";
import { type AudioStore, isAudioStoreUnavailable, type OpenedObject } from "#audio/audio-store.ts";
import { createFolderStore } from "#audio/folder-store.ts";

const test = base.extend<{ folder: string; store: AudioStore }>({
  /** Where a store may be made. */
  folder: async ({}, use) => {
    const parent = await mkdtemp(join(tmpdir(), "acoustic-store-"));
    await use(join(parent, "audio"));
    await rm(parent, { recursive: true });
  },
  /** A store that was begun there. */
  store: async ({ folder }, use) => {
    const store = createFolderStore(folder);
    await store.begin(async () => false);
    await use(store);
  },
});

const name = "ab0123456789cdef";
const content = randomBytes(200_000);

async function open(store: AudioStore, ...range: [first: number, last: number] | []) {
  const [first, last] = range;
  const opened =
    first === undefined || last === undefined
      ? await store.open(name)
      : await store.open(name, { first, last });
  if (opened === "missing") throw new Error("the object is missing");
  return opened;
}

/** Files of the folder that this process holds open. */
async function heldOpen(folder: string): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd");
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(folder));
}

test("an object is read as it was stored; only this user can read it, and no other file remains", async ({
  folder,
  store,
}) => {
  await store.put(name, content);
  const opened = await open(store);
  expect(opened.byteLength).toBe(content.length);
  expect(await buffer(opened.stream)).toEqual(content);
  expect((await readdir(folder)).toSorted()).toEqual(["ab", "acoustic-audio-store"]);
  expect(await readdir(join(folder, "ab"))).toEqual([name]);
  const modes = await Promise.all(
    [folder, join(folder, "ab"), join(folder, "ab", name)].map(async (path) => stat(path)),
  );
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "700", "600"]);
});

for (const [first, last] of [
  [0, 0],
  [0, 99],
  [65_535, 65_536],
  [1000, 150_000],
  [199_999, 199_999],
  [0, 199_999],
] as const) {
  test(`bytes ${first} to ${last} are those, and the length is the whole object's`, async ({
    store,
  }) => {
    await store.put(name, content);
    const { byteLength, stream } = await open(store, first, last);
    expect(byteLength).toBe(content.length);
    expect(await buffer(stream)).toEqual(content.subarray(first, last + 1));
  });
}

test("an empty object has no bytes", async ({ store }) => {
  await store.put(name, Buffer.alloc(0));
  const { byteLength, stream } = await open(store);
  expect([byteLength, (await buffer(stream)).length]).toEqual([0, 0]);
});

test("an unknown object is missing, and removing it succeeds", async ({ store }) => {
  await store.put(name, content);
  await store.remove(name);
  await store.remove(name);
  expect(await store.open(name)).toBe("missing");
});

test("a store begins in a new or empty folder, unless the database has objects", async ({
  folder,
}) => {
  const store = createFolderStore(folder);
  await store.check(async () => false);
  await expect(store.check(async () => true)).rejects.toThrow(`${folder} holds no store`);
  await expect(store.put(name, content)).rejects.toThrow("The audio store cannot be used");
  await expect(store.begin(async () => true)).rejects.toThrow(`${folder} holds no store`);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
  await mkdir(folder);
  await expect(store.begin(async () => true)).rejects.toThrow(`${folder} holds no store`);
  await expect(store.put(name, content)).rejects.toThrow("The audio store cannot be used");
  expect(await readdir(folder)).toEqual([]);
  await store.begin(async () => false);
  await store.put(name, content);
  // After the first `begin`, nobody has to say whether there are recordings.
  await store.begin(() => Promise.reject(new Error("not asked")));
  await store.check(() => Promise.reject(new Error("not asked")));
  expect(await buffer((await open(store)).stream)).toEqual(content);
});

test("a store that another process begins at the same moment is used", async ({ folder }) => {
  const other = createFolderStore(folder);
  const store = createFolderStore(folder);
  await store.begin(async () => {
    await other.begin(async () => false);
    await other.put(name, content);
    return true;
  });
  expect(await buffer((await open(store)).stream)).toEqual(content);
});

test("a folder without a store is unavailable; its objects are not missing", async ({
  folder,
  store,
}) => {
  const isRefused = async (work: Promise<unknown>) =>
    work.then(
      () => false,
      (error: unknown) => isAudioStoreUnavailable(error),
    );
  await store.put(name, content);
  // The disk is not mounted: a folder of that name is there, and empty.
  await rename(folder, `${folder}.elsewhere`);
  await mkdir(folder);
  expect(await isRefused(store.open(name))).toBe(true);
  expect(await isRefused(store.remove(name))).toBe(true);
  await rm(folder, { recursive: true });
  await rename(`${folder}.elsewhere`, folder);
  expect(await buffer((await open(store)).stream)).toEqual(content);
});

test("the check of an unreadable store fails", async ({ folder }) => {
  const path = `${folder}-file`;
  const store = createFolderStore(path);
  await store.begin(async () => false);
  await store.put(name, content);
  const inFile = createFolderStore(join(path, "ab", name, "audio"));
  const error = await inFile.check(async () => false).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});

test("a put that fails leaves no file", async ({ folder, store }) => {
  await mkdir(join(folder, "ab", name, "in the way"), { recursive: true });
  const error = await store.put(name, content).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
  expect(await readdir(join(folder, "ab"))).toEqual([name]);
});

test("removing an object removes the remains of an interrupted put", async ({ folder, store }) => {
  await store.put(name, content);
  await rename(join(folder, "ab", name), join(folder, "ab", `${name}.partial`));
  expect(await store.open(name)).toBe("missing");
  await store.remove(name);
  expect(await readdir(join(folder, "ab"))).toEqual([]);
});

test("no name leads to a path outside the store", async ({ store }) => {
  await store.put(name, content);
  for (const wrong of [
    "../../etc/passwd",
    "ab/cdefghij",
    "ABCDEFGHIJ",
    "",
    "..",
    "ab\u0000cdefghij",
  ]) {
    for (const use of [store.open(wrong), store.put(wrong, content), store.remove(wrong)]) {
      await expect(use).rejects.toThrow("no name of an object");
    }
  }
});

test("destroying a stream closes its file, read or not", async ({ folder, store }) => {
  test.skip(process.platform !== "linux", "open files are counted in /proc");
  await store.put(name, content);
  const closed = (opened: OpenedObject) =>
    new Promise<void>((resolve) => {
      opened.stream.once("close", resolve).destroy();
    });
  const untouched = await open(store);
  const begun = await open(store);
  await new Promise((resolve) => begun.stream.once("readable", resolve));
  expect(await heldOpen(folder)).toHaveLength(2);
  await Promise.all([closed(untouched), closed(begun)]);
  expect(await heldOpen(folder)).toEqual([]);
  await buffer((await open(store)).stream);
  expect(await heldOpen(folder)).toEqual([]);
});

test("a stream reads no more than its consumer takes", async ({ store }) => {
  await store.put(name, content);
  const { stream } = await open(store);
  await new Promise((resolve) => stream.once("readable", resolve));
  expect(stream.readableLength).toBe(128 * 1024);
  stream.destroy();
});

test("reading an object that was shortened fails", async ({ folder, store }) => {
  await store.put(name, content);
  const { stream } = await open(store);
  await truncate(join(folder, "ab", name), 100_000);
  const error = await buffer(stream).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});

test("an unreadable object is an error and not missing", async ({ folder, store }) => {
  test.skip(process.getuid?.() === 0, "the superuser may read every file");
  await store.put(name, content);
  await chmod(join(folder, "ab", name), 0);
  const error = await store.open(name).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});
