import { execFile } from "node:child_process";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { parse, stringify } from "yaml";
import { parseConfig } from "../../src/config.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { builtFile } from "../support/built-file.ts";
import { withBucket } from "../support/audio-store.ts";
import { type Block, readBlocks } from "../support/page-blocks.ts";
import { addRecording } from "../support/recordings.ts";
import { startServing } from "../faults/serving.ts";
import { expect, type Folder, jsonOf, type OwnInstallation, test as base } from "./acoustic.ts";

const run = promisify(execFile);

/** The installation on which the page's commands run: the page's project, with samples, a recording and a key. */
interface Operated extends OwnInstallation {
  readonly folder: Folder;
  /** Serves it until the end of the test. Returns the public address. */
  serve(): Promise<string>;
  readonly keyId: string;
  readonly key: string;
  /**
   * Runs lines of the page in a shell, with the folders of the test in place of those of the page, and returns what
   * they print. Rejects where one of them fails.
   */
  shell(lines: string, changes?: Readonly<Record<string, string>>): Promise<string>;
}

const siteFile = {
  project: {
    id: "dublin-noise",
    name: "Noise of Dublin",
    timezone: "Europe/Dublin",
    contract: { startAt: "2019-01-01", endAt: "2019-12-31" },
    limits: { default: { A: 69 } },
    sensors: [
      { id: "dublin-noise-1", name: "First" },
      { id: "dublin-noise-2", name: "Second" },
    ],
  },
};

const samples = `sensor_id,datetime,LAeq
dublin-noise-2,2019-03-01T10:00:00Z,61.2
dublin-noise-2,2019-03-01T11:00:00Z,70.4
dublin-noise-2,2019-03-02T10:00:00Z,58.3
`;

const test = base.extend<{ operated: Operated }>({
  operated: async ({ folder, installationOf, serve: startGateway }, use) => {
    const installation = await installationOf("migrated");
    const { acoustic, audioStore, config, database, env, store } = installation;
    await folder.makeFolder("backups");
    const site = await folder.write("site.yaml", stringify(siteFile));
    const prepared = [
      await acoustic(["apply", site]),
      await acoustic(["import", "samples", await folder.write("samples.csv", samples)]),
    ];
    expect(prepared).toMatchObject([{ code: 0 }, { code: 0 }]);
    const created = await acoustic(
      "key create --name Test --scope v0:data:read --project dublin-noise --json",
    );
    const { id: keyId, key } = jsonOf(created) as { id: string; key: string };
    await store.begin();
    const second = Date.parse("2019-03-01T10:00:00Z") / 1000;
    await addRecording({ db: database.db, store }, "dublin-noise-2", second);
    const serve = async () =>
      (await startGateway({ databaseConfig: config, database, store })).publicUrl;
    const shell = async (lines: string, changes: Readonly<Record<string, string>> = {}) => {
      const here = Object.entries({
        ...changes,
        "./acoustic ": "acoustic ",
        "/backups/": `${folder.path}/backups/`,
        "/srv/audio": audioStore,
        "/srv/drop": join(folder.path, "drop"),
      }).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), lines);
      // Nothing else of the environment of the tests is passed on.
      const { stdout } = await run("sh", ["-c", `${prelude()}\n${here}`], {
        cwd: folder.path,
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
      });
      return stdout;
    };
    await use({ ...installation, serve, folder, keyId, key, shell });
  },
});

/** There is no terminal here, so a removal is confirmed beforehand. */
const prelude = () => `
set -e
acoustic() {
  case $1 in
    remove) set -- "$@" --yes ;;
    watch) set -- "$@" --once --settle 10ms ;;
  esac
  node '${builtFile("main.js")}' "$@"
}`;

const pages = ["operating", "importing", "scaling", "monitoring", "backup", "docker"];
const blocks = (await Promise.all(pages.map((page) => readBlocks(`docs/${page}.md`)))).flat();

