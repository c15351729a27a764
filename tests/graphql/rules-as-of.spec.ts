import { criterionOf } from "../support/criterion.ts";
import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { insertVersion } from "../../src/database/queries/sites/site-versions.ts";
import { encodeSite } from "../../src/database/queries/sites/stored-site.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

type Read = (tenant: Tenant, selection: string, key?: string) => Promise<Record<string, unknown>>;

const test = base.extend<{
  /** The project of a tenant, and the errors of the answer if there are any. */
  readProject: Read;
  sensorOf: Read;
}>({
  readProject: async ({ graphql }, use) => {
    await use(async ({ projectId, key: own }, selection, key = own) => {
      const response = await graphql(`{ project(id: "${projectId}") { ${selection} } }`, { key });
      const { data, ...rest } = await response.json();
      return { ...data.project, ...rest };
    });
  },

  sensorOf: async ({ askSensor }, use) => {
    await use(async (tenant, selection, key = tenant.key) => {
      const { data, ...rest } = await (await askSensor({ ...tenant, key }, selection)).json();
      return { ...data.sensor, ...rest };
    });
  },
});

const criterion = criterionOf("works-day LAeq 22:00-24:00 65.5", {
  name: "Works",
  over: { block: "PT15M" },
});

const criterionFields = `id name level days from to over overSeconds limit allowed minCoverage round startAt endAt sensors
  adjustments { name days from to add }`;

