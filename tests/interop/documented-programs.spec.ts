import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { createServer as createDevelopmentServer } from "vite";
import { formatInstant, type Instant, instantOfSecond } from "../../src/acoustics/time/instant.ts";
import { readDemonstration } from "../../src/demo/demonstration-data.ts";
import { loadDemonstration } from "../../src/demo/load-demonstration.ts";
import { freePort } from "../support/free-port.ts";
import { startTestGateway } from "../support/gateway.ts";
import { storeOf, withEmbedded } from "../support/installation.ts";
import { type Block, readBlocks, readPrograms } from "../support/page-blocks.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

const packageOfClients = resolve("tests/interop");

/** The gateway on which the programs of the pages run, and its ids in place of those of the pages. */
interface Place {
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly key: string;
  readonly projectId: string;
  readonly sensorId: string;
}

interface Shell {
  /** Runs lines of a page as they are, in `sh`, with the ids and addresses of the test. Rejects where one fails. */
  run(lines: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  /** Writes the programs of a section into the folder. */
  write(blocks: readonly Block[]): Promise<void>;
  readonly folder: string;
}

interface Demonstration extends Place {
  /** The output of the programs for yesterday in Lisbon, counted from the rows of the demonstration. */
  yesterday(): string;
}

const lisbonDates = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Lisbon" });

/** For example `2026-03-29`. */
function dateInLisbon(milliseconds: number): string {
  return lisbonDates.format(milliseconds);
}

function dateBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

const test = base.extend<
  { shellOf: (place: Place) => Promise<Shell>; shell: Shell; empty: Tenant & Place },
  { demonstration: Demonstration }
>({
  /** As `npm start` loads it, until now. */
  demonstration: [
    async ({}, use) => {
      await withEmbedded("migrated", async (installation) => {
        const { database, config } = installation;
        const store = storeOf(installation);
        await store.begin();
        const now = new Date();
        const { key } = await loadDemonstration(database.db, { now, store });
        const gateway = await startTestGateway({ databaseConfig: config, database, store });
        const { publicUrl, internalUrl } = gateway;
        const ids = { projectId: "demo-lisbon", sensorId: "demo-lisbon-street" };
        const { samples } = await readDemonstration(now.getTime() as Instant);
        const instants = samples
          .filter(({ sensorId }) => sensorId === ids.sensorId)
          .map(({ second }) => formatInstant(instantOfSecond(second)));
        const yesterday = () => {
          const day = dateBefore(dateInLisbon(Date.now()));
          const own = instants.filter((text) => dateInLisbon(Date.parse(text)) === day);
          return [`${own.length} samples`, own.at(0), own.at(-1), ""].join("\n");
        };
        await use({ publicUrl, internalUrl, key, ...ids, yesterday });
        await gateway.stop();
      });
    },
    // A worker loads it once; on a busy machine that lasts longer than a test may.
    { scope: "worker", timeout: 240_000 },
  ],

  shellOf: async ({}, use) => {
    const folder = await mkdtemp(join(packageOfClients, "run-"));
    const commands = await mkdtemp(join(tmpdir(), "acoustic-commands-"));
    const codegen = join(commands, "graphql-codegen");
    const generate = resolve("tests/support/generate-types.mjs");
    await writeFile(codegen, `#!/bin/sh\nexec node '${generate}' "$@"\n`);
    await chmod(codegen, 0o755);
    const path = [commands, join(packageOfClients, "node_modules", ".bin"), process.env["PATH"]];
    await use(async (place) =>
      createShell(place, folder, { PATH: path.join(delimiter), TMPDIR: commands }),
    );
    await rm(folder, { recursive: true });
    await rm(commands, { recursive: true });
  },

  shell: async ({ shellOf, demonstration }, use) => {
    await use(await shellOf(demonstration));
  },

  /** A sensor that has no sample yesterday. */
  empty: async ({ gateway, tenantOf }, use) => {
    const tenant = await tenantOf({
      site: { timezone: "Europe/Lisbon", contract: { startAt: "2026-01-01", endAt: "2099-12-31" } },
    });
    const { publicUrl, internalUrl } = gateway;
    await use({ ...tenant, publicUrl, internalUrl, sensorId: tenant.sensorIds[0] ?? "" });
  },
});

function createShell(
  place: Place,
  folder: string,
  environment: Readonly<Record<"PATH" | "TMPDIR", string>>,
): Shell {
  const here = (text: string) =>
    text
      .replaceAll("http://127.0.0.1:8080", place.publicUrl)
      .replaceAll("http://127.0.0.1:8081", place.internalUrl)
      .replaceAll("demo-lisbon-street", place.sensorId)
      .replaceAll("demo-lisbon", place.projectId)
      .replaceAll("amk0.…", place.key);
  // The packages that the pages install are there, and a refused request is a failure.
  const prelude = [
    "set -e",
    "npm() { :; }",
    'npx() { "$@"; }',
    'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    `API=${place.publicUrl}/api/v0 KEY=${place.key} GRAPHQL=${place.internalUrl}/graphql`,
    "export GRAPHQL",
  ].join("\n");
  return {
    folder,
    write: async (blocks) => {
      for (const { file, text } of blocks) {
        if (file !== null) await writeFile(join(folder, file), here(text));
      }
    },
    run: async (lines, variables = {}) => {
      const set = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
      const script = [prelude, ...set, here(lines)].join("\n");
      const env = { ...process.env, ...environment, FORCE_COLOR: "0" };
      const ran = await promisify(execFile)("sh", ["-c", script], { cwd: folder, env });
      return ran.stdout;
    },
  };
}

const integrating = await readBlocks("docs/integrating.md");
const graphql = await readBlocks("docs/graphql.md");
const programFiles = [
  ...(await readPrograms("docs/integrating.md")),
  ...(await readPrograms("docs/graphql.md")),
];
const readme = await readBlocks("README.md");
const localDay = [...integrating, ...programFiles].filter(
  ({ section }) => section === "A local day",
);
const shellBlocks = (blocks: readonly Block[]) =>
  blocks.filter(({ language }) => language === "sh");
const [curl = "", python = "", pandas = "", typescript = ""] = shellBlocks(localDay).map(
  ({ text }) => text,
);

/** Sections that other tests run: `typed-client.spec.ts`, and those of a local day below. */
const elsewhere = new Set(["Typed client", "A local day", "Generated types"]);
const singles = [...shellBlocks(integrating), ...shellBlocks(graphql)].filter(
  ({ section }) => !elsewhere.has(section),
);

/** The output, or the saved file, of the commands of each other section. */
const printed: Readonly<Record<string, RegExp>> = {
  "# Integrating over REST": /^$/,
  Keys: /"id":"demo-brooklyn".+"id":"demo-lisbon"/,
  Paging: /^(?:\["\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z",\d+(?:.\d+)?,\d+(?:.\d+)?\]\n){101,}$/,
  Recordings: /^fLaC/,
  "A request": /"latest":\{"datetime":"\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z","Leq":[\d.]+,"limit":\d+/,
  CSV: /^demo-lisbon-court,\d{4}-/m,
};

test("the pages have the commands and programs that these tests run", async () => {
  expect(singles.map(({ section }) => section)).toEqual(Object.keys(printed));
  expect(shellBlocks(localDay)).toHaveLength(4);
  expect(programFiles.map(({ section, file }) => [section, file])).toEqual([
    ["A local day", "gateway.py"],
    ["A local day", "hours.py"],
    ["A local day", "day.mts"],
    ["Typed client", "client.mts"],
    ["Generated types", "codegen.json"],
    ["Generated types", "latest.graphql"],
    ["Generated types", "latest.mts"],
  ]);
  expect(new Set(await readdir("docs/programs"))).toEqual(
    new Set(programFiles.map(({ file }) => file)),
  );
  const all = [...integrating, ...graphql, ...readme];
  expect(all.filter(({ language }) => language === "bash")).toEqual([]);
});

for (const { section, text } of singles) {
  test(`the commands of "${section}" work as they are`, async ({ shell }) => {
    const output = await shell.run(text);
    const saved = await shell.run("find . -type f -exec head -c 500 {} +");
    expect(output + saved).toMatch(printed[section] ?? /^\b$/);
  });
}

test("the requests of the README are answered, one after the other in a shell", async ({
  shell,
}) => {
  const blocks = readme.filter(({ section }) => section === "Five minutes");
  const lines = shellBlocks(blocks).map(({ text }) => text);
  expect(lines).toHaveLength(2);
  const output = await shell.run(lines.join("\n"));
  expect(output.match(/\{"data":/g)).toHaveLength(6);
  expect(output).not.toContain('"errors"');
});

test("the programs of a local day find yesterday in the demonstration", async ({
  shell,
  demonstration,
}) => {
  await shell.write(localDay);
  for (const lines of [curl, python, `export API KEY\n${typescript}`]) {
    const before = demonstration.yesterday();
    expect(before).not.toMatch(/^0 /);
    const printedOfDay = await shell.run(lines);
    // While a program runs, midnight may pass in Lisbon.
    expect([before, demonstration.yesterday()]).toContain(printedOfDay);
  }
});

/** A server in front of a gateway. The first request for each target is answered with 503. */
async function withPassingOutage(target: string, use: (url: string) => Promise<void>) {
  const refused = new Set<string>();
  const answer: RequestListener = ({ url = "", headers }, response) => {
    if (!refused.has(url)) {
      refused.add(url);
      response.writeHead(503, { "Content-Type": "application/problem+json", "Retry-After": "1" });
      response.end(JSON.stringify({ code: "unavailable", detail: "Later.", requestId: "r" }));
      return;
    }
    const key = String(headers["svc-api-key"]);
    const passOn = async () => {
      const answered = await fetch(target + url, { headers: { "svc-api-key": key } });
      const type = answered.headers.get("Content-Type") ?? "";
      response.writeHead(answered.status, { "Content-Type": type });
      response.end(Buffer.from(await answered.arrayBuffer()));
    };
    passOn().catch(() => response.destroy());
  };
  await withServer(answer, use);
  expect(refused.size).toBeGreaterThan(0);
}

const sectionOf = (name: string) => singles.find(({ section }) => section === name)?.text ?? "";
const programsOfPages = {
  "a local day in curl": curl,
  "a local day in Python": python,
  "a local day in TypeScript": `export API KEY\n${typescript}`,
  "pages in curl": sectionOf("Paging"),
  "a recording in curl": `${sectionOf("Recordings")}sha256sum event.flac`,
};

for (const [name, lines] of Object.entries(programsOfPages)) {
  test(`a 503 that passes changes nothing in the output: ${name}`, async ({
    shell,
    shellOf,
    demonstration,
  }) => {
    await shell.write(localDay);
    const expected = await shell.run(lines);
    expect(expected.length).toBeGreaterThan(20);
    await withPassingOutage(demonstration.publicUrl, async (publicUrl) => {
      const behind = await shellOf({ ...demonstration, publicUrl });
      expect(await behind.run(lines)).toBe(expected);
    });
  });
}

test("the programs of a local day find the 23 hours of the day when clocks go forward", async ({
  shellOf,
  empty,
}) => {
  // An hour of winter and 22 of summer, and five minutes on each side.
  const dayStart = Date.parse("2026-03-29T00:00:00Z") / 1000;
  const seconds = Array.from({ length: 278 }, (_, index) => dayStart - 300 + 300 * index);
  await empty.addSamples(seconds.map((second) => ({ second, LAeq: 61 })));
  const shell = await shellOf(empty);
  await shell.write(localDay);
  const day = "276 samples\n2026-03-29T00:00:00.000Z\n2026-03-29T22:55:00.000Z\n";
  const thatDay = (lines: string) => lines.replace("demo-lisbon-street", "$& 2026-03-29");
  expect(await shell.run(curl.replace("yesterday", "2026-03-29"))).toBe(day);
  expect(await shell.run(thatDay(python))).toBe(day);
  expect(await shell.run(`export API KEY\n${thatDay(typescript)}`)).toBe(day);
});

test("the programs of a local day say that a day has no samples", async ({ shellOf, empty }) => {
  const shell = await shellOf(empty);
  await shell.write(localDay);
  expect(await shell.run(curl)).toBe("0 samples\n");
  expect(await shell.run(python)).toBe("0 samples\n");
  expect(await shell.run(`export API KEY\n${typescript}`)).toBe("0 samples\n");
});

test("the program with pandas compiles, also where pandas is not installed", async ({ shell }) => {
  await shell.write(localDay);
  await shell.run("python3 -m py_compile hours.py gateway.py");
});

test("the program with pandas prints an hour in each line, and nothing of an empty day", async ({
  shell,
  shellOf,
  empty,
  demonstration,
}) => {
  // Only Debian's Python has Debian's package, and another Python may be before it in the PATH.
  const program = ["python3", "/usr/bin/python3"].find(
    (name) => spawnSync(name, ["-c", "import pandas"]).status === 0,
  );
  test.skip(program === undefined, "pandas is not installed (python3-pandas)");
  const commands = `export API KEY\npython3() { command ${program} "$@"; }\n${pandas}`;
  await shell.write(localDay);
  const hours = (await shell.run(commands)).trim().split("\n");
  expect([23, 24, 25]).toContain(hours.length);
  for (const hour of hours) {
    expect(hour).toMatch(/^\d{4}-\d\d-\d\d \d\d:00:00\+0[01]:00 \d+(?:\.\d+)?$/);
  }
  const elsewhereShell = await shellOf(empty);
  await elsewhereShell.write(localDay);
  expect(await elsewhereShell.run(commands)).toBe("");
  await withPassingOutage(demonstration.publicUrl, async (publicUrl) => {
    const behind = await shellOf({ ...demonstration, publicUrl });
    await behind.write(localDay);
    expect((await behind.run(commands)).trim().split("\n")).toEqual(hours);
  });
});

/** Programs that read the addresses and the key of the environment. */
const programs = { Python: python.replace("export API KEY\n", ""), TypeScript: typescript };

/** Calls `use` with the address of a server that answers so. */
async function withServer(answer: RequestListener, use: (url: string) => Promise<void>) {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((done) => server.close(done));
}

for (const [status, code] of [
  [503, "unavailable"],
  [429, "too_many_requests"],
] as const) {
  for (const [language, commands] of Object.entries(programs)) {
    test(`the program in ${language} repeats the request after ${status} ${code}, and ends with the detail of another error`, async ({
      shell,
    }) => {
      await shell.write(localDay);
      const answered: number[] = [];
      const answer: RequestListener = (_request, response) => {
        const first = answered.length === 0;
        answered.push(first ? status : 404);
        const problem = {
          code: first ? code : "not_found",
          detail: "No such thing.",
          requestId: "r",
        };
        response.writeHead(first ? status : 404, { "Retry-After": "0" });
        response.end(JSON.stringify(problem));
      };
      await withServer(answer, async (API) => {
        await expect(shell.run(commands, { API, KEY: "k" })).rejects.toThrow(
          /^No such thing\. \(request r\)\n$/m,
        );
      });
      expect(answered).toEqual([status, 404]);
    });
  }
}

for (const [language, commands] of Object.entries(programs)) {
  test(`the program in ${language} says its usage where an argument is missing, and ends with 2`, async ({
    shell,
  }) => {
    await shell.write(localDay);
    const refused = (lines: string, variables = {}) =>
      shell.run(lines, variables).catch((error: unknown) => error);
    const bare = commands.replace(/ demo-lisbon demo-lisbon-street.*/, "").trimEnd();
    expect(bare).not.toContain("demo-lisbon");
    for (const lines of [bare, `${bare} demo-lisbon`]) {
      expect(await refused(lines, { API: "http://127.0.0.1:1", KEY: "" })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(
          /^usage: .*(?:gateway\.py|day\.mjs).* project sensor \[day\]/,
        ),
      });
    }
    if (language === "TypeScript") return;
    const wrong = `${bare} demo-lisbon demo-lisbon-street yesterday`;
    expect(await refused(wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("invalid fromisoformat value: 'yesterday'"),
    });
    const withoutKey = await refused(`unset KEY\n${commands}`);
    expect(withoutKey).toMatchObject({ code: 1, stderr: "KEY is not set: it is your API key.\n" });
  });
}

/** Answers of the proxy itself, and the last line of a program. */
const pages: readonly [status: number, requests: number, line: RegExp][] = [
  [200, 1, /^The answer is not JSON\. Is http:\S+ the address of the gateway\?$/m],
  [403, 1, /^403 Forbidden, and not from the gateway: a proxy answers\.$/m],
  [502, 5, /^502 Bad Gateway, and not from the gateway: a proxy answers\.$/m],
];

for (const [language, commands] of Object.entries(programs)) {
  test(`the program in ${language} ends with a line where a page answers, or nothing does`, async ({
    shell,
  }) => {
    await shell.write(localDay);
    const linesOf = async (API: string) => {
      const failed = await shell.run(commands, { API, KEY: "k" }).then(
        () => ({ stderr: "nothing failed" }),
        (error: { readonly stderr: string }) => error,
      );
      return failed.stderr;
    };
    for (const [status, requests, line] of pages) {
      let received = 0;
      const answer: RequestListener = (_request, response) => {
        received += 1;
        response.writeHead(status, { "Content-Type": "text/html", "Retry-After": "0" });
        response.end("<html>no gateway</html>");
      };
      await withServer(answer, async (API) => {
        const said = await linesOf(API);
        expect(said).toMatch(line);
        expect(said.trim().split("\n")).toHaveLength(1);
      });
      expect(received).toBe(requests);
    }
    const said = await linesOf(`http://127.0.0.1:${await freePort()}`);
    expect(said).toMatch(/^http:\S+ cannot be reached: .*(?:refused|ECONNREFUSED)/m);
    expect(said.trim().split("\n")).toHaveLength(1);
  });
}

test("the request of a local day shows what a page says where that answers", async ({ shell }) => {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(403, { "Content-Type": "text/html" });
    response.end("<html>no gateway</html>");
  };
  await withServer(answer, async (API) => {
    await expect(shell.run(curl, { API, KEY: "k" })).rejects.toThrow(/403\n<html>no gateway/);
  });
});

test("the types that the page generates know the scalars, and its program prints the newest samples", async ({
  shell,
}) => {
  const blocks = [...graphql, ...programFiles].filter(
    ({ section }) => section === "Generated types",
  );
  await shell.write(blocks);
  const [commands = ""] = shellBlocks(blocks).map(({ text }) => text);
  const lines = (await shell.run(commands)).trim().split("\n");
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/ \d{4}-\S+\.000Z \d+\.\d \d+$/);
  const types = await readFile(join(shell.folder, "latest.ts"), "utf8");
  expect(types).toContain("Leq: number | null");
  expect(types).not.toMatch(/\bany\b/);
  const page: RequestListener = (_request, response) => {
    response.writeHead(502, { "Content-Type": "text/html" }).end("<html>no gateway</html>");
  };
  await withServer(page, async (GRAPHQL) => {
    await expect(shell.run("node latest.mjs demo-lisbon", { GRAPHQL })).rejects.toThrow(
      "502 Bad Gateway, and not from the gateway: <html>no gateway",
    );
  });
});

for (const [page, path] of [
  [integrating, "api/v0/projects"],
  [graphql, "graphql?query={projects{id}}"],
] as const) {
  test(`the development server of the page passes ${path} on with the key`, async ({
    shell,
    demonstration,
  }) => {
    const blocks = page.filter(({ file }) => file === "vite.config.ts");
    expect(blocks).toHaveLength(1);
    await shell.write(blocks);
    const server = await withVariable("KEY", demonstration.key, () =>
      createDevelopmentServer({
        root: shell.folder,
        configFile: join(shell.folder, "vite.config.ts"),
        logLevel: "silent",
        server: { host: "127.0.0.1", port: 0, hmr: false, ws: false },
      }),
    );
    try {
      await server.listen();
      const address = server.resolvedUrls?.local[0] ?? "";
      const answer = await fetch(`${address}${path}`, { headers: { Host: "page.localhost" } });
      const projects = [{ id: "demo-brooklyn" }, {}];
      const { data } = (await answer.json()) as { data: unknown };
      expect(page === graphql ? data : { projects: data }).toMatchObject({ projects });
    } finally {
      await server.close();
    }
  });
}

/** Does work while a variable of this process has a value, and restores the value before. */
async function withVariable<Result>(
  name: string,
  value: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}
