import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Block, readBlocks } from "../support/page-blocks.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

const packageOfClients = resolve("tests/typed-client");

interface Shell {
  /** Runs lines of a page as they are, with the ids and addresses of the test. Rejects where one of them fails. */
  run(lines: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  /** Writes the programs of a section into the folder. */
  write(blocks: readonly Block[]): Promise<void>;
  readonly folder: string;
}

const dayStart = Date.parse("2026-03-29T00:00:00Z") / 1000;
/** The local day in Lisbon, which is an hour of winter and 22 of summer, and five minutes on each side of it. */
const seconds = Array.from({ length: 278 }, (_, index) => dayStart - 300 + 300 * index);

const test = base.extend<{ documented: Tenant; shell: Shell }>({
  documented: async ({ tenantOf, database, audioStore }, use) => {
    const contract = { startAt: "2026-01-01", endAt: "2026-12-31" };
    const tenant = await tenantOf({ site: { timezone: "Europe/Lisbon", contract } });
    await tenant.addSamples(
      seconds.map((second, index) => ({ second, LAeq: 61 + index / 100, LAFmax: 70 })),
    );
    const parts = { db: database.db, store: audioStore };
    await addRecording(parts, tenant.sensorIds[0] ?? "", dayStart, {
      bytes: Buffer.from("fLaC sound"),
    });
    await use(tenant);
  },

  shell: async ({ gateway, documented }, use) => {
    const folder = await mkdtemp(join(packageOfClients, "run-"));
    const here = (text: string) =>
      text
        .replaceAll("http://127.0.0.1:8080", gateway.publicUrl)
        .replaceAll("http://127.0.0.1:8081", gateway.internalUrl)
        .replaceAll("demo-lisbon-street", documented.sensorIds[0] ?? "")
        .replaceAll("demo-lisbon", documented.projectId)
        .replaceAll("amk0.…", documented.key);
    // What the pages install is already installed, and a refused request is a failure.
    const prelude = [
      "set -e -o pipefail",
      "npm() { :; }",
      'npx() { "$@"; }',
      'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
      `graphql-codegen() { node '${resolve("tests/support/generate-types.mjs")}' "$@"; }`,
      `API=${gateway.publicUrl}/api/v0 KEY=${documented.key} GRAPHQL=${gateway.internalUrl}/graphql`,
      "export GRAPHQL",
    ].join("\n");
    const bin = join(packageOfClients, "node_modules", ".bin");
    await use({
      folder,
      write: async (blocks) => {
        for (const { file, text } of blocks) {
          if (file !== null) await writeFile(join(folder, file), here(text));
        }
      },
      run: async (lines, variables = {}) => {
        const set = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
        const script = [prelude, ...set, here(lines)].join("\n");
        const PATH = `${bin}${delimiter}${process.env["PATH"]}`;
        const env = { ...process.env, PATH, FORCE_COLOR: "0" };
        const ran = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env });
        return ran.stdout;
      },
    });
    await rm(folder, { recursive: true });
  },
});

const integrating = await readBlocks("docs/integrating.md");
const graphql = await readBlocks("docs/graphql.md");
const readme = await readBlocks("README.md");
const localDay = integrating.filter(({ section }) => section === "A local day");
const shellBlocks = (blocks: readonly Block[]) =>
  blocks.filter(({ language }) => language === "sh");
const dayOfClockChange = "276 samples\n2026-03-29T00:00:00.000Z\n2026-03-29T22:55:00.000Z\n";

/** Blocks that other tests run: `typed-client.spec.ts`, and those of a local day below. */
const elsewhere = new Set(["Typed client", "A local day", "Generated types"]);
const singles = [...shellBlocks(integrating), ...shellBlocks(graphql)].filter(
  ({ section }) => !elsewhere.has(section),
);

/** What the commands of each other section print, or save. */
const printed: Readonly<Record<string, RegExp>> = {
  "# Integrating over REST": /^$/,
  Keys: /"name":"Project of a test"/,
  Paging: /^(?:\["2026-03-\d\dT\d\d:\d\d:00.000Z",6\d(?:.\d+)?,60\]\n){278}$/,
  Recordings: /^fLaC sound$/,
  "A request": /"latest":\{"datetime":"2026-03-29T23:00:00.000Z","Leq":63.77,"limit":60\}/,
  CSV: /2026-03-29T/,
};