/** The only block of a section in one language. */
function onlyBlock(section: string, language = "sh"): string {
  const found = blocks.filter((each) => each.section === section && each.language === language);
  expect(found).toHaveLength(1);
  return found[0]?.text ?? "";
}

/** The language and section of each block that a test below runs. */
const runHere = [
  "sh Start and stop",
  "yaml Criteria",
  "sh Changing limits",
  "sh Removing data",
  "sh Keys",
  "sh From your meter to the first page",
  "yaml Instruments",
  "sh Files as instruments write them",
  "yaml Files as instruments write them",
  "csv Exclusions: time that does not count",
  "sh Exclusions: time that does not count",
  "sh The drop folder",
  "sh A meter that moves to the next site",
  "sh Several servers, of which one is the primary",
  "sh Standbys that are read",
  "sh Object store",
  "yaml Retention and maintenance",
  "sh Health, metrics, log",
  "sh Backup, restore, moving house",
  "sh The file",
];

/** Lines that need another program, each with the check that replaces it. */
const runElsewhere: Readonly<Record<string, string>> = {
  "create extension citus;": "needs a cluster: tests/support/server-databases.ts makes one so",
  "select citus_set_coordinator_host('coordinator', 5432);": "the same",
  "select citus_add_node('worker-1', 5432);": "the same",
  "select citus_add_node('worker-2', 5432);": "the same",
  "nginx -p /var/lib/acoustic-proxy -c /etc/acoustic-proxy/nginx.conf -g 'daemon off;'":
    "needs nginx: tests/faults/proxy.ts starts it so",
  'echo "POSTGRES_PASSWORD=$(openssl rand -hex 24)" > .env': "needs openssl",
  "docker compose up --build --detach": "needs a Docker engine: .ci/compose-config reads the file",
  "docker compose exec gateway node dist/main.js demo":
    "the same; its service and command are below",
  'docker compose run --rm --volume "$PWD:/in:ro" gateway apply /in/site.yaml': "the same",
  "docker compose run --rm -T gateway import samples - < samples.csv": "the same",
  "docker compose stop database": "the same; tests/faults/failover.spec.ts loses a primary",
  'docker compose exec standby psql --host=/var/run/postgresql --dbname=acoustic --command="select pg_promote()"':
    "the same",
};

