import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { packageFile } from "#package-files.ts";
import { startCommand } from "../support/command.ts";
import { expect, test } from "./test.ts";

const keyIn = (output: string) => /KEY=(?<key>amk0\S+)/.exec(output)?.groups?.["key"];

test("a first start whose port is taken loses no key: the next one prints it, and those after say where one is", async ({
  dataDirectory,
  serve,
}) => {
  // Even the files of the database are missing, as in a new installation.
  await rm(join(dataDirectory, "database"), { recursive: true });
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = { DATA_DIR: dataDirectory, INTERNAL_PORT: "0", LOG_LEVEL: "silent" };
  const options = ["--demo-if-empty"];
  const refused = await startCommand(["serve", ...options], { ...env, PORT: `${port}` }).ended;
  other.close();
  expect([refused.code, keyIn(refused.stdout)]).toEqual([2, undefined]);

  const second = await serve({ ...env, HOST: "0.0.0.0" }, options);
  await expect.poll(() => keyIn(second.output())).toBeTruthy();
  const [address = ""] = /http:\S+projects(?=')/.exec(second.output()) ?? [];
  expect(new URL(address).hostname).toBe("127.0.0.1");
  const headers = { "svc-api-key": `Bearer ${keyIn(second.output())}` };
  const projects = (await (await fetch(address, { headers })).json()) as { data: unknown[] };
  expect(projects.data).toHaveLength(2);
  expect(await second.end("SIGTERM")).toBe(0);

  const third = await serve(env, options);
  await expect.poll(() => third.output()).toContain("`npx acoustic demo` prints another");
  expect(keyIn(third.output())).toBeUndefined();
  await third.end("SIGTERM");
});

test("a signal to npm start reaches the service, which ends with 0", async ({ dataDirectory }) => {
  const env = Object.entries(process.env).filter(([name]) => !/^npm_|^DATABASE_URL$/i.test(name));
  const npm = spawn("npm", ["start"], {
    cwd: packageFile(""),
    env: { ...Object.fromEntries(env), DATA_DIR: dataDirectory, PORT: "0", INTERNAL_PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own, so that nothing of it is left if it does not end.
    detached: true,
  });
  try {
    let output = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    const addresses = () =>
      [...output.matchAll(/^(?:public|internal) (\S+)$/gm)].map(([, at]) => at);
    await expect.poll(addresses, { timeout: 30_000 }).toHaveLength(2);
    await expect.poll(() => keyIn(output), { timeout: 30_000 }).toBeTruthy();
    npm.kill("SIGTERM");
    const [code] = (await once(npm, "exit")) as [number | null];
    expect(code).toBe(0);
    for (const address of addresses()) await expect(fetch(String(address))).rejects.toThrow();
  } finally {
    endGroup(npm.pid ?? 0);
  }
});

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended.
  }
}
