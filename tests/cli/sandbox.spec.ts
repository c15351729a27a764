import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { builtFile } from "../support/built-file.ts";
import { answerOf, requestsOf, type SandboxRequest } from "../support/sandbox-requests.ts";
import { type Folder, expect, refusal, test } from "./acoustic.ts";

/** A running command, and what its first line says. */
interface Running {
  readonly child: ChildProcess;
  readonly sandbox: Omit<Sandbox, "tick" | "reset" | "stop">;
  nextLine(): Promise<string>;
  end(): Promise<number | null>;
}

/** The key `all` of seed 1, also in docs/testing.md. */
const firstKey = "amk0.ei4I39FSPRVHm5Ym.SKItzRxJ738EXodycP9HcvCCYXIaAI4VsUusoDFqCf73QhTAX";

async function start(folder: Folder, ...options: string[]): Promise<Running> {
  const child = spawn(process.execPath, [builtFile("main.js"), "sandbox", "--json", ...options], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"], TMPDIR: folder.path, HOME: folder.path },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  return {
    child,
    sandbox: JSON.parse(await nextLine()) as Sandbox,
    nextLine,
    async end() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

test("a sandbox has each status and code, and two with the same options answer alike", async ({
  folder,
}) => {
  const options = ["--now", "2026-03-29T00:30:00Z", "--seed", "7"];
  const first = await start(folder, ...options);
  const second = await start(folder, ...options);
  try {
    const { publicUrl: _, internalUrl: __, baseUrl: ___, ...named } = first.sandbox;
    expect(second.sandbox).toMatchObject(named);
    expect(named.keys.all).not.toBe(firstKey);
    const asked = requestsOf(first.sandbox);
    expect(asked).toEqual(requestsOf(second.sandbox));
    for (const request of asked) {
      const answer = await answerOf(first.sandbox.publicUrl, request);
      expect(answer.status, request.what).toBe(request.status);
      if (request.code !== undefined) expect(answer.body).toContain(`"code":"${request.code}"`);
      expect(await answerOf(second.sandbox.publicUrl, request), request.what).toEqual(answer);
    }
    expect(await folder.list()).toEqual([]);
  } finally {
    expect(await first.end()).toBe(0);
    expect(await second.end()).toBe(0);
  }
  expect(await folder.list()).toEqual([]);
});

test("the key of the first seed is known, the clock moves only by lines, and each answer is a line of JSON", async ({
  folder,
}) => {
  const { child, sandbox, nextLine, end } = await start(folder, "--tick");
  try {
    expect(sandbox).toMatchObject({ now: "2026-01-14T12:00:00.000Z", keys: { all: firstKey } });
    const download = (status: number): SandboxRequest => ({
      what: "a recording",
      path: sandbox.audio.stored,
      key: sandbox.keys.all,
      status,
    });
    expect((await answerOf(sandbox.publicUrl, download(200))).status).toBe(200);
    child.stdin?.write("600\n");
    expect(JSON.parse(await nextLine())).toEqual({ now: "2026-01-14T12:10:00.000Z" });
    expect((await answerOf(sandbox.publicUrl, download(404))).status).toBe(404);
    child.stdin?.write("reset\n");
    expect(JSON.parse(await nextLine())).toEqual({ now: "2026-01-14T12:00:00.000Z" });
    expect((await answerOf(sandbox.publicUrl, download(200))).status).toBe(200);
  } finally {
    expect(await end()).toBe(0);
  }
});

test("a sandbox that is ready holds less than 350 MB", async ({ folder }) => {
  test.skip(process.platform !== "linux", "the memory of a process is read from /proc");
  const { child, end } = await start(folder);
  try {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8");
    expect(Number(/^VmRSS:\s+(?<kB>\d+) kB$/m.exec(status)?.groups?.["kB"])).toBeLessThan(350_000);
  } finally {
    expect(await end()).toBe(0);
  }
});

test("a sandbox refuses a database server", async ({ acoustic }) => {
  const env = { DATABASE_URL: "postgres://somebody@127.0.0.1:1/other" };
  expect(await acoustic(["sandbox"], { env })).toEqual(
    refusal(
      "DATABASE_URL: a sandbox has a database of its own, in memory, and touches no other. Unset it",
    ),
  );
});