test("every block of the page runs here, or its lines are known to need another program", () => {
  const nameOf = ({ section, language }: Block) => `${language} ${section}`;
  const isRun = (block: Block) => runHere.includes(nameOf(block));
  expect(blocks.filter(isRun).map(nameOf)).toEqual(runHere);
  const lines = blocks
    .filter((block) => !isRun(block))
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/(?:^|\s+)(?:#|--) .*$/, ""))
    .filter((line) => line !== "");
  expect(lines).toEqual(Object.keys(runElsewhere));
});

test("the server starts with the line of the page, and stops on SIGTERM", async ({
  installationOf,
}) => {
  expect(onlyBlock("Start and stop").trim()).toBe("acoustic serve");
  const { env } = await installationOf("migrated");
  const serving = await startServing(env, [], [packageFile("acoustic")]);
  expect((await fetch(`${serving.internalUrl}/health/live`)).status).toBe(200);
  expect(await serving.end("SIGTERM")).toBe(0);
});

test("own data are served after the commands of the README", async ({
  operated: { serve, shell },
}) => {
  const readme = await readBlocks("README.md");
  const [block, ...others] = readme.filter(({ section }) => section === "With your own data");
  expect(others).toEqual([]);
  const key = (await shell(block?.text ?? "")).trim().split("\n").at(-1) ?? "";
  const range = "startAt=2026-03-17&endAt=2026-03-18";
  const answer = await fetch(
    `${await serve()}/api/v0/projects/harbour/sensors/quay-1/measurements?${range}`,
    { headers: { "svc-api-key": `Bearer ${key}` } },
  );
  // A holiday: both samples have its limit.
  expect(await answer.json()).toMatchObject({
    data: [
      { datetime: "2026-03-17T10:00:00.000Z", Leq: 61.25, limit: 55 },
      { datetime: "2026-03-17T10:05:00.000Z", Leq: 54.8, limit: 55 },
    ],
  });
});

test("the criterion of the page is one of a site file", async ({ operated: { shell, folder } }) => {
  const { criteria } = parse(onlyBlock("Criteria", "yaml")) as { criteria: object[] };
  const sensors = [...siteFile.project.sensors, { id: "quay-1", name: "Quay" }];
  const project = { ...siteFile.project, sensors, criteria };
  await folder.write("site.yaml", stringify({ project }));
  expect(await shell("acoustic apply site.yaml")).toContain("criteria.works-day");
});

test("limits are changed as the page says", async ({ operated: { shell, folder } }) => {
  const [first = "", ...others] = onlyBlock("Changing limits").split("\n");
  expect(await shell(first)).toBe("");
  const exported = await folder.read("site.yaml");
  await folder.write("site.yaml", exported.replace("A: 69", "A: 60"));
  const printed = await shell(others.join("\n"));
  expect(printed).toContain("limits.default.A: 69 → 60");
  expect(printed).toContain("dublin-noise-2 A: 1 → 2");
  expect(printed).toContain("This was a dry run");
});

test("samples, recordings, a sensor and a project are removed as the page says", async ({
  operated: { shell, serve, key, database },
}) => {
  const publicUrl = await serve();
  const lines = onlyBlock("Removing data").trim().split("\n");
  const printed = [];
  for (const line of lines) printed.push(await shell(line));
  const [removedSamples, recordings, sensor, project] = printed;
  expect(removedSamples).toContain("samples: 2");
  expect(recordings).toContain("recordings: 1");
  expect(sensor).toContain("samples: 1");
  expect(project).toContain("sensors: dublin-noise-1");
  expect([...(await database.db.execute(sql`select id from projects`))]).toEqual([]);
  expect(await statusOfPage(publicUrl, key)).toBe(404);
});

/** The status of a request for samples. */
async function statusOfPage(publicUrl: string, key: string): Promise<number> {
  const sensor = "/api/v0/projects/dublin-noise/sensors/dublin-noise-2";
  const query = "startAt=2019-03-01&endAt=2019-03-02";
  const headers = { "svc-api-key": `Bearer ${key}` };
  return (await fetch(`${publicUrl}${sensor}/measurements?${query}`, { headers })).status;
}

test("a key is created, listed, changed, rotated and revoked as the page says", async ({
  operated: { shell, serve, keyId, key },
}) => {
  const publicUrl = await serve();
  expect(await statusOfPage(publicUrl, key)).toBe(200);
  const printed = await shell(onlyBlock("Keys"), { "<KEY_ID>": keyId });
  expect(printed).toContain("Dashboard");
  expect(printed).toContain("v0:events:read");
  expect(printed.match(/^amk0\.\S+$/gm)).toHaveLength(2);
  expect(await statusOfPage(publicUrl, key)).toBe(401);
});

test("slow requests and those of a key are found in the log as the page says", async ({
  operated: { shell, env, keyId, key, folder },
}) => {
  const serving = await startServing(env);
  const status = await statusOfPage(serving.publicUrl, key);
  await fetch(`${serving.publicUrl}/api/v0/nothing`);
  await serving.end("SIGTERM");
  expect(status).toBe(200);
  await folder.write("acoustic.log", serving.output());
  const lines = onlyBlock("Health, metrics, log");
  const [slow, ofKey] = lines.split("\n").filter((line) => !line.startsWith("#"));
  expect(await shell(slow ?? "", { "> 1000": "> 1e9" })).toBe("");
  const printed = (await shell(slow ?? "", { "> 1000": ">= 0" })).trim().split("\n");
  expect(printed.map((line) => (JSON.parse(line) as unknown[])[3])).toEqual([200, 401]);
  const mine = await shell(ofKey ?? "", { "<KEY_ID>": keyId });
  expect(
    mine
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as unknown[]).slice(2, 4)),
  ).toEqual([["list-measurements", 200]]);
});

