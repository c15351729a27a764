import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { applySites } from "../../src/ingest/site/apply-sites.ts";
import { changeSites } from "../../src/ingest/site/change-sites.ts";
import { InvalidInput } from "../../src/ingest/invalid-input.ts";
import { parseSiteFile, type Site } from "../../src/ingest/site/site-file.ts";
import { expect, jsonOf, refusal, success, test, uniquePrefix } from "./acoustic.ts";

type Members = Readonly<Record<string, unknown>>;

function siteOf(project: Members, file = "site.yaml"): Site {
  const parsed = parseSiteFile(JSON.stringify({ project }), file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.site;
}

const everything = (id: string): Members => ({
  id,
  name: "Harbour",
  description: "Quays",
  timezone: "Europe/Dublin",
  location: { latitude: 53.35, longitude: -6.26 },
  contract: { startAt: "2019-03-01", endAt: "2019-04-30" },
  holidays: [{ date: "2019-04-22" }, { date: "2019-03-18", name: "Saint Patrick's Day" }],
  limits: {
    default: { A: 70 },
    schedule: [
      { days: ["mon", "holiday"], from: "07:00", to: "24:00", limit: { A: 65.5, C: 85 } },
      { days: ["sun"], from: "22:00", to: "07:00", limit: { Z: 50 } },
    ],
    exceptions: [
      {
        name: "Permit",
        startAt: "2019-03-20T22:00:00.123Z",
        endAt: "2019-03-21T05:00:00Z",
        limit: { A: 75 },
      },
    ],
  },
  classification: { model: `model of ${id}`, minConfidence: 0.5 },
  permit: { number: "2019/114", authority: "City" },
  sensors: [
    {
      id: `${id}-b`,
      name: "B",
      serialNumber: "2",
      model: "class 1",
      location: { latitude: 1, longitude: 2 },
      limits: { default: { A: 60 } },
      microphone: { height: 4, mounting: "façade, 1 m" },
      class: 1,
      calibrations: [{ date: "2019-02-01", level: 94.02, note: "Laboratory" }],
    },
    { id: `${id}-a`, name: "A" },
  ],
});

const memberNames = [
  "name",
  "description",
  "permit",
  "timezone",
  "location",
  "contract",
  "holidays",
  "limits",
  "classification",
];

const instrumentMembers = ["microphone", "class", "calibrations"];

const stored = async (db: OperatorDatabase, id: string) => (await selectSite(db, id))?.site ?? null;

test("a new project is stored as it is declared", async ({ database: { db } }) => {
  const id = uniquePrefix();
  const site = siteOf(everything(id));
  expect(await applySites(db, [site])).toEqual([
    {
      id,
      created: true,
      changed: [...memberNames, `sensors.${id}-b`, `sensors.${id}-a`],
      notListed: [],
    },
  ]);
  const { position: _position, namedSensors: _named, sensors, ...declared } = site;
  expect(await stored(db, id)).toEqual({
    ...declared,
    holidays: [
      { date: "2019-03-18", name: "Saint Patrick's Day" },
      { date: "2019-04-22", name: null },
    ],
    sensors: sensors.map(({ position: _ofSensor, ...sensor }) => sensor).toReversed(),
  });
});

test("applying the same again changes nothing, not even a row", async ({ database: { db } }) => {
  const id = uniquePrefix();
  await applySites(db, [siteOf(everything(id))]);
  const versions = () =>
    db.execute(sql`
      select 'project' as of, p.xmin::text from projects p where p.id = ${id}
      union all select 'sensor', s.xmin::text from sensors s where s.id like ${`${id}%`}
      union all select 'version', v.xmin::text from site_versions v join projects p using (project_no)
        where p.id = ${id}
      order by 1, 2`);
  const before = await versions();
  expect(await applySites(db, [siteOf(everything(id))])).toEqual([
    { id, created: false, changed: [], notListed: [] },
  ]);
  expect([...(await versions())]).toEqual([...before]);
});

for (const [member, change] of [
  ["name", { name: "Other" }],
  ["description", { description: null }],
  ["permit", { permit: { number: "2019/114" } }],
  [
    "timezone",
    {
      timezone: "Asia/Kolkata",
      contract: { startAt: "2019-03-01T00:00Z", endAt: "2019-04-30T22:59:59Z" },
    },
  ],
  ["location", { location: null }],
  ["contract", { contract: null }],
  ["contract", { contract: { startAt: "2019-03-01", endAt: "2019-04-29" } }],
  ["holidays", { holidays: [{ date: "2019-04-22" }] }],
  ["limits", { limits: { default: { A: 70 } } }],
  ["classification", { classification: null }],
] as const) {
  test(`a change of ${member} to ${JSON.stringify(change)} is made and named`, async ({
    database: { db },
  }) => {
    const id = uniquePrefix();
    await applySites(db, [siteOf(everything(id))]);
    const site = siteOf({ ...everything(id), ...change });
    expect(await applySites(db, [site])).toEqual([
      { id, created: false, changed: [member], notListed: [] },
    ]);
    expect(await applySites(db, [site])).toEqual([
      { id, created: false, changed: [], notListed: [] },
    ]);
  });
}

test("changes of sensors are made and named by member", async ({ database: { db } }) => {
  const id = uniquePrefix();
  await applySites(db, [siteOf(everything(id))]);
  const sensors = [
    { id: `${id}-b`, name: "B2", limits: { default: { A: 61 } } },
    { id: `${id}-a`, name: "A", limits: { default: { C: 80 } } },
    { id: `${id}-c`, name: "C" },
  ];
  expect(await applySites(db, [siteOf({ ...everything(id), sensors })])).toEqual([
    {
      id,
      created: false,
      changed: [
        ...["name", "serialNumber", "model", "location", "limits", ...instrumentMembers].map(
          (m) => `sensors.${id}-b.${m}`,
        ),
        `sensors.${id}-a.limits`,
        `sensors.${id}-c`,
      ],
      notListed: [],
    },
  ]);
});

test("a sensor that is no longer listed is left as it is, and named", async ({
  database: { db },
}) => {
  const id = uniquePrefix();
  await applySites(db, [siteOf(everything(id))]);
  const before = (await stored(db, id))?.sensors;
  expect(await applySites(db, [siteOf({ ...everything(id), sensors: [] })])).toEqual([
    { id, created: false, changed: [], notListed: [`${id}-a`, `${id}-b`] },
  ]);
  expect((await stored(db, id))?.sensors).toEqual(before);
});

test("columns that were changed past apply are named, and put right", async ({ database }) => {
  const { db } = database;
  const id = uniquePrefix();
  await applySites(db, [siteOf(everything(id))]);
  const columns = async () => [
    ...(await db.execute(sql`select p.*, s.* from projects p join sensors s using (project_no)
      where p.id = ${id} order by s.id`)),
  ];
  const before = await columns();
  await db.execute(sql`
    update projects set contract_start_at = null, contract_end_at = 'infinity' where id = ${id}`);
  await db.execute(sql`update sensors set name = 'Other' where id = ${`${id}-a`}`);
  const options = { report: () => undefined, countVerdicts: async () => [] };
  const apply = (isDryRun: boolean) =>
    changeSites(database, [siteOf(everything(id))], { ...options, isDryRun });
  const overwritten = ["contract_start_at", "contract_end_at", `sensors.${id}-a.name`];
  for (const isDryRun of [true, false]) {
    expect(await columns()).not.toEqual(before);
    expect(await apply(isDryRun)).toMatchObject([{ changed: [], overwritten }]);
  }
  expect(await columns()).toEqual(before);
  expect(await apply(false)).toMatchObject([{ changed: [], overwritten: [] }]);
});

test("a sensor of another project is refused, and nothing of any file is applied", async ({
  database: { db },
}) => {
  const [owner, other, third] = [uniquePrefix(), uniquePrefix(), uniquePrefix()];
  await applySites(db, [siteOf(everything(owner))]);
  const stealing = {
    id: other,
    name: "n",
    timezone: "Etc/UTC",
    sensors: [{ id: `${owner}-a`, name: "n" }],
  };
  const applying = applySites(db, [siteOf(everything(third)), siteOf(stealing, "b.yaml")]);
  await expect(applying).rejects.toEqual(
    new InvalidInput([
      `b.yaml:1: project.sensors[0].id: the sensor ${owner}-a belongs to the project ${owner}`,
    ]),
  );
  expect([await stored(db, other), await stored(db, third)]).toEqual([null, null]);
});

test("the same project or sensor in two files is refused", async ({ database: { db } }) => {
  const id = uniquePrefix();
  const twice = [siteOf(everything(id), "a.yaml"), siteOf(everything(id), "b.yaml")];
  await expect(applySites(db, twice)).rejects.toEqual(
    new InvalidInput([
      `b.yaml:1: project.id: the project ${id} is declared in a.yaml:1 already`,
      `b.yaml:1: project.sensors[0].id: the sensor ${id}-b is declared in a.yaml:1 already`,
      `b.yaml:1: project.sensors[1].id: the sensor ${id}-a is declared in a.yaml:1 already`,
    ]),
  );
  expect(await stored(db, id)).toBeNull();
});

test("the same site applied from two sides at once is created once", async ({
  database: { db },
}) => {
  const id = uniquePrefix();
  const applied = await Promise.all([1, 2, 3].map(() => applySites(db, [siteOf(everything(id))])));
  expect(applied.flat().filter(({ created }) => created)).toHaveLength(1);
  expect(applied.flat().filter(({ changed }) => changed.length === 0)).toHaveLength(2);
});

test("apply sends as many statements for a thousand sensors and five thousand rules as for one of each", async ({
  database: { db, statementsOf },
}) => {
  const siteWith = (sensorCount: number, ruleCount: number) => {
    const id = uniquePrefix();
    const exception = {
      startAt: "2019-03-20T22:00Z",
      endAt: "2019-03-21T05:00Z",
      limit: { A: 75 },
    };
    const sensors = Array.from({ length: sensorCount }, (_, index) => ({
      id: `${id}-${index}`,
      name: "S",
      limits: { default: { A: 60 } },
    }));
    const limits = { exceptions: Array.from({ length: ruleCount }, () => exception) };
    return siteOf({
      id,
      name: "P",
      timezone: "UTC",
      holidays: [{ date: "2019-03-18" }],
      limits,
      sensors,
    });
  };
  const count = async (site: Site) => {
    const statements = await statementsOf(() => applySites(db, [site]));
    return statements.length;
  };
  const large = siteWith(1000, 3999);
  expect(await count(large)).toBe(await count(siteWith(1, 1)));
  expect((await statementsOf(() => applySites(db, [large]))).length).toBeLessThan(10);
});

test("apply reads all files before it changes anything", async ({ acoustic, folder, database }) => {
  const id = uniquePrefix();
  const good = await folder.write("good.yaml", JSON.stringify({ project: everything(id) }));
  const bad = await folder.write("bad.yaml", "project: {id: p, name: n}\n");
  const latin = await folder.write("latin.yaml", Buffer.from("project: {name: \xe9}", "latin1"));
  const run = await acoustic(["apply", good, bad, latin, `${folder.path}/none.yaml`, folder.path]);
  expect(run).toEqual(
    refusal(
      `${bad}:1: project.timezone: is required`,
      `${latin}: cannot be read: The encoded data was not valid for encoding utf-8`,
      `${folder.path}/none.yaml: cannot be read: ENOENT: no such file or directory, stat '${folder.path}/none.yaml'`,
      `${folder.path}: cannot be read: it is a folder, not a file`,
    ),
  );
  expect(await stored(database.db, id)).toBeNull();
});

test("apply says what it changed, with old and new values, in words and as JSON", async ({
  acoustic,
  folder,
}) => {
  const id = uniquePrefix();
  const file = await folder.write("site.yaml", JSON.stringify({ project: everything(id) }));
  const created = await acoustic(["apply", file]);
  expect({ ...created, stdout: created.stdout.split("\n").slice(0, 5) }).toEqual({
    code: 0,
    stdout: [
      `${id}: created`,
      '  name: none → "Harbour"',
      '  description: none → "Quays"',
      '  permit: none → {"number":"2019/114","authority":"City"}',
      '  timezone: none → "Europe/Dublin"',
    ],
    stderr: "",
  });
  expect(created.stdout).toContain(`  sensors.${id}-a: none → {"name":"A"}\n`);
  await folder.write(
    "site.yaml",
    JSON.stringify({ project: { ...everything(id), name: "N", sensors: [] } }),
  );
  const run = await acoustic(["apply", "--json", file]);
  expect({ ...run, stdout: jsonOf(run) }).toEqual({
    code: 0,
    stdout: {
      projects: [
        {
          id,
          created: false,
          changed: ["name"],
          notListed: [`${id}-a`, `${id}-b`],
          changes: [{ path: "name", old: "Harbour", new: "N" }],
          overwritten: [],
          exceedances: [],
          verdicts: [],
        },
      ],
    },
    stderr: "",
  });
});

test("a dry run says the same and writes nothing", async ({ acoustic, folder, database }) => {
  const id = uniquePrefix();
  const file = await folder.write("site.yaml", JSON.stringify({ project: everything(id) }));
  const first = await acoustic(["apply", "--dry-run", file]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(new RegExp(`^${id}: would be created\\n`));
  expect(await stored(database.db, id)).toBeNull();
  await acoustic(["apply", file]);
  expect(await acoustic(["apply", "--dry-run", file])).toEqual(
    success(`${id}: nothing to change\nThis was a dry run: nothing was written.\n`),
  );
  const before = await stored(database.db, id);
  await folder.write(
    "site.yaml",
    JSON.stringify({ project: { ...everything(id), description: null, contract: null } }),
  );
  expect(await acoustic(["apply", "--dry-run", file])).toEqual({
    code: 0,
    stdout: [
      `${id}: would be changed`,
      '  description: "Quays" → none',
      '  contract: {"startAt":"2019-03-01T00:00:00.000Z","endAt":"2019-04-30T22:59:59.000Z"} → none',
      "  exceedances inside the contract, before → after:",
      ...["a A", "a C", "a Z", "b A", "b C", "b Z"].map((of) => `    ${id}-${of}: 0 → 0`),
      "This was a dry run: nothing was written.",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await stored(database.db, id)).toEqual(before);
});

test("a site whose aliases make more of it than is stored is refused", async ({
  database: { db },
}) => {
  const id = uniquePrefix();
  const hour = "{ days: [mon, tue, wed, thu], from: '07:00', to: '08:00', limit: { A: 60 } }";
  const sensorOf = (index: number) => `{ id: ${id}-${index}, name: S, limits: *limits }`;
  const parsed = parseSiteFile(
    [
      "project:",
      `  id: ${id}`,
      "  name: Long",
      "  timezone: UTC",
      `  limits: &limits { schedule: [${Array.from({ length: 450 }, () => hour).join()}] }`,
      `  sensors: [${Array.from({ length: 99 }, (_, index) => sensorOf(index)).join()}]`,
    ].join("\n"),
    "site.yaml",
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { site } = parsed;
  const refused = await applySites(db, [site]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(InvalidInput);
  expect(String(refused)).toMatch(/needs \d\.\d MB, and at most 4\.0 MB are stored/);
  expect(await selectSite(db, id)).toBeNull();
});