test("criteria are served as in the site file, with only the sensors that the key may read", async ({
  tenantOf,
  readProject,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const adjustments = [
    { name: "Rest", days: ["sun"], from: "22:00", to: "23:00", add: 6 },
    { name: "Tones", add: -3.25 },
  ];
  await tenant.apply({
    criteria: [
      { ...criterion, adjustments, sensors: tenant.sensorIds },
      {
        ...criterion,
        id: "peaks",
        level: "LCpeak",
        over: "sample",
        round: 1,
        days: ["mon"],
        startAt: "2026-01-01",
      },
    ],
  });
  const allDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"];
  const first = {
    id: "works-day",
    name: "Works",
    level: "LAeq",
    days: allDays,
    from: "22:00",
    to: "24:00",
    over: "block",
    overSeconds: 900,
    limit: 65.5,
    allowed: 0,
    minCoverage: 0.75,
    round: 0.01,
    startAt: null,
    endAt: null,
    sensors: tenant.sensorIds,
    adjustments: [
      { name: "Rest", days: ["sun"], from: "22:00", to: "23:00", add: 6 },
      { name: "Tones", days: allDays, from: null, to: null, add: -3.25 },
    ],
  };
  const second = {
    ...first,
    id: "peaks",
    level: "LCpeak",
    days: ["mon"],
    over: "sample",
    overSeconds: null,
    round: 1,
    startAt: "2026-01-01",
    sensors: null,
    adjustments: [],
  };
  const selection = `criteria { ${criterionFields} }`;
  expect(await readProject(tenant, selection)).toEqual({ criteria: [first, second] });
  const ofOne = await tenant.createKey({ sensors: tenant.sensorIds.slice(0, 1) });
  expect(await readProject(tenant, selection, ofOne)).toEqual({
    criteria: [{ ...first, sensors: tenant.sensorIds.slice(0, 1) }, second],
  });
});

test("versions are listed newest first, without changes of sensors that the key may not read", async ({
  tenantOf,
  readProject,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const [first = "", second = ""] = tenant.sensorIds;
  await tenant.apply({
    sensors: [
      { id: first, name: "Quay" },
      { id: second, name: "Pier" },
    ],
  });
  await tenant.dateVersions();
  const selection = "versions { version appliedAt changes }";
  const read = async (key?: string) => (await readProject(tenant, selection, key))["versions"];
  const newest = { version: 2, appliedAt: "2002-01-01T00:00:00.000Z" };
  expect(await read()).toEqual([
    { ...newest, changes: [`sensors.${first}.name`, `sensors.${second}.name`] },
    {
      version: 1,
      appliedAt: "2001-01-01T00:00:00.000Z",
      changes: ["name", "timezone", "contract", "limits", `sensors.${first}`, `sensors.${second}`],
    },
  ]);
  const ofOne = await tenant.createKey({ sensors: [second] });
  expect(await read(ofOne)).toEqual([
    { ...newest, changes: [`sensors.${second}.name`] },
    expect.objectContaining({ version: 1 }),
  ]);
});

test("sensors that criteria name count as records", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf({ sensors: 201 });
  const rule = criterionOf("day LAeq 07:00-19:00 60");
  await tenant.apply({
    criteria: Array.from({ length: 50 }, (_, index) => ({
      ...rule,
      id: `day-${index}`,
      sensors: tenant.sensorIds,
    })),
  });
  const ask = async (times: number) => {
    const fields = Array.from({ length: times }, (_, index) => `f${index}: criteria { id }`);
    const query = `{ project(id: "${tenant.projectId}") { ${fields.join(" ")} } }`;
    return (await (await graphql(query, { key: tenant.key })).json()) as { errors?: unknown };
  };
  expect((await ask(9)).errors).toBeUndefined();
  expect((await ask(10)).errors).toMatchObject([{ extensions: { code: "INVALID_REQUEST" } }]);
});

test("a version has the first 500 of its changes", async ({
  tenantOf,
  database: { db },
  readProject,
}) => {
  const tenant = await tenantOf();
  const found = await selectSite(db, tenant.projectId);
  if (found === null) throw new Error("no site");
  const changes = Array.from({ length: 600 }, (_, n) => `path.${n + 1}`);
  await insertVersion(db, found.projectNo, encodeSite(found.site), changes);
  const { versions } = await readProject(tenant, "versions { changes }");
  expect(versions).toMatchObject([{ changes: changes.slice(0, 500) }, {}]);
});

test("limits are those of the version that was in force, and today's without asOf", async ({
  tenantOf,
  sensorOf,
}) => {
  const before = {
    default: { A: 60 },
    schedule: [
      { days: ["sun", "holiday"], from: "22:00", to: "24:00", limit: { A: 45, C: 70.25 } },
    ],
    exceptions: [
      {
        name: "Permit",
        startAt: "2019-03-20T22:00:00.123Z",
        endAt: "2019-03-21T05:00:00Z",
        limit: { A: 75 },
      },
    ],
  };
  const tenant = await tenantOf({
    site: { limits: before, holidays: [{ date: "2019-03-18", name: "Patrick" }] },
    sensors: [{ limits: { default: { A: 62, Z: -20 } } }],
  });
  const fields = "limit limitSource holiday { date name } rules { kind limit position }";
  const instants = ["2019-03-20T22:00:00.123Z", "2019-03-18T22:30:00Z", "2019-03-05T12:00:00Z"];
  const selection = (asOf: string) =>
    [
      ...instants.flatMap((at, index) =>
        ["A", "C", "Z"].map(
          (weighting) =>
            `l${index}${weighting}: limitAt(at: "${at}", fweighting: ${weighting}${asOf}) { ${fields} }`,
        ),
      ),
      `limitTimeline(startAt: "2019-03-17", endAt: "2019-03-22"${asOf}) { startAt endAt limit limitSource }`,
    ].join(" ");
  const first = await sensorOf(tenant, selection(""));
  expect(first).toMatchObject({
    l0A: { limit: 75, limitSource: "project_exception" },
    l1A: {
      limit: 45,
      limitSource: "project_holiday",
      holiday: { date: "2019-03-18", name: "Patrick" },
    },
    l1C: { limit: 70.25 },
    l2Z: { limit: -20, limitSource: "sensor_default" },
  });
  await tenant.apply({
    limits: { default: { A: 50 } },
    holidays: [],
    sensors: [{ id: tenant.sensorIds[0], name: "Sensor" }],
  });
  await tenant.dateVersions();
  const second = await sensorOf(tenant, selection(""));
  expect(second).toMatchObject({ l0A: { limit: 50 }, l1A: { limit: 50, holiday: null } });
  expect(await sensorOf(tenant, selection(', asOf: "2001-01-01"'))).toEqual(first);
  expect(await sensorOf(tenant, selection(', asOf: "2001-12-31T23:59:59.999Z"'))).toEqual(first);
  expect(await sensorOf(tenant, selection(', asOf: "2002-01-01"'))).toEqual(second);
  expect(await sensorOf(tenant, selection(", asOf: null"))).toEqual(second);
});

test("permit and instrument are those of the version that was in force, and never part of REST", async ({
  tenantOf,
  readProject,
  sensorOf,
  get,
}) => {
  const permit = { number: "2019/114", authority: "City" };
  const microphone = { height: 4, mounting: "façade, 1 m" };
  const calibrations = [
    { date: "2019-03-02", level: 93.97, note: "after rain" },
    { date: "2019-02-01" },
  ];
  const tenant = await tenantOf({ sensors: 2 });
  const [id = "", other] = tenant.sensorIds;
  const sensor = { id, name: "S" };
  const rest = async () => (await get(tenant.path(), { key: tenant.key })).text();
  await tenant.apply({ sensors: [sensor] });
  const before = await rest();
  await tenant.apply({ permit, sensors: [{ ...sensor, microphone, class: 2, calibrations }] });
  expect(await rest()).toBe(before);
  await tenant.apply({
    permit: { number: "B" },
    sensors: [{ ...sensor, microphone: { height: 0 } }],
  });
  await tenant.dateVersions();
  const at = (asOf: string) => (asOf === "" ? "" : `(asOf: "${asOf}")`);
  const fieldsOf = (asOf: string) =>
    `microphone${at(asOf)} { height mounting } class${at(asOf)} calibrations${at(asOf)} { date level note }`;
  const read = async (asOf: string) => ({
    ...(await readProject(tenant, `permit${at(asOf)} { number authority }`)),
    ...(await sensorOf(tenant, fieldsOf(asOf))),
  });
  const none = { permit: null, microphone: null, class: null, calibrations: [] };
  expect(await read("2002-06-01")).toEqual(none);
  expect(await read("2003-06-01")).toEqual({
    permit,
    microphone,
    class: 2,
    calibrations: [{ date: "2019-02-01", level: null, note: null }, calibrations[0]],
  });
  const now = {
    ...none,
    permit: { number: "B", authority: null },
    microphone: { height: 0, mounting: null },
  };
  expect(await read("")).toEqual(now);
  expect(await read("2004-06-01")).toEqual(now);
  const { permit: _, ...unknown } = none;
  const ofOther = { ...tenant, sensorIds: [other ?? ""] };
  expect(await sensorOf(ofOther, fieldsOf("2003-06-01"))).toEqual(unknown);
  const codesOf = ({ errors }: Readonly<Record<string, unknown>>) =>
    (errors as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code);
  const early = await sensorOf(tenant, fieldsOf("2000-12-31"));
  expect(codesOf(early)).toEqual(["INVALID_REQUEST", "INVALID_REQUEST", "INVALID_REQUEST"]);
});

test("a version is read once, however many instants it was in force at", async ({
  tenantOf,
  database,
  sensorOf,
}) => {
  const tenant = await tenantOf({ site: { limits: { default: { A: 60 } } } });
  await tenant.apply({ limits: { default: { A: 70 } } });
  await tenant.dateVersions();
  const limitsOf = (instants: readonly string[]) =>
    instants.map(
      (asOf, index) => `f${index}: limitAt(at: "2019-03-10", asOf: "${asOf}") { limit }`,
    );
  let read: unknown = null;
  const statements = await database.statementsOf(async () => {
    const instants = ["2001-05-01", "2001-06-01", "2001-07-01", "2003-01-01", "2004-01-01"];
    read = await sensorOf(tenant, limitsOf(instants).join(" "));
  });
  const [before, after] = [{ limit: 60 }, { limit: 70 }];
  expect(read).toEqual({ f0: before, f1: before, f2: before, f3: after, f4: after });
  expect(statements.filter((text) => text.includes("v.site"))).toHaveLength(2);
});

test("an instant before version 1 is refused, and the answer says since when the site is known", async ({
  tenantOf,
  sensorOf,
}) => {
  const tenant = await tenantOf();
  await tenant.dateVersions();
  for (const field of [
    'calibrations(asOf: "2000-01-01") { date }',
    'limitAt(at: "2019-03-05", asOf: "2000-12-31T23:59:59.999Z") { limit }',
    'limitTimeline(startAt: "2019-03-05", endAt: "2019-03-06", asOf: "1999-01-01") { limit }',
  ]) {
    expect((await sensorOf(tenant, field))["errors"], field).toMatchObject([
      {
        extensions: {
          code: "INVALID_REQUEST",
          errors: [
            {
              parameter: "asOf",
              detail:
                "lies before the first version of the site, which is of 2001-01-01T00:00:00.000Z",
            },
          ],
        },
      },
    ]);
  }
});

test("a long site costs a record for each 100 bytes of its text", async ({ tenantOf, graphql }) => {
  const holidays = Array.from({ length: 1000 }, (_, index) => ({
    date: new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10),
    name: "n".repeat(200),
  }));
  const tenant = await tenantOf({ site: { holidays } });
  await tenant.dateVersions();
  const codes = async (count: number) => {
    const fields = Array.from(
      { length: count },
      (_, index) =>
        `f${index}: limitAt(at: "2019-03-10", asOf: "${2020 + index}-01-01") { limitSource }`,
    );
    const ids = `projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}"`;
    const response = await graphql(`{ sensor(${ids}) { ${fields.join(" ")} } }`, tenant);
    const { errors = [] } = (await response.json()) as { errors?: { message: string }[] };
    return errors.map(({ message }) => message.slice(0, 45));
  };
  expect(await codes(30)).toEqual([]);
  expect(await codes(45)).toEqual(["A request may read at most 100,000 records, a"]);
});
