import { execFile } from "node:child_process";
import { chmod, readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, type Folder, test } from "./acoustic.ts";

const script = packageFile("ops/systemd/acoustic");

/** The lines of the section [Service], in their order. */
async function settingsOf(file: string): Promise<[string, string][]> {
  const text = await readFile(packageFile(`ops/systemd/${file}`), "utf8");
  const [, service = ""] = text.split("\n[Service]\n");
  return Array.from(
    service.matchAll(/^(?<name>\w+)=(?<value>.+)$/gm),
    ({ groups }): [string, string] => [groups?.["name"] ?? "", groups?.["value"] ?? ""],
  );
}

/** Runs the script with stubs: `systemctl show` prints a text, and `systemd-run` and `sudo` print their arguments. */
async function runScript(folder: Folder, unit: string, words: readonly string[], uid = 0) {
  const stubs = {
    id: `echo ${uid}`,
    systemctl: `printf '%s\\n' "$*" >>'${folder.path}/asked'\ncat '${folder.path}/unit'`,
    "systemd-run": `printf '%s\\0' "$@"`,
    sudo: `printf '%s\\0' sudo "$@"`,
  };
  await folder.write("unit", unit);
  for (const [name, text] of Object.entries(stubs)) {
    await chmod(await folder.write(name, `#!/bin/sh\n${text}\n`), 0o755);
  }
  const env = { PATH: `${folder.path}:${process.env["PATH"]}` };
  return new Promise<{ code: unknown; words: string[]; stderr: string }>((resolve) => {
    execFile(script, [...words], { env, cwd: folder.path }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, words: stdout.split("\0").slice(0, -1), stderr }),
    );
  });
}

/** The output of `systemctl show` for a unit's settings. */
function shown(settings: Readonly<Record<string, string>>): string {
  return ["LoadState=loaded", ...Object.entries(settings).map((pair) => pair.join("="))].join("\n");
}

/** How the settings that make user, folders and environment are called by `systemctl show`. */
const asked = new Map([
  ["DynamicUser", "DynamicUser"],
  ["User", "User"],
  ["Group", "Group"],
  ["UMask", "UMask"],
  ["StateDirectory", "StateDirectory"],
  ["StateDirectoryMode", "StateDirectoryMode"],
  ["Environment", "Environment"],
  ["EnvironmentFile", "EnvironmentFiles"],
  ["ReadWritePaths", "ReadWritePaths"],
]);

test("a command runs with every setting of the unit that makes its user, folders and environment", async ({
  folder,
}) => {
  const unit = (await settingsOf("acoustic.service")).filter(([name]) => asked.has(name));
  const settings = Object.fromEntries(
    unit.map(([name, value]) =>
      name === "EnvironmentFile"
        ? ["EnvironmentFiles", `${value.replace("-", "")} (ignore_errors=yes)`]
        : [name, value],
    ),
  );
  // systemd uses the name of the unit for the user that it creates.
  const { words, code } = await runScript(
    folder,
    shown({ ...settings, User: "acoustic", Group: "acoustic", ReadWritePaths: "" }),
    ["key", "create", "--name", "it's $5 a 'day' \"%i\" $$", ""],
  );
  const split = words.indexOf("--");
  expect(code).toBe(0);
  expect(words.slice(0, split).filter((word) => word.startsWith("--property="))).toEqual([
    ...unit.map(([name, value]) => `--property=${name}=${value}`),
    "--property=User=acoustic",
    "--property=Group=acoustic",
    `--property=WorkingDirectory=-${folder.path}`,
  ]);
  expect(words.slice(split + 1)).toEqual([
    packageFile("acoustic"),
    "key",
    "create",
    "--name",
    "it's $$5 a 'day' \"%i\" $$$$",
    "",
  ]);
  expect(await folder.read("asked")).toBe(
    `show --property=LoadState,${[...asked.values()].join(",")} acoustic.service\n`,
  );
  // The drop-in for a drop folder changes nothing else of them.
  const changed = (await settingsOf("watch.conf")).map(([name]) => name);
  expect(changed.filter((name) => name !== "ExecStart" && !asked.has(name))).toEqual([]);
});

test("without the unit nothing runs, and so nothing runs as root", async ({ folder }) => {
  const { code, words, stderr } = await runScript(folder, "LoadState=not-found\nUser=", ["status"]);
  expect({ code, words }).toEqual({ code: 2, words: [] });
  expect(stderr).toContain("acoustic.service is not installed");
});

test("for another user than root, sudo requests a password", async ({ folder }) => {
  const { words } = await runScript(folder, "", ["status", "a b"], 1000);
  expect(words).toEqual(["sudo", "--", script, "status", "a b"]);
});

test("a unit file that must be there is read as one that must be there", async ({ folder }) => {
  const unit = shown({ EnvironmentFiles: "/etc/a b (ignore_errors=no)" });
  const { words } = await runScript(folder, unit, ["status"]);
  expect(words).toContain("--property=EnvironmentFile=/etc/a b");
});
