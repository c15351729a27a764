import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtFile } from "../support/built-file.ts";
import { filesOpenIn } from "../support/audio-store.ts";
import { startCommand } from "../support/command.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { fillUp, withSmallDisk } from "../support/small-disk.ts";
import { expect, test, type Site } from "./test.ts";

/** The path of a leased recording that the page of a site has. */
async function leaseOf(site: Site): Promise<string> {
  const { body } = await site.ask(`${site.page}&withAudio=true`);
  const { data } = JSON.parse(body) as { data: { audioUrl: string | null }[] };
  return data[0]?.audioUrl ?? "there is none";
}

async function readinessOf({ internalUrl }: Site): Promise<unknown> {
  const response = await fetch(`${internalUrl}/health/ready`);
  const { parts } = (await response.json()) as { parts: { audioStore: string } };
  return [response.status, parts.audioStore];
}

test("a store whose disk is gone is 503, loses nothing, and serves again when it is back", async ({
  siteOf,
}) => {
  const site = await siteOf();
  const { audioFolder } = site;
  const { bytes } = await site.record();
  const audioUrl = await leaseOf(site);
  expect(await readinessOf(site)).toEqual([200, "ready"]);
  const isRefused = async () => {
    const { status, retryAfter, body } = await site.ask(audioUrl);
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" });
    expect(JSON.parse(body)).toMatchObject({ code: "unavailable" });
    expect(await readinessOf(site)).toEqual([503, "unreadable"]);
    expect(await leaseOf(site)).toMatch(/^\/api\/v0\/audio\//);
  };
  await rename(audioFolder, `${audioFolder}.elsewhere`);
  await isRefused();
  // A mount point whose disk is not mounted.
  await mkdir(audioFolder);
  await isRefused();
  await rm(audioFolder, { recursive: true });
  await rename(`${audioFolder}.elsewhere`, audioFolder);
  const again = await site.get(audioUrl);
  expect(again.status).toBe(200);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await readinessOf(site)).toEqual([200, "ready"]);
});

