import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { builtFile } from "../support/built-file.ts";
import { expect, test } from "./acoustic.ts";

const { version } = JSON.parse(await readFile(packageFile("package.json"), "utf8")) as {
  readonly version: string;
};

test("acoustic --version prints the version of the package, without a database", async ({
  acoustic,
}) => {
  const run = await acoustic(["--version"], { env: { DATABASE_URL: "none" } });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(
    new RegExp(`^${version.replaceAll(".", "\\.")}(?: \\(commit [0-9a-f]{7,12}\\))?\\n$`),
  );
});

test("the first line of the log of serve names what runs", async ({ folder }) => {
  const server = spawn(process.execPath, [builtFile("main.js"), "serve"], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder.path, PORT: "0", INTERNAL_PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  while (!log.includes("\n")) await once(server.stderr, "data");
  server.kill("SIGKILL");
  await once(server, "close");
  const first = JSON.parse(log.split("\n")[0] ?? "") as unknown;
  expect(first).toMatchObject({ msg: "starting", version, node: process.versions.node });
});

test.describe("the build", () => {
  const write = (cwd: string, commit: string) =>
    spawnSync(process.execPath, [packageFile("scripts/write-commit.mjs")], {
      cwd,
      env: { PATH: process.env["PATH"], ACOUSTIC_COMMIT: commit },
      encoding: "utf8",
    });

  test("writes the given commit, and none if there is none", async ({ folder }) => {
    await folder.makeFolder("dist");
    const commit = "0123456789abcdef0123456789abcdef01234567";
    expect(write(folder.path, commit).status).toBe(0);
    expect(await folder.read("dist/commit")).toBe(`${commit}\n`);
    expect(write(folder.path, "").status).toBe(0);
    await expect(folder.read("dist/commit")).rejects.toThrow("ENOENT");
    expect(write(folder.path, "main").stderr).toContain("ACOUSTIC_COMMIT must be");
  });

  test("reads the commit of git in a clone", async ({ folder }) => {
    const git = (...args: string[]) =>
      spawnSync("git", ["-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        encoding: "utf8",
      });
    test.skip(git("--version").status !== 0, "git is not installed");
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    await mkdir(join(folder.path, "dist"));
    expect(write(folder.path, "").status).toBe(0);
    expect(await folder.read("dist/commit")).toBe(git("rev-parse", "HEAD").stdout);
    await rm(join(folder.path, ".git"), { recursive: true });
    write(folder.path, "");
    await expect(folder.read("dist/commit")).rejects.toThrow("ENOENT");
  });

  test("that is older than the source is started by no test", async ({ folder }) => {
    await mkdir(join(folder.path, "dist/program"), { recursive: true });
    await folder.makeFolder("src");
    await folder.write("src/a.ts", "");
    const built = join(folder.path, "dist/program/main.js");
    await writeFile(built, "");
    const compare = async (seconds: number) => {
      await utimes(built, seconds, seconds);
      const script = packageFile("scripts/warn-of-stale-build.mjs");
      return spawnSync(process.execPath, [script], { cwd: folder.path, encoding: "utf8" }).stderr;
    };
    expect(await compare(Date.now() / 1000 + 60)).toBe("");
    const issue = await compare(0);
    expect(issue).toBe("dist is older than src/a.ts: `npm run build` builds it.\n");
    const before = process.env["TEST_STALE_BUILD"];
    process.env["TEST_STALE_BUILD"] = issue;
    try {
      expect(() => builtFile("main.js")).toThrow(issue);
    } finally {
      process.env["TEST_STALE_BUILD"] = before;
    }
  });
});