/** Three lines as the options of the page describe them. */
const instrumentLog = `Meter 7
Serial 1234
Time;Leq (dBA)
01/03/2019 12:00;61,2
01/03/2019 13:00:30;62,5
`;

test("a file of an instrument is imported with the options of the page, and with its profile", async ({
  operated: { shell, folder },
}) => {
  const section = "Files as instruments write them";
  await folder.write("log.csv", instrumentLog);
  expect(await shell(onlyBlock(section))).toContain("2 inserted");
  await folder.write("meter.yaml", onlyBlock(section, "yaml"));
  const printed = await shell(
    "acoustic import samples --profile meter.yaml --sensor dublin-noise-2 log.csv",
  );
  expect(printed).toContain("2 unchanged");
});

test("look prints the command that imports the file of a meter, as the page says", async ({
  operated: { shell, folder },
}) => {
  const log = await readFile("tests/fixtures/instruments/nti-xl2.txt", "utf8");
  const line = onlyBlock("From your meter to the first page").trimEnd();
  const name = line.split(" ").at(-1) ?? "";
  await folder.write(name, log);
  const command = (await shell(line)).trimEnd().split("\n").at(-1) ?? "";
  expect(command).toContain("--instrument nti-xl2");
  expect(await shell(command)).toContain("3 inserted");
  await folder.write("xl2.yaml", onlyBlock("Instruments", "yaml"));
  const printed = await shell(
    `acoustic import samples --profile xl2.yaml --sensor dublin-noise-2 ${name}`,
  );
  expect(printed).toContain("3 unchanged");
});

test("exclusions are imported, exported and removed as the page says", async ({
  operated: { shell, folder },
}) => {
  const section = "Exclusions: time that does not count";
  const file = onlyBlock(section, "csv");
  await folder.write("exclusions.csv", file);
  const [imported = "", exported = "", removed = ""] = onlyBlock(section).split("\n");
  expect(await shell(imported)).toContain("1 inserted");
  await shell(exported);
  expect(await folder.read("stored.csv")).toBe(
    `${file.replaceAll(":00Z", ":00.000Z").trimEnd()}\n`,
  );
  expect(await shell(removed)).toContain("exclusions: 1");
});

test("the files of a drop folder are imported as the page says", async ({
  operated: { shell, folder },
}) => {
  const line = onlyBlock("The drop folder");
  const file = join(folder.path, "drop/dublin-noise-2/log.csv");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, instrumentLog);
  await writeFile(
    join(dirname(file), "profile.yaml"),
    onlyBlock("Files as instruments write them", "yaml"),
  );
  expect(await shell(line, { 9101: "0" })).toMatch(/^metrics http:/);
  await access(join(folder.path, "drop/done/dublin-noise-2/log.csv"));
});

test("a meter moves to the next site as the page says", async ({
  operated: { shell, serve, keyId, key, folder },
}) => {
  const publicUrl = await serve();
  const section = "A meter that moves to the next site";
  const [first = "", ...others] = onlyBlock(section).split("\n");
  await shell(first);
  const { project } = parse(await folder.read("site.yaml")) as typeof siteFile;
  const moved = ["dublin-noise-2", "dublin-noise-3"].map((id) => ({
    ...project.sensors.find((sensor) => sensor.id === "dublin-noise-2"),
    id,
    serialNumber: "4711",
  }));
  await folder.write("site.yaml", stringify({ project: { ...project, sensors: moved } }));
  await folder.write("new-site.csv", "datetime,LAeq\n2019-04-01T10:00:00Z,55\n");
  const printed = await shell(others.join("\n"), { "<KEY_ID>": keyId });
  expect(printed).toContain("1 row would be: 1 inserted");
  await shell("acoustic import samples --sensor dublin-noise-3 new-site.csv");
  const ask = async (path: string) => {
    const url = `${publicUrl}/api/v0/projects/dublin-noise/sensors${path}`;
    const answer = await fetch(url, { headers: { "svc-api-key": `Bearer ${key}` } });
    return ((await answer.json()) as { data: unknown[] }).data;
  };
  const range = "startAt=2019-01-01&endAt=2019-12-31";
  expect(await ask(`/dublin-noise-2/measurements?${range}`)).toHaveLength(3);
  expect(await ask(`/dublin-noise-3/measurements?${range}`)).toHaveLength(1);
});

