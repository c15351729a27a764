import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { createServer as createDevelopmentServer } from "vite";
import { formatInstant, instantOfSecond } from "../../src/acoustics/time/instant.ts";
import { freePort } from "../support/free-port.ts";
import { withServer } from "../support/local-server.ts";
import { type Block, readBlocks, readPrograms } from "../support/page-blocks.ts";
import { addRecording } from "../support/recordings.ts";
import { createTenant } from "../support/tenant.ts";
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

interface Measured extends Place {
  /** The output of the programs for yesterday in Lisbon. */
  yesterday(): string;
  /** A sensor with samples in the local day of 23 hours only. */
  readonly quiet: Place;
}

const lisbonDates = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Lisbon" });

/** For example `2026-03-29`. */
function dateInLisbon(milliseconds: number): string {
  return lisbonDates.format(milliseconds);
}

function dateBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

const quarterSeconds = 900;

const test = base.extend<
  { shell: Shell },
  { place: Measured; shellOf: (place: Place) => Shell; ownFolder: string }
>({
  /** A project in Lisbon. Its first sensor has a sample each quarter of an hour, from three days ago to tomorrow. */
  place: [
    async ({ gateway, database, audioStore }, use) => {
      const endAt = `${new Date().getUTCFullYear() + 1}-12-31`;
      const contract = { startAt: "2026-01-01", endAt };
      const site = { timezone: "Europe/Lisbon", contract };
      const tenant = await createTenant(database.db, { site, sensors: 2 });
      const [sensorId = "", quietId = ""] = tenant.sensorIds;
      const now = Math.floor(Date.now() / 1000 / quarterSeconds) * quarterSeconds;
      const seconds = Array.from(
        { length: 400 },
        (_, index) => now - quarterSeconds * (300 - index),
      );
      await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 61 })));
      // An hour of winter and 22 of summer, and five minutes on each side.
      const dayStart = Date.parse("2026-03-29T00:00:00Z") / 1000;
      const day = Array.from({ length: 278 }, (_, index) => dayStart - 300 + 300 * index);
      await tenant.addSamples(
        day.map((second) => ({ second, LAeq: 61 })),
        1,
      );
      await addRecording({ db: database.db, store: audioStore }, sensorId, now);
      const { publicUrl, internalUrl } = gateway;
      const { key, projectId } = tenant;
      const own = { publicUrl, internalUrl, key, projectId };
      const instants = seconds.map((second) => formatInstant(instantOfSecond(second)));
      const yesterday = () => {
        const date = dateBefore(dateInLisbon(Date.now()));
        const found = instants.filter((text) => dateInLisbon(Date.parse(text)) === date);
        return [`${found.length} samples`, found.at(0), found.at(-1), ""].join("\n");
      };
      await use({ ...own, sensorId, quiet: { ...own, sensorId: quietId }, yesterday });
    },
    { scope: "worker" },
  ],

  /** The folder of the programs of a local day, compiled once. */
  ownFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(packageOfClients, "run-"));
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: "worker" },
  ],

  shellOf: [
    async ({ ownFolder, place }, use) => {
      const commands = await mkdtemp(join(tmpdir(), "acoustic-commands-"));
      const codegen = join(commands, "graphql-codegen");
      const generate = resolve("tests/support/generate-types.mjs");
      await writeFile(codegen, `#!/bin/sh\nexec node '${generate}' "$@"\n`);
      await chmod(codegen, 0o755);
      const path = [commands, join(packageOfClients, "node_modules", ".bin"), process.env["PATH"]];
      const environment = { PATH: path.join(delimiter), TMPDIR: commands };
      const shellOf = (at: Place) => createShell(at, ownFolder, environment);
      const shell = shellOf(place);
      await shell.write(localDay);
      await shell.run(compileTypescript);
      await use(shellOf);
      await rm(commands, { recursive: true });
    },
    { scope: "worker" },
  ],

  shell: async ({ shellOf, place }, use) => {
    await use(shellOf(place));
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
  // The packages that the pages install are there.
  const prelude = [
    "set -e",
    "npm() { :; }",
    'npx() { "$@"; }',
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
const [curl = "", python = "", pandas = "", ofTypescript = ""] = shellBlocks(localDay).map(
  ({ text }) => text,
);
const [, compileTypescript = "", runTypescript = ""] = ofTypescript.split("\n");
const typescript = `export API KEY\n${runTypescript}`;

/** Sections that other tests run: `typed-client.spec.ts`, and those of a local day below. */
const elsewhere = new Set(["Typed client", "A local day", "Generated types"]);
const singles = [...shellBlocks(integrating), ...shellBlocks(graphql)].filter(
  ({ section }) => !elsewhere.has(section),
);

/** The output, and the saved file, of the commands of each other section. */
const printed: Readonly<Record<string, RegExp>> = {
  "# Integrating over REST": /^$/,
  Keys: /"id":"p-[^"]+"/,
  Paging: /^(?:\["\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z",61,60\]\n){400}$/,
  Recordings: /^fLaC/,
  "A request": /"latest":\{"datetime":"\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z","Leq":61,"limit":60/,
  CSV: /^p-\w+-s000,\d{4}-/m,
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
    const saved = "find . -type f -exec cat {} +";
    const output = await shell.run(`cd "$(mktemp -d)"\n${text}\n${saved}`);
    expect(output).toMatch(printed[section] ?? /^\b$/);
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

/** A server in front of both listeners. The first request for each target is answered with 503. */
async function withPassingOutage(place: Place, use: (there: Place) => Promise<void>) {
  const refused = new Set<string>();
  const answer: RequestListener = ({ url = "", headers }, response) => {
    const isRest = url.startsWith("/api/");
    if (!refused.has(url)) {
      refused.add(url);
      response.writeHead(503, { "Content-Type": "application/problem+json", "Retry-After": "1" });
      const problem = { code: "unavailable", detail: "Later.", requestId: "r" };
      response.end(JSON.stringify(isRest ? problem : { errors: [{ message: "Later." }] }));
      return;
    }
    const passOn = async () => {
      const answered = await fetch((isRest ? place.publicUrl : place.internalUrl) + url, {
        headers: { "svc-api-key": String(headers["svc-api-key"]) },
      });
      const type = answered.headers.get("Content-Type") ?? "";
      response.writeHead(answered.status, { "Content-Type": type });
      response.end(Buffer.from(await answered.arrayBuffer()));
    };
    passOn().catch(() => response.destroy());
  };
  await withServer(answer, (url) => use({ ...place, publicUrl: url, internalUrl: url }));
  expect(refused.size).toBeGreaterThan(0);
}

const sectionOf = (name: string) => singles.find(({ section }) => section === name)?.text ?? "";
const programsOfPages = {
  "a local day in curl": curl,
  "a local day in Python": python,
  "a local day in TypeScript": typescript,
  "pages in curl": sectionOf("Paging"),
  "a recording in curl": `${sectionOf("Recordings")}sha256sum event.flac`,
  "CSV in curl": `${sectionOf("CSV")}cat days.csv`,
};

for (const [name, lines] of Object.entries(programsOfPages)) {
  test(`a 503 that passes changes nothing in the output: ${name}`, async ({
    shell,
    shellOf,
    place,
  }) => {
    const before = place.yesterday();
    const output = await shell.run(lines);
    // While a program runs, midnight may pass in Lisbon.
    if (name.includes("day")) expect([before, place.yesterday()]).toContain(output);
    expect(output.length).toBeGreaterThan(20);
    await withPassingOutage(place, async (there) => {
      expect(await shellOf(there).run(lines)).toBe(output);
    });
  });
}

for (const section of ["Keys", "A request"]) {
  test(`a 503 is shown, and is a failure: ${section}`, async ({ shellOf, place }) => {
    await withPassingOutage(place, async (there) => {
      await expect(shellOf(there).run(sectionOf(section))).rejects.toMatchObject({
        code: 22,
        stdout: expect.stringContaining("Later."),
      });
    });
  });
}

test("the programs of a local day find the 23 hours of the day when clocks go forward, and say that a day has no samples", async ({
  shellOf,
  place,
}) => {
  const shell = shellOf(place.quiet);
  const day = "276 samples\n2026-03-29T00:00:00.000Z\n2026-03-29T22:55:00.000Z\n";
  const thatDay = (lines: string) => lines.replace("demo-lisbon-street", "$& 2026-03-29");
  expect(await shell.run(curl.replace("yesterday", "2026-03-29"))).toBe(day);
  expect(await shell.run(thatDay(python))).toBe(day);
  expect(await shell.run(thatDay(typescript))).toBe(day);
  for (const lines of [curl, python, typescript])
    expect(await shell.run(lines)).toBe("0 samples\n");
});

test("the program with pandas compiles, also where pandas is not installed", async ({ shell }) => {
  await shell.run("python3 -m py_compile hours.py gateway.py");
});

test("the program with pandas prints an hour in each line", async ({ shell }) => {
  // Only Debian's Python has Debian's package, and another Python may be before it in the PATH.
  const program = ["python3", "/usr/bin/python3"].find(
    (name) => spawnSync(name, ["-c", "import pandas"]).status === 0,
  );
  test.skip(program === undefined, "pandas is not installed (python3-pandas)");
  const commands = `export API KEY\npython3() { command ${program} "$@"; }\n${pandas}`;
  const hours = (await shell.run(commands)).trim().split("\n");
  expect([23, 24, 25]).toContain(hours.length);
  for (const hour of hours) expect(hour).toMatch(/^\d{4}-\d\d-\d\d \d\d:00:00\+0[01]:00 61\.0$/);
});

/** Programs that read the addresses and the key of the environment. */
const programs = { Python: python.replace("export API KEY\n", ""), TypeScript: runTypescript };

for (const [language, commands] of Object.entries(programs)) {
  test(`the program in ${language} repeats the request after 429, and ends with the detail of another error`, async ({
    shell,
  }) => {
    const answered: number[] = [];
    const answer: RequestListener = (_request, response) => {
      const status = answered.length === 0 ? 429 : 404;
      answered.push(status);
      const code = status === 429 ? "too_many_requests" : "not_found";
      response.writeHead(status, { "Retry-After": "0" });
      response.end(JSON.stringify({ code, detail: "No such thing.", requestId: "r" }));
    };
    await withServer(answer, async (API) => {
      await expect(shell.run(commands, { API, KEY: "k" })).rejects.toThrow(
        /^No such thing\. \(request r\)\n$/m,
      );
    });
    expect(answered).toEqual([429, 404]);
  });
}

for (const [language, commands] of Object.entries(programs)) {
  test(`the program in ${language} says its usage where an argument is missing, and ends with 2`, async ({
    shell,
  }) => {
    const refused = (lines: string, variables = {}) =>
      shell.run(lines, variables).catch((error: unknown) => error);
    const bare = commands.replace(/ demo-lisbon demo-lisbon-street.*/, "").trimEnd();
    expect(bare).not.toContain("demo-lisbon");
    expect(await refused(`${bare} demo-lisbon`, { API: "http://127.0.0.1:1" })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^usage: .*(?:gateway\.py|day\.mjs).* project sensor \[day\]/),
    });
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
  shellOf,
  place,
}) => {
  const blocks = [...graphql, ...programFiles].filter(
    ({ section }) => section === "Generated types",
  );
  await shell.write(blocks);
  const [commands = ""] = shellBlocks(blocks).map(({ text }) => text);
  const lines = (await shell.run(commands)).trim().split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/ \d{4}-\S+\.000Z \d+\.\d \d+$/);
  const types = await readFile(join(shell.folder, "latest.ts"), "utf8");
  expect(types).toContain("Leq: number | null");
  expect(types).not.toMatch(/\bany\b/);
  const page: RequestListener = (_request, response) => {
    response.writeHead(502, { "Content-Type": "text/html" }).end("<html>no gateway</html>");
  };
  const start = commands.trimEnd().split("\n").at(-1) ?? "";
  await withServer(page, async (GRAPHQL) => {
    await expect(shell.run(start, { GRAPHQL })).rejects.toThrow(
      "502 Bad Gateway, and not from the gateway: <html>no gateway",
    );
  });
  await withPassingOutage(place, async (there) => {
    await expect(shellOf(there).run(start)).rejects.toMatchObject({ code: 1, stderr: "Later.\n" });
  });
  const part: RequestListener = (_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const data = { project: { sensors: [{ name: "Gate", latest: null }] } };
    response.end(JSON.stringify({ data, errors: [{ message: "One field fails." }] }));
  };
  await withServer(part, async (GRAPHQL) => {
    await expect(shell.run(start, { GRAPHQL })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Gate /),
      stderr: "One field fails.\n",
    });
  });
});

for (const [page, path] of [
  [integrating, "api/v0/projects"],
  [graphql, "graphql?query={projects{id}}"],
] as const) {
  test(`the development server of the page passes ${path} on with the key`, async ({
    shell,
    place,
  }) => {
    const blocks = page.filter(({ file }) => file === "vite.config.ts");
    expect(blocks).toHaveLength(1);
    await shell.write(blocks);
    const server = await withVariable("KEY", place.key, () =>
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
      const projects = [{ id: place.projectId }];
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
