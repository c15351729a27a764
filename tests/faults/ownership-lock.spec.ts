import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type OwnershipLock, acquireLock } from "../../src/embedded/ownership-lock.ts";
import { test as base } from "playwright/test";
import { requireBuild } from "../support/built-file.ts";
import { expect } from "../support/expect.ts";
import { canUnshare, cannotUnshare, unshare } from "./unshared.ts";

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "acoustic-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** The protocol of a lock that is a socket; other systems open a file with an exclusive lock. */
const onlySocketLock = () =>
  test.skip(process.platform !== "linux", "the lock is no socket on this system");

test("one caller at a time has the lock, under every spelling of the folder, until it is released", async ({
  folder,
}) => {
  const data = join(folder, "data");
  const link = join(folder, "link");
  await mkdir(data);
  await symlink(data, link);
  const lock = await acquireLock(data);
  expect(lock).not.toBeNull();
  expect(await acquireLock(data)).toBeNull();
  expect(await acquireLock(link)).toBeNull();

  await lock?.release();
  const next = await acquireLock(link);
  expect(next).not.toBeNull();
  await next?.release();
});

test("of many callers at once exactly one has the lock", async ({ folder }) => {
  const locks = await Promise.all(Array.from({ length: 20 }, () => acquireLock(folder)));
  const acquired = locks.filter((lock) => lock !== null);
  expect(acquired.length).toBe(1);
  await acquired[0]?.release();
});

test("two folders have two locks, and a folder that does not exist is an error", async ({
  folder,
}) => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  await Promise.all([mkdir(one), mkdir(two)]);
  const locks = [await acquireLock(one), await acquireLock(two)];
  expect(locks.every((lock) => lock !== null)).toBe(true);
  await Promise.all(locks.map(async (lock) => lock?.release()));
  await expect(acquireLock(join(folder, "missing"))).rejects.toThrow("ENOENT");
});

test("a released lock leaves nothing in the folder", async ({ folder }) => {
  onlySocketLock();
  const locks = await Promise.all(Array.from({ length: 20 }, () => acquireLock(folder)));
  expect(await readdir(folder)).toEqual(["lock"]);
  await Promise.all(locks.map(async (lock) => lock?.release()));
  expect(await readdir(folder)).toEqual([]);
});

const script = fileURLToPath(new URL("lock-process.mjs", import.meta.url));

test("of processes that compete for the lock and are killed never two have it at once", async ({
  folder,
}) => {
  test.setTimeout(300_000);
  const [data, log] = [join(folder, "data"), join(folder, "log")];
  await mkdir(data);
  const running = new Set<ChildProcess>();
  const codes = new Set<number | null>();
  const kills = 30;
  let killed = 0;
  const start = () => {
    requireBuild();
    const child = fork(script, [data, log]);
    running.add(child);
    let owned = 0;
    child.on("message", () => {
      // A process may have sent this before it was killed: nothing would end by killing it again.
      if (!running.has(child) || killed === kills || ++owned % 3 !== 0) return;
      killed += 1;
      // Every second time another one, at any of its steps towards the lock.
      const victim =
        killed % 2 === 0 ? child : ([...running].find((one) => one !== child) ?? child);
      victim.kill("SIGKILL");
    });
    child.once("exit", (code, signal) => {
      running.delete(child);
      if (signal !== "SIGKILL") codes.add(code);
      if (killed < kills) start();
      else for (const one of running) if (one.connected) one.send("end", () => undefined);
    });
  };
  for (let index = 0; index < 6; index++) start();
  await expect.poll(() => running.size, { timeout: 290_000 }).toBe(0);
  expect([...codes]).toEqual([0]);

  const owners = (await readFile(log, "utf8")).trimEnd().split("\n");
  const changes = owners.filter((owner, index) => owner !== owners[index - 1]);
  expect(changes.length).toBeGreaterThan(kills);
  expect(changes).toEqual([...new Set(owners)]);

  // Whatever the killed ones have left is in nobody's way, and goes.
  const lock = await acquireLock(data);
  expect(lock).not.toBeNull();
  await lock?.release();
  if (process.platform === "linux") expect(await readdir(data)).toEqual([]);
});

test("an owner that is stopped, and whose queue of connections is full, keeps the lock", async ({
  folder,
}) => {
  test.setTimeout(300_000);
  const [data, log] = [join(folder, "data"), join(folder, "log")];
  await mkdir(data);
  const owner = fork(script, [data, log, "keep"]);
  const exited = once(owner, "exit");
  await once(owner, "message");
  owner.kill("SIGSTOP");
  // Node's queue of a listener has 511 places.
  for (let attempt = 0; attempt < 600; attempt++) expect(await acquireLock(data)).toBeNull();
  owner.kill("SIGKILL");
  await exited;
  const next = await acquireLock(data);
  expect(next).not.toBeNull();
  await next?.release();
});

test("processes in separate network and process namespaces have one lock", async ({ folder }) => {
  test.setTimeout(300_000);
  test.skip(!canUnshare(), cannotUnshare);
  const [data, log] = [join(folder, "data"), join(folder, "log")];
  await mkdir(data);
  const lock = await acquireLock(data);
  const [command, ...options] = unshare;
  const child = spawn(command, [...options, process.execPath, script, data, log, "keep"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const messages = on(child, "message");
  expect((await messages.next()).value).toEqual(["refused"]);

  await lock?.release();
  for await (const [message] of messages) if (message !== "refused") break;
  expect(await acquireLock(data)).toBeNull();
  child.kill("SIGKILL");
  await exited;
  // The process inside ends after the one that has started it.
  let next: OwnershipLock | null = null;
  const acquire = async () => (next ??= await acquireLock(data)) !== null;
  await expect.poll(acquire, { timeout: 290_000 }).toBe(true);
});

test("no other user can take the lock, because it has no name outside the folder", async ({
  folder,
}) => {
  onlySocketLock();
  const lock = await acquireLock(folder);
  const inFolder = await readdir(join(folder, "lock"), { withFileTypes: true });
  expect(inFolder.map((entry) => entry.isSocket())).toEqual([true]);
  const inodes = new Set<string>();
  for (const descriptor of await readdir("/proc/self/fd")) {
    const target = await readlink(join("/proc/self/fd", descriptor)).catch(() => "");
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined) inodes.add(inode);
  }
  const sockets = (await readFile("/proc/net/unix", "utf8"))
    .split("\n")
    .map((line) => line.trim().split(/ +/))
    .filter((columns) => inodes.has(columns[6] ?? ""))
    .map((columns) => columns[7] ?? "");
  expect(sockets).not.toEqual([]);
  expect(sockets.filter((path) => path.startsWith("@"))).toEqual([]);
  await lock?.release();

  test.skip(process.getuid?.() !== 0, "only root can try as another user");
  const attempt = promisify(execFile)("mkdir", [join(folder, "lock")], { uid: 65_534 });
  await expect(attempt).rejects.toThrow("Permission denied");
});
