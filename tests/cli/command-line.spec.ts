import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { freePort } from "../support/free-port.ts";
import { expect, refusal, refusalWith, success, test } from "./acoustic.ts";

test("all issues of the configuration are reported together and end with 2", async ({
  acoustic,
}) => {
  const env = { DATABASE_URL: "mysql://secret@host/db", PORT: "65536", LOG_LEVEL: "loud" };
  const run = await acoustic(["migrate"], { env });
  expect(run).toEqual(
    refusal(
      "DATABASE_URL: must be an address of the form postgres://user:password@host:port/database, with %2F, %3F, %23 and %40 for / ? # and @ in the password",
      "PORT: must be a whole number from 0 to 65535",
      "LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent",
    ),
  );
});

for (const command of "migrate, apply SITE, import samples SAMPLES, export site p, key list, demo".split(
  ", ",
)) {
  test(`a database that cannot be reached ends with 3: acoustic ${command}`, async ({
    acoustic,
    folder,
  }) => {
    const site = await folder.write("site.yaml", "project: {id: p, name: n, timezone: Etc/UTC}");
    const samples = await folder.write("samples.csv", "sensor_id,datetime,LAeq\nx,2019-03-01,60\n");
    const files: Readonly<Record<string, string>> = { SITE: site, SAMPLES: samples };
    const given = command.split(" ").map((word) => files[word] ?? word);
    const port = await freePort();
    const run = await acoustic(given, {
      env: { DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/db` },
    });
    expect(run).toEqual({
      code: 3,
      stdout: "",
      stderr:
        `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}\n` +
        `DATABASE_URL names user@127.0.0.1:${port}/db. Without DATABASE_URL, the database in DATA_DIR is used.\n`,
    });
    expect(await folder.list()).toEqual(["samples.csv", "site.yaml"]);
  });
}

test("migrating a database that is up to date ends with 0", async ({ acoustic }) => {
  const stdout = expect.stringMatching(/atabase is up to date: it has every migration\.\n$/);
  expect(await acoustic(["migrate"])).toEqual(success(stdout));
});

for (const [name, value] of [
  ["PORT", null],
  ["INTERNAL_PORT", null],
  ["HOST", "nohost.invalid"],
] as const) {
  test(`an address that ${name} makes unusable ends with 2 and is named`, async ({
    acoustic,
    folder,
  }) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = `${(other.address() as AddressInfo).port}`;
    const run = await acoustic(["serve"], {
      env: {
        PORT: "0",
        INTERNAL_PORT: "0",
        LOG_LEVEL: "silent",
        AUDIO_STORE: folder.path,
        [name]: value ?? taken,
      },
    });
    other.close();
    const names = name.startsWith("INTERNAL") ? "INTERNAL_HOST, INTERNAL_PORT" : "HOST, PORT";
    const address = value === null ? `127.0.0.1:${taken}` : `${value}:0`;
    expect(run).toEqual(refusalWith(`${names}: cannot listen on ${address}: `));
  });
}

test("variables that configure other PostgreSQL clients are ignored", async ({ acoustic }) => {
  const env = {
    PGHOST: "nohost.invalid",
    PGPORT: "1",
    PGSSL: "require",
    PGTARGETSESSIONATTRS: "standby",
    PGMAX_LIFETIME: "0",
  };
  const listed = await acoustic(["key", "list", "--json"], { env, isProcess: true });
  expect(listed).toMatchObject({ code: 0, stderr: "" });
});

test("acoustic serve names GRAPHQL_DOCUMENTS where a folder is not there or a file is no document", async ({
  acoustic,
  folder,
}) => {
  await folder.write("wrong.graphql", "{ nothing }");
  const wrong = await acoustic(["serve"], { env: { GRAPHQL_DOCUMENTS: folder.path } });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('GRAPHQL_DOCUMENTS: wrong.graphql: Cannot query field "nothing"');
  const none = await acoustic(["serve"], { env: { GRAPHQL_DOCUMENTS: `${folder.path}/none` } });
  expect(none.code).toBe(2);
  expect(none.stderr).toMatch(/^GRAPHQL_DOCUMENTS: ENOENT/m);
});
