import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { withServer } from "../support/local-server.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { expect, test as base } from "../support/test.ts";

const packageOfClients = resolve("tests/interop");

/** A folder with the documented client in it, compiled with the types that are made from the gateway's document. */
interface ClientFolder {
  /** Compiles a text instead of the client. Rejects with the output of the compiler where it finds an error. */
  compile(name: string, code: string): Promise<string>;
  /** The output of the client. Rejects with its error. */
  start(key: string, gateway?: string): Promise<string>;
}

const code = await readFile("docs/programs/client.mts", "utf8");

const test = base.extend<object, { client: ClientFolder }>({
  client: [
    async ({ gateway }, use) => {
      const blocks = (await readBlocks("docs/integrating.md"))
        .filter(({ section }) => section === "Typed client")
        .map(({ text }) => text);
      const [generate = "", commands = "", ...others] = blocks;
      const [compileLine = "", start = ""] = commands.trim().split("\n");
      expect(others).toEqual([]);
      // Below the package of clients, which has the compiler that the generator needs.
      const parent = await mkdtemp(join(packageOfClients, "run-"));
      try {
        const generated = generate.replace("http://127.0.0.1:8080", gateway.publicUrl);
        const path = (await runShell(parent, `${generated}\npwd`)).trim().split("\n").at(-1) ?? "";
        expect(dirname(path)).toBe(parent);
        const compile = async (name: string, text: string) => {
          await writeFile(join(path, name), text);
          return runShell(path, compileLine.replace("client.mts", name));
        };
        await compile("client.mts", code);
        await use({
          compile,
          start: (key, GATEWAY = gateway.publicUrl) => {
            const line = start.replace(/KEY=\S+/, `KEY=${key}`);
            return runShell(path, line, { GATEWAY });
          },
        });
      } finally {
        await rm(parent, { recursive: true });
      }
    },
    { scope: "worker" },
  ],
});

test("the documented client compiles, reads every event of a tenant over all pages, and says what an error says", async ({
  client,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const first = Date.parse("2019-03-10T12:00:00Z") / 1000;
  const seconds = Array.from({ length: 2001 }, (_, index) => first + index);
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 61.25 })));
  await tenant.addSamples([{ second: first, LAeq: 70 }], 1);
  const lines = (await client.start(tenant.key)).trim().split("\n");
  expect(lines).toHaveLength(2002);
  expect(lines[0]).toBe(
    "Sensor 0 2019-03-10T12:00:00.000Z: 61.25 dB, 1.25 dB above the limit (project_default)",
  );
  expect(lines.at(-1)).toBe(
    "Sensor 1 2019-03-10T12:00:00.000Z: 70 dB, 10 dB above the limit (project_default)",
  );
  await expect(client.start("secret")).rejects.toThrow(
    /A valid API key is required .* \(request [0-9a-f-]{36}\)/,
  );
});

test("the documented client ends with a line where a page answers, or nothing does", async ({
  client,
}) => {
  let answered: readonly [status: number, body: string] = [200, "<html>no gateway</html>"];
  let closed = "";
  const answer: RequestListener = (_request, response) => {
    const [status, body] = answered;
    response.writeHead(status, { "Content-Type": "text/html" }).end(body);
  };
  await withServer(answer, async (GATEWAY) => {
    closed = GATEWAY;
    await expect(client.start("k", GATEWAY)).rejects.toThrow(
      `The answer is not JSON. Is ${GATEWAY} the address of the gateway?`,
    );
    answered = [502, answered[1]];
    await expect(client.start("k", GATEWAY)).rejects.toThrow(
      "502 Bad Gateway, and not from the gateway: a proxy answers.",
    );
    answered = [503, JSON.stringify({ code: "unavailable", detail: "Later.", requestId: "r" })];
    await expect(client.start("k", GATEWAY)).rejects.toThrow("Later. (request r)");
  });
  await expect(client.start("k", closed)).rejects.toThrow(`${closed} cannot be reached`);
});

/** Statements that a client must not be able to write. */
const mistakes = [
  `await client.GET("/nothing");`,
  `await client.POST("/projects");`,
  `await client.GET("/projects/{projectId}");`,
  `(await readEvents({ projectId: "a", sensorId: "b" }, 0)).data[0]?.level;`,
  `const over: string | undefined = (await readEvents({ projectId: "a", sensorId: "b" }, 0)).data[0]?.over;`,
  `projects.data[0]?.location.latitude;`,
  `(({ center }: components["schemas"]["EmbeddedMap"]) => center?.[2])({} as never);`,
  `(({ bbox }: components["schemas"]["EmbeddedMap"]) => bbox?.[4])({} as never);`,
  `const code: "gone" | undefined = (await client.GET("/projects")).error?.code;`,
];

test("mistakes in a client are found by the compiler", async ({ client }) => {
  const mistaken = `${code}\n${mistakes.join("\n")}\n`;
  const output: string = await client.compile("mistaken.mts", mistaken).then(
    () => "",
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  const lines = new Set([...output.matchAll(/mistaken\.mts\((\d+),/g)].map(([, line]) => line));
  expect([...lines], output).toHaveLength(mistakes.length);
});

/** Runs the documented lines unchanged. What they install is already installed. */
async function runShell(
  cwd: string,
  lines: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const installed = `npm() { :; }\nnpx() { "$@"; }\nset -e\n`;
  const bin = join(packageOfClients, "node_modules", ".bin");
  const { stdout } = await promisify(execFile)("sh", ["-c", installed + lines], {
    cwd,
    env: { ...process.env, ...variables, PATH: `${bin}${delimiter}${process.env["PATH"]}` },
  });
  return stdout;
}