test("the addresses of several servers are valid", () => {
  const sections = ["Several servers, of which one is the primary", "Standbys that are read"];
  const settings = sections.flatMap((section) =>
    Array.from(onlyBlock(section).matchAll(/^(\w+)='?(.*?)'?$/gm), ([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  expect(settings.map(([name]) => name)).toEqual([
    "DATABASE_URL",
    "DATABASE_READ_URL",
    "DATABASE_READ_MAX_LAG_MS",
  ]);
  expect(parseConfig(Object.fromEntries(settings) as Record<string, string>)).toMatchObject({
    ok: true,
  });
});

test("recordings move to an object store as the page says", async ({ operated: { shell } }) => {
  await withBucket(async (places) => {
    const { environment, list } = places.find();
    const { AUDIO_STORE = "", ...bucket } = environment;
    const settings = Object.entries(bucket).map(([name, value]) => `export ${name}='${value}'\n`);
    const lines = settings.join("") + onlyBlock("Object store");
    const printed = await shell(lines, { "s3://recordings/city": AUDIO_STORE });
    expect(printed.trim().split("\n")).toHaveLength(2);
    expect(printed).toMatch(/nothing/i);
    expect(await list()).toHaveLength(1);
  });
});

test("a backup is written, verified, restored and read by tar as the page says", async ({
  installationOf,
  operated: { shell },
}) => {
  const archive = onlyBlock("The file");
  const { env, database } = await installationOf("empty");
  const target = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const printed = await shell(onlyBlock("Backup, restore, moving house"), {
    "DATABASE_URL=postgres://… AUDIO_STORE=/srv/audio": target.join(" "),
  });
  expect(printed).toMatch(/ has audio of 1 recording,[^]*^Whole: [^]*^Restored: /m);
  const projects = await database.db.execute(sql`select id from projects`);
  expect([...projects]).toEqual([{ id: "dublin-noise" }]);
  expect(await shell(`cd backups\n${archive}`)).toBe("");
  // The archive has the data that it checks.
  const damaged = archive.replace("gz &&", "gz && echo more >> backup.json &&");
  await expect(shell(`cd backups && rm -r unpacked\n${damaged}`)).rejects.toThrow(
    "1 computed checksum did NOT match",
  );
});

test("a project keeps its telemetry as long as the retention of the page says", async ({
  operated: { shell, folder },
}) => {
  const { project } = parse(onlyBlock("Retention and maintenance", "yaml")) as typeof siteFile;
  const merged = { project: { ...siteFile.project, ...project } };
  await folder.write("site.yaml", stringify(merged));
  expect(await shell("acoustic apply site.yaml")).toContain(
    'retention: none → {"samples":"P5Y","recordings":"P90D"}',
  );
});

test("what the compose commands name is there", async ({ acoustic }) => {
  const compose = parse(await readFile(packageFile("docker-compose.yml"), "utf8")) as {
    services: Record<string, object>;
  };
  const lines = Object.keys(runElsewhere).filter((line) => line.startsWith("docker compose"));
  const services = lines.flatMap(
    (line) =>
      / (?:exec|stop|run --rm --volume \S+) (?<service>\w+)/.exec(line)?.groups?.["service"] ?? [],
  );
  expect(services).toEqual(["gateway", "gateway", "database", "standby"]);
  for (const service of services) expect(Object.keys(compose.services)).toContain(service);
  for (const command of ["demo", "apply"]) {
    expect(await acoustic([command, "--help"])).toMatchObject({ code: 0 });
  }
});
