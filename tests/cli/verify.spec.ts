import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import type { Scope } from "../../src/auth/scopes.ts";
import { startSandbox } from "acoustic-monitoring-gateway/testing";
import { withServer } from "../support/local-server.ts";
import { freePort } from "../support/free-port.ts";
import { expect, jsonOf, test } from "./acoustic.ts";

test("a gateway keeps every rule, as a table and as JUnit XML", async ({ acoustic, folder }) => {
  const sandbox = await startSandbox();
  const junit = `${folder.path}/verify.xml`;
  const target = ["--base-url", sandbox.baseUrl, "--key", sandbox.keys.all];
  try {
    const { code, stdout } = await acoustic(["verify", ...target, "--junit", junit]);
    expect(stdout).toMatch(/\n(?<count>\d+) rules are kept, 0 are broken, 0 were not checked\.\n$/);
    expect(code).toBe(0);
    expect(await folder.read("verify.xml")).toMatch(
      /<testsuite name="acoustic verify" tests="42" failures="0" skipped="0">/,
    );

    const { keys, projects } = sandbox;
    const without = await acoustic(
      `verify --base-url ${sandbox.baseUrl} --key ${keys.withoutEmbeddedMap}`,
    );
    expect(without.stdout).toContain("not checked  S 4.7, C 2");
    expect(without.stdout).toContain("S 4.7, C 2: the key lacks v0:embedded-map:read");
    const refused = await acoustic(["verify", ...target, "--project", projects.withoutContract]);
    expect(refused).toMatchObject({
      code: 2,
      stderr: `${sandbox.baseUrl} cannot be verified: the key reads no such project with a contract and a sensor\n`,
    });
  } finally {
    await sandbox.stop();
  }
});

test("a gateway breaks no rule for a key with the scopes of the README", async ({
  acoustic,
  gateway,
  tenantOf,
}) => {
  const [command = ""] =
    /^\.\/acoustic key create .*$/m.exec(await readFile("README.md", "utf8")) ?? [];
  const scopes = Array.from(command.matchAll(/--scope (\S+)/g), ([, scope]) => scope as Scope);
  const tenant = await tenantOf();
  const second = Date.parse("2019-03-10T12:00:00Z") / 1000;
  await tenant.addSamples([{ second, LAeq: 61 }]);
  const target = [
    "--base-url",
    `${gateway.publicUrl}/api/v0`,
    "--key",
    await tenant.createKey({ scopes }),
  ];
  const run = await acoustic(["verify", ...target, "--json"]);
  const { checks } = jsonOf(run) as { checks: { outcome: string; reason: string | null }[] };
  expect(checks.filter(({ outcome }) => outcome === "broken")).toEqual([]);
  expect(checks.filter(({ outcome }) => outcome === "kept").length).toBeGreaterThan(20);
  expect(run.code).toBe(0);
});

test("a server that is none breaks rules, and one that does not answer is 2", async ({
  acoustic,
  folder,
}) => {
  const data = [{ id: "a", contract: {}, sensors: [{ id: "<s>" }] }];
  const answer: RequestListener = (request, response) => {
    const isDetail = request.url?.includes("/projects/a") === true;
    response.end(JSON.stringify({ data: isDetail ? data[0] : data }));
  };
  await withServer(answer, async (url) => {
    const junit = `--junit ${folder.path}/verify.xml`;
    const broken = await acoustic(`verify --base-url ${url}/api/v0 --key k ${junit}`);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(
      /broken +S 5\.4, C 2\.2 +a missing, malformed or unknown key is 401/,
    );
  });
  const xml = await folder.read("verify.xml");
  expect(xml).toContain('<failure message="GET /projects: 401 unauthorized; it was 200 ');
  expect(xml).not.toContain("<s>");

  // A port of its own: to that of the server, this process has kept a connection.
  const closed = `http://127.0.0.1:${await freePort()}/api/v0`;
  expect(await acoustic(`verify --base-url ${closed} --key k`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be verified: connect ECONNREFUSED"),
  });
});

test("a server whose answer has no end is 2", async ({ acoustic }) => {
  const piece = Buffer.alloc(2 ** 20, " ");
  let sent = 0;
  const answer: RequestListener = (_request, response) => {
    const write = () => {
      do sent += piece.length;
      while (response.write(piece));
    };
    response.on("drain", write);
    write();
  };
  await withServer(answer, async (url) => {
    expect(await acoustic(`verify --base-url ${url}/api/v0 --key k`)).toMatchObject({
      code: 2,
      stderr: `${url}/api/v0 cannot be verified: an answer has more than 256 MiB\n`,
    });
    // The sockets hold some more.
    expect(sent).toBeLessThan(300 * 2 ** 20);
  });
});