test("a server that starts with a wrong store takes no recording away from the others", async ({
  server,
  siteOf,
  serve,
}) => {
  const site = await siteOf();
  const { audioFolder } = site;
  const { bytes } = await site.record();
  const audioUrl = await leaseOf(site);
  const folder = `${audioFolder}.wrong`;
  const wrong = await serve({ DATABASE_URL: server.url, AUDIO_STORE: folder });
  expect((await wrong.get(audioUrl, site.tenant.key)).status).toBe(503);
  const ready = await fetch(`${wrong.internalUrl}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { parts: { database: "ready", audioStore: "unreadable" } },
  ]);
  const right = await site.get(audioUrl);
  expect(Buffer.from(await right.arrayBuffer())).toEqual(bytes);
  expect(await leaseOf(site)).toMatch(/^\/api\/v0\/audio\//);
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
});

for (const [title, spoil] of [
  ["is a folder now", (path) => mkdir(path)],
  ["is a pipe now", async (path) => execFileSync("mkfifo", [path])],
  ["is a link to a device now", (path) => symlink("/dev/zero", path)],
  ["is a link to itself now", (path) => symlink(path, path)],
] as const satisfies readonly (readonly [string, (path: string) => Promise<unknown>])[]) {
  test(`a recording whose file ${title} is 503, and the others are served`, async ({ siteOf }) => {
    const site = await siteOf();
    const { path, second } = await site.record();
    await site.record({ second: second + 300 });
    const audioUrl = await leaseOf(site);
    await rm(path);
    await spoil(path);
    // More than the runtime has threads for files.
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.ask(audioUrl)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 503));
    const other = audioUrl.replace(String(second), String(second + 300));
    expect(await site.ask(other)).toMatchObject({ status: 200 });
    expect(await readinessOf(site)).toEqual([200, "ready"]);
    expect(await leaseOf(site)).toMatch(/^\/api\/v0\/audio\//);
  });
}

test("a recording whose file is cut while it is downloaded is cut, and the file is closed", async ({
  siteOf,
}) => {
  const site = await siteOf();
  // Longer than the buffers of the sockets of both sides.
  const { path } = await site.record({ bytes: randomBytes(20_000_000) });
  const response = await site.get(await leaseOf(site));
  expect(response.status).toBe(200);
  await truncate(path, 10_000_000);
  await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  expect(await readinessOf(site)).toEqual([200, "ready"]);
  await expect.poll(() => filesOpenIn(site.audioFolder)).toBe(0);
});

test("a store that hangs is 503 in time, and holds up neither others nor the end of the service", async ({
  server,
  siteOf,
  serve,
}) => {
  const site = await siteOf();
  const { audioFolder, tenant } = site;
  const { path } = await site.record();
  const audioUrl = await leaseOf(site);
  const hanging = join(audioFolder, "hanging.mjs");
  await writeFile(hanging, hangAt(path));
  const serving = await serve(
    {
      DATABASE_URL: server.url,
      AUDIO_STORE: audioFolder,
      DATABASE_STATEMENT_TIMEOUT_MS: "3000",
    },
    [],
    [process.execPath, "--import", hanging, builtFile("main.js")],
  );
  const ask = async (asked: string) => {
    const response = await serving.get(asked, tenant.key);
    await response.arrayBuffer();
    return response.status;
  };
  // More than the runtime has threads for files, with those that it writes its log with.
  const downloads = Promise.all(Array.from({ length: 6 }, () => ask(audioUrl)));
  expect(await ask(site.page)).toBe(200);
  expect(await downloads).toEqual(Array.from({ length: 6 }, () => 503));
  const logged = () => serving.output().match(/"route":"get-audio".*"status":503/g)?.length;
  await expect.poll(logged).toBe(6);
  // Only a signal ends a process whose threads hang.
  expect(await serving.end("SIGTERM")).toBeNull();
  expect(serving.output()).toContain("a disk does not answer; the process ends itself");
});

/**
 * A program for Node that lets the opening of one file occupy its thread for ever, as a file of a network does whose
 * server is gone: it opens a pipe that nobody writes to.
 */
function hangAt(path: string): string {
  return `
    import { execFileSync } from "node:child_process";
    import files from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    import { isMainThread } from "node:worker_threads";
    const { open } = files;
    const pipe = ${JSON.stringify(`${path}.pipe`)};
    if (isMainThread) execFileSync("mkfifo", [pipe]);
    files.open = (path, ...how) => (path === ${JSON.stringify(path)} ? open(pipe, "r") : open(path, ...how));
    syncBuiltinESMExports();`;
}

const onSmallDisk = test.extend<{ disk: string }>({
  disk: async ({}, use) => withSmallDisk("256k", use),
});

onSmallDisk(
  "a store whose disk is full takes nothing half, serves what it has, and takes more when there is room",
  async ({ disk, server, siteOf }) => {
    const site = await siteOf({ audioFolder: join(disk, "audio") });
    const [sensorId = ""] = site.tenant.sensorIds;
    const importOf = async (time: string) => {
      const file = join(disk, `${sensorId}_${time}.flac`);
      const env = { DATABASE_URL: server.url, AUDIO_STORE: site.audioFolder };
      const { code, stderr } = await startCommand(["import", "recordings", file], env).ended;
      return { code, stderr };
    };
    const content = makeFlac({ channels: [ramp(20_000)] });
    for (const time of ["20190310T000000Z", "20190310T000500Z"]) {
      await writeFile(join(disk, `${sensorId}_${time}.flac`), content);
    }
    expect(await importOf("20190310T000000Z")).toEqual({ code: 0, stderr: "" });
    const audioUrl = await leaseOf(site);
    const stored = await readdir(site.audioFolder, { recursive: true });

    await fillUp(join(disk, "filler"));
    expect(await importOf("20190310T000500Z")).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        /^\S+\/audio\/[0-9a-z]{2}: its disk is full: ENOSPC: no space left on device, write\n\S+_20190310T000500Z\.flac: nothing of this file is kept; import it again\n$/,
      ),
    });
    const objects = (names: readonly string[]) => names.filter((name) => name.includes("/"));
    expect(objects(await readdir(site.audioFolder, { recursive: true }))).toEqual(objects(stored));
    expect(await leaseOf(site)).toMatch(/^\/api\/v0\/audio\//);
    expect(await site.ask(audioUrl)).toMatchObject({ status: 200 });
    expect(await readinessOf(site)).toEqual([200, "ready"]);

    await rm(join(disk, "filler"));
    expect(await importOf("20190310T000500Z")).toEqual({ code: 0, stderr: "" });
  },
);
