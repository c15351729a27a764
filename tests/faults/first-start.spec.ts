import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { startCommand } from "../support/command.ts";
import { expect, test } from "./test.ts";

const keyIn = (output: string) => /KEY=(?<key>amk0\S+)/.exec(output)?.groups?.["key"];

test("a first start whose port is taken loads nothing; the next one, with npm start, prints a key and ends at a signal; a later one says where a key is", async ({
  dataDirectory,
  serve,
}) => {
  // It creates the database and loads the demonstration, which lasts a minute on a busy machine.
  test.setTimeout(300_000);
  // Even the files of the database are missing, as in a new installation.
  await rm(join(dataDirectory, "database"), { recursive: true });
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = { DATA_DIR: dataDirectory, INTERNAL_PORT: "0", LOG_LEVEL: "silent" };
  const options = ["--demo-if-empty"];
  const refused = await startCommand(["serve", ...options], { ...env, PORT: `${port}` }).ended;
  other.close();
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain(`HOST, PORT: cannot listen on 127.0.0.1:${port}`);

  await withNpmStart({ ...env, PORT: "0", HOST: "0.0.0.0" }, async (npm, output) => {
    await expect.poll(() => keyIn(output()), { timeout: 120_000 }).toBeTruthy();
    const [address = ""] = /http:\S+projects(?=')/.exec(output()) ?? [];
    expect(new URL(address).hostname).toBe("127.0.0.1");
    const headers = { "svc-api-key": `Bearer ${keyIn(output())}` };
    const projects = (await (await fetch(address, { headers })).json()) as { data: unknown[] };
    expect(projects.data).toHaveLength(2);
    const ended = once(npm, "exit");
    npm.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    const listening = [...output().matchAll(/^(?:public|internal) \S+:(\d+)$/gm)];
    expect(listening).toHaveLength(2);
    for (const [, number] of listening) {
      await expect(fetch(`http://127.0.0.1:${number}`)).rejects.toThrow();
    }
  });

  const third = await serve(env, options);
  await expect
    .poll(() => third.output(), { timeout: 120_000 })
    .toContain("`./acoustic demo` prints another");
  expect(keyIn(third.output())).toBeUndefined();
  await third.end("SIGTERM");
});

test("of two first starts at once, one prints a key, and that key is answered", async ({
  dataDirectory,
  serve,
}) => {
  test.setTimeout(300_000);
  const env = { DATA_DIR: dataDirectory, INTERNAL_PORT: "0", PORT: "0", LOG_LEVEL: "silent" };
  const both = await Promise.all([1, 2].map(() => serve(env, ["--demo-if-empty"])));
  const told = /KEY=amk0|`\.\/acoustic demo` prints another/;
  await expect
    .poll(() => both.filter((gateway) => told.test(gateway.output())).length, { timeout: 240_000 })
    .toBe(2);
  const keys = both.flatMap((gateway) => keyIn(gateway.output()) ?? []);
  expect(keys).toHaveLength(1);
  for (const gateway of both) {
    const answer = await gateway.get("/api/v0/projects", keys[0] ?? "");
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(2);
  }
  // The one that had only joined ends with the other.
  const codes = await Promise.all(both.map((gateway) => gateway.end("SIGTERM")));
  expect(codes).toContain(0);
});

/** Runs `npm start` for the length of `use`, which is also given what it has printed. */
async function withNpmStart(
  env: Readonly<Record<string, string>>,
  use: (npm: ChildProcess, output: () => string) => Promise<void>,
): Promise<void> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^DATABASE_URL$/i.test(name));
  const npm = spawn("npm", ["start"], {
    cwd: packageFile(""),
    env: { ...Object.fromEntries(own), ...env },
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own, so that nothing of it is left if it does not end.
    detached: true,
  });
  let output = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await use(npm, () => output).finally(() => endGroup(npm.pid ?? 0));
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended.
  }
}