test("the pages have the commands and programs that these tests run", () => {
  expect(singles.map(({ section }) => section)).toEqual(Object.keys(printed));
  expect(localDay.map(({ language, file }) => file ?? language)).toEqual([
    "sh",
    "gateway.py",
    "sh",
    "hours.py",
    "sh",
    "day.mts",
    "sh",
  ]);
});

for (const { section, text } of singles) {
  test(`the commands of "${section}" work as they are`, async ({ shell }) => {
    const output = await shell.run(text);
    const saved = await shell.run("find . -type f -exec cat {} +");
    expect(output + saved).toMatch(printed[section] ?? /^\b$/);
  });
}

test("the requests of the README are answered, one after the other in a shell", async ({
  shell,
}) => {
  const blocks = readme.filter(({ section }) => section === "Five minutes");
  const lines = shellBlocks(blocks).map(({ text }) => text);
  expect(lines).toHaveLength(3);
  const output = await shell.run(lines.join("\n"));
  expect(output.match(/\{"data":/g)).toHaveLength(9);
  expect(output).not.toContain('"errors"');
});

test("the programs of a local day find the same samples: 23 hours on the day when clocks go forward", async ({
  shell,
}) => {
  const [curl, python, , typescript] = shellBlocks(localDay).map(({ text }) => text);
  await shell.write(localDay);
  expect(await shell.run(curl ?? "")).toBe(dayOfClockChange);
  expect(await shell.run(python ?? "")).toBe(dayOfClockChange);
  expect(await shell.run(`export API KEY\n${typescript}`)).toBe(dayOfClockChange);
});

test("the program with pandas compiles, also where pandas is not installed", async ({ shell }) => {
  await shell.write(localDay);
  await shell.run("python3 -m py_compile hours.py gateway.py");
});

test("the program with pandas prints an hour in each line", async ({ shell }) => {
  // Debian's package is seen by Debian's Python alone, before which another may stand in the PATH.
  const python = ["python3", "/usr/bin/python3"].find(
    (program) => spawnSync(program, ["-c", "import pandas"]).status === 0,
  );
  test.skip(python === undefined, "pandas is not installed (python3-pandas)");
  await shell.write(localDay);
  const commands = `python3() { command ${python} "$@"; }\n${shellBlocks(localDay)[2]?.text}`;
  const lines = (await shell.run(`export API KEY\n${commands}`)).trim();
  const hours = lines.split("\n");
  expect(hours).toHaveLength(23);
  expect(hours.slice(0, 2)).toEqual([
    "2026-03-29 00:00:00+00:00 61.12",
    "2026-03-29 02:00:00+01:00 61.24",
  ]);
});

for (const [status, code] of [
  [503, "unavailable"],
  [429, "too_many_requests"],
] as const) {
  test(`the programs ask again after ${status} ${code}, and end with the detail of another error`, async ({
    shell,
  }) => {
    await shell.write(localDay);
    const [, python = "", , typescript = ""] = shellBlocks(localDay).map(({ text }) => text);
    for (const commands of [python.replace("export API KEY\n", ""), typescript]) {
      const answered: number[] = [];
      const server = createServer((_request, response) => {
        const first = answered.length === 0;
        answered.push(first ? status : 404);
        const problem = {
          code: first ? code : "not_found",
          detail: "No such thing.",
          requestId: "r",
        };
        response.writeHead(first ? status : 404, { "Retry-After": "0" });
        response.end(JSON.stringify(problem));
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const API = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await expect(shell.run(commands, { API, KEY: "k" })).rejects.toThrow(
        /No such thing\. \(request r\)/,
      );
      expect(answered).toEqual([status, 404]);
      server.close();
    }
  });
}

test("the types that the page generates know the scalars, and its program prints the newest sample", async ({
  shell,
}) => {
  const blocks = graphql.filter(({ section }) => section === "Generated types");
  await shell.write(blocks);
  const [commands = ""] = shellBlocks(blocks).map(({ text }) => text);
  expect(await shell.run(commands)).toBe("Sensor 0 2026-03-29T23:00:00.000Z 63.8 60\n");
  const types = await readFile(join(shell.folder, "latest.ts"), "utf8");
  expect(types).toContain("Leq: number | null");
  expect(types).not.toMatch(/\bany\b/);
});
