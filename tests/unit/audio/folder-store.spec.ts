import { execFileSync } from "node:child_process";
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
  symlink,
  truncate,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test as base } from "playwright/test";
import { expect } from "../../support/expect.ts";
import { isAudioStoreUnavailable, type ObjectStore } from "../../../src/audio/audio-store.ts";
import { createFolderStore } from "../../../src/audio/folder-store.ts";

const test = base.extend<{ folder: string; store: ObjectStore }>({
  /** A folder for a store. */
  folder: async ({}, use) => {
    const parent = await mkdtemp(join(tmpdir(), "acoustic-store-"));
    await use(join(parent, "audio"));
    await rm(parent, { recursive: true });
  },
  /** A store with its marker. */
  store: async ({ folder }, use) => {
    const store = createFolderStore(folder);
    await store.writeMarker("marked", { replaces: false });
    await use(store);
  },
});

const name = "ab0123456789cdef";
const content = randomBytes(200_000);

async function open(store: ObjectStore, ...range: [first: number, last: number] | []) {
  const [first, last] = range;
  const opened =
    first === undefined || last === undefined
      ? await store.open(name)
      : await store.open(name, { first, last });
  if (opened === "missing") throw new Error("the object is missing");
  return opened;
}

/** Files of the folder that this process has open. */
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
  expect(await buffer(opened.chunks)).toEqual(content);
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
    const { byteLength, chunks } = await open(store, first, last);
    expect(byteLength).toBe(content.length);
    expect(await buffer(chunks)).toEqual(content.subarray(first, last + 1));
  });
}

test("an empty object has no bytes", async ({ store }) => {
  await store.put(name, Buffer.alloc(0));
  const { byteLength, chunks } = await open(store);
  expect([byteLength, (await buffer(chunks)).length]).toEqual([0, 0]);
});

test("an unknown object is missing, and removing it succeeds", async ({ store }) => {
  await store.put(name, content);
  await store.remove(name);
  await store.remove(name);
  expect(await store.open(name)).toBe("missing");
});

test("nothing is stored in a folder without a marker, which may be where no disk is mounted", async ({
  folder,
  store,
}) => {
  await rename(folder, `${folder}.elsewhere`);
  expect(await store.readMarker()).toBeNull();
  await mkdir(folder);
  expect(await store.readMarker()).toBeNull();
  await expect(store.put(name, content)).rejects.toThrow("The audio store cannot be used");
  expect(await readdir(folder)).toEqual([]);
});

test("a marker is written once, or again on purpose, and no other file remains", async ({
  folder,
}) => {
  const store = createFolderStore(folder);
  const writers = ["one", "two", "three"].map((text) =>
    store.writeMarker(text, { replaces: false }),
  );
  await Promise.all(writers);
  const first = await store.readMarker();
  expect(["one", "two", "three"]).toContain(first);
  await store.writeMarker("four", { replaces: false });
  expect(await store.readMarker()).toBe(first);
  await store.writeMarker("four", { replaces: true });
  expect(await store.readMarker()).toBe("four");
  expect(await readdir(folder)).toEqual(["acoustic-audio-store"]);
});

test("a marker that cannot be read is an error, and not none", async ({ folder, store }) => {
  await store.put(name, content);
  const inFile = createFolderStore(join(folder, "ab", name, "audio"));
  const error = await inFile.readMarker().catch((failure: unknown) => failure);
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

test("closing an object closes its file, read or not", async ({ folder, store }) => {
  test.skip(process.platform !== "linux", "open files are counted in /proc");
  await store.put(name, content);
  const untouched = await open(store);
  const begun = await open(store);
  for await (const chunk of begun.chunks) {
    expect(chunk).toHaveLength(128 * 1024);
    expect(await heldOpen(folder)).toHaveLength(2);
    begun.close();
    begun.close();
    break;
  }
  untouched.close();
  await expect.poll(() => heldOpen(folder)).toEqual([]);
  await buffer((await open(store)).chunks);
  await expect.poll(() => heldOpen(folder)).toEqual([]);
});

test("leaving the loop over the chunks of an object closes its file", async ({ folder, store }) => {
  test.skip(process.platform !== "linux", "open files are counted in /proc");
  await store.put(name, content);
  for await (const chunk of (await open(store)).chunks) {
    expect(chunk.equals(content.subarray(0, chunk.length))).toBe(true);
    break;
  }
  await expect.poll(() => heldOpen(folder)).toEqual([]);
});

test("an object that was closed is not read", async ({ store }) => {
  await store.put(name, content);
  const opened = await open(store);
  opened.close();
  const error = await buffer(opened.chunks).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});

test("reading an object that was shortened fails", async ({ folder, store }) => {
  await store.put(name, content);
  const { chunks } = await open(store);
  await truncate(join(folder, "ab", name), 100_000);
  const error = await buffer(chunks).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});

for (const [title, put] of [
  ["a folder", (path) => mkdir(path)],
  ["a pipe", async (path) => execFileSync("mkfifo", [path])],
  ["a device", (path) => symlink("/dev/zero", path)],
] as const satisfies readonly (readonly [string, (path: string) => Promise<unknown>])[]) {
  test(`${title} in place of an object or of the marker is an error, and occupies no thread`, async ({
    folder,
    store,
  }) => {
    await store.put(name, content);
    await store.put("cd0123456789cdef", content);
    const path = join(folder, "ab", name);
    await rm(path);
    await put(path);
    // More than the runtime has threads for files.
    const failures = await Promise.all(
      Array.from({ length: 8 }, () => store.open(name).catch((failure: unknown) => failure)),
    );
    for (const error of failures) {
      expect(isAudioStoreUnavailable(error)).toBe(true);
      expect(String(error)).toContain("it is not a regular file");
    }
    const other = await store.open("cd0123456789cdef");
    expect(other === "missing" ? other : await buffer(other.chunks)).toEqual(content);
    await rm(join(folder, "acoustic-audio-store"));
    await put(join(folder, "acoustic-audio-store"));
    const error = await store.readMarker().catch((failure: unknown) => failure);
    expect(isAudioStoreUnavailable(error)).toBe(true);
    expect(await heldOpen(folder)).toEqual([]);
  });
}

test("an unreadable object is an error and not missing", async ({ folder, store }) => {
  test.skip(process.getuid?.() === 0, "the superuser may read every file");
  await store.put(name, content);
  await chmod(join(folder, "ab", name), 0);
  const error = await store.open(name).catch((failure: unknown) => failure);
  expect(isAudioStoreUnavailable(error)).toBe(true);
});
