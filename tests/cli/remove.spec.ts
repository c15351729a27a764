import { sql } from "drizzle-orm";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import type { TenantOf } from "../support/test.ts";
import { expect, jsonOf, refusal, storedSamples, success, test } from "./acoustic.ts";

const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
const seconds = [0, 300, 600, 900].map((offset) => first + offset);
/** Both ends have a sample. */
const range = "--start-at 2019-03-10T00:05:00Z --end-at 2019-03-10T00:10:00Z";

/** Two sensors, each with samples, classifications and recordings at the same seconds. */
async function measured(
  tenantOf: TenantOf,
  parts: Parameters<typeof addRecording>[0],
): Promise<Tenant> {
  const tenant = await tenantOf({
    sensors: [{ limits: { default: { A: 50 } } }, {}],
    site: { holidays: [{ date: "2019-03-18" }], classification: { model: "m" } },
  });
  for (const [index, sensorId] of tenant.sensorIds.entries()) {
    await tenant.addSamples(
      seconds.map((second, place) => ({ second, LAeq: 60, ...(place === 1 ? { LCeq: 70 } : {}) })),
      index,
    );
    await tenant.addClassifications(
      seconds.map((second) => ["m", second, "dog", 0.9]),
      index,
    );
    for (const second of seconds) await addRecording(parts, sensorId, second);
  }
  return tenant;
}

/** Rows of a sensor in each table that has any. */
async function rowsOf(db: OperatorDatabase, sensorId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...Object.keys(everything), "audio_leases"]) {
    const [row] = await db.execute<{ rows: number }>(sql`
      select count(*)::integer as rows from ${sql.identifier(table)}
      where sensor_no = (select sensor_no from sensors where id = ${sensorId})`);
    if ((row?.rows ?? 0) > 0) counts[table] = row?.rows ?? 0;
  }
  return counts;
}

const everything = {
  samples: 4,
  classifications: 4,
  recordings: 4,
  reported_weightings: 2,
  api_key_sensors: 1,
};

for (const what of ["samples", "classifications", "recordings"] as const) {
  test(`${what} of a range go, both ends included, and nothing else`, async ({
    acoustic,
    tenantOf,
    database: { db },
    audioStore,
  }) => {
    const tenant = await measured(tenantOf, { db, store: audioStore });
    const [sensorId = "", other = ""] = tenant.sensorIds;
    const args = `remove ${what} --sensor ${sensorId} ${range}`;
    const shown = `  ${what}: 2${what === "recordings" ? " (10.0 kB)" : ""}\n`;
    const of = `the sensor ${sensorId}, 2019-03-10T00:05:00.000Z to 2019-03-10T00:10:00.000Z:\n`;
    expect(await acoustic(args)).toEqual({
      code: 2,
      stdout: `To be removed, ${of}${shown}`,
      stderr: "Nothing was removed: without a terminal, use --yes\n",
    });
    expect(await rowsOf(db, sensorId)).toEqual(everything);
    expect(await acoustic(`${args} --yes`)).toEqual(success(`Removed, ${of}${shown}`));
    const left = { ...everything, [what]: 2 };
    // C was reported at a second that is gone.
    if (what === "samples") left.reported_weightings = 1;
    expect(await rowsOf(db, sensorId)).toEqual(left);
    expect(await rowsOf(db, other)).toEqual(everything);
    const kept = await db.execute<{ second: number }>(sql`
      select distinct extract(epoch from datetime)::integer as second from ${sql.identifier(what)}
      where sensor_no = (select sensor_no from sensors where id = ${sensorId}) order by 1`);
    expect(kept.map(({ second }) => second)).toEqual([seconds[0], seconds[3]]);
  });
}

test("the weightings of a sensor begin at its first sample that is left", async ({
  acoustic,
  tenantOf,
  database: { db },
}) => {
  const tenant = await tenantOf();
  const [sensorId = ""] = tenant.sensorIds;
  await tenant.addSamples([
    { second: first, LAeq: 60, LZeq: 1 },
    { second: first + 300, LAeq: 60, LCeq: 61 },
    { second: first + 600, LCeq: 62 },
    { second: first + 900, LAeq: 60 },
  ]);
  const weightings = async () =>
    (
      await db.execute<{ weighting: string; first: number }>(sql`
        select weighting, extract(epoch from first_at)::integer as first from reported_weightings
        where sensor_no = (select sensor_no from sensors where id = ${sensorId}) order by 1`)
    ).map(({ weighting, first: second }) => [weighting, second - first]);
  expect(await weightings()).toEqual([
    ["A", 0],
    ["C", 300],
    ["Z", 0],
  ]);
  const until = "--start-at 2019-03-01 --end-at 2019-03-10T00:05:00Z --yes --json";
  const run = await acoustic(`remove samples --sensor ${sensorId} ${until}`);
  expect(jsonOf(run)).toEqual({
    removed: true,
    sensors: [],
    samples: 2,
    classifications: 0,
    recordings: 0,
    bytes: 0,
    keys: [],
  });
  expect(await weightings()).toEqual([
    ["A", 900],
    ["C", 600],
  ]);
  expect(await storedSamples({ db }, sensorId)).toHaveLength(2);
});

test("leases of removed recordings answer 404, and their objects are due at once", async ({
  acoustic,
  tenantOf,
  get,
  database: { db },
  audioStore,
}) => {
  const tenant = await measured(tenantOf, { db, store: audioStore });
  const [sensorId = ""] = tenant.sensorIds;
  const query = { startAt: "2019-03-10", endAt: "2019-03-11", withAudio: true };
  const page = await get(tenant.measurementsPath(), { key: tenant.key, query });
  const { data } = (await page.json()) as {
    readonly data: readonly { readonly audioUrl: string }[];
  };
  const statuses = () =>
    Promise.all(
      data.map(async ({ audioUrl }) => (await get(audioUrl, { key: tenant.key })).status()),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const names = await db.execute<{ name: string }>(sql`
    select object_name as name from recordings
    where sensor_no = (select sensor_no from sensors where id = ${sensorId}) order by datetime`);
  const run = await acoustic(`remove recordings --sensor ${sensorId} ${range} --yes --json`);
  expect(jsonOf(run)).toMatchObject({ removed: true, recordings: 2, bytes: 10_000 });
  expect(await statuses()).toEqual([200, 404, 404, 200]);
  const due = await db.execute<{ name: string }>(sql`
    select name from unclaimed_objects where remove_at <= now()
      and name in ${names.map(({ name }) => name)}`);
  expect(due.map(({ name }) => name).toSorted()).toEqual(
    names
      .slice(1, 3)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test("a sensor goes with all that is its own, and keys that lose their last sensor are named", async ({
  acoustic,
  tenantOf,
  get,
  database: { db },
  audioStore,
}) => {
  const tenant = await measured(tenantOf, { db, store: audioStore });
  const [sensorId = "", other = ""] = tenant.sensorIds;
  const narrow = await tenant.createKey({ sensors: [sensorId] });
  const id = parseApiKey(narrow)?.id;
  const query = { startAt: "2019-03-10", endAt: "2019-03-11", withAudio: true };
  const page = await get(tenant.measurementsPath(), { key: tenant.key, query });
  const { data } = (await page.json()) as {
    readonly data: readonly { readonly audioUrl: string }[];
  };
  const run = await acoustic(["remove", "sensor", sensorId, "--yes"]);
  expect(run).toEqual({
    code: 0,
    stdout: [
      `Removed, the sensor ${sensorId}:`,
      `  sensors: ${sensorId}`,
      "  samples: 4",
      "  classifications: 4",
      "  recordings: 4 (20.0 kB)",
      `  the last grant of the key ${id} (Key of a test)`,
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await rowsOf(db, other)).toEqual(everything);
  for (const key of [tenant.key, narrow]) {
    expect((await get(data[0]?.audioUrl ?? "", { key })).status()).toBe(404);
    expect((await get(tenant.measurementsPath(), { key, query })).status()).toBe(404);
    const details = (await (await get(tenant.path(), { key })).json()) as {
      readonly data: { readonly sensors: readonly { readonly id: string }[] };
    };
    expect(details.data.sensors.map((sensor) => sensor.id)).toEqual(key === narrow ? [] : [other]);
  }
  expect(await acoustic(["remove", "sensor", sensorId, "--yes"])).toEqual(
    refusal(`unknown sensor "${sensorId}": \`acoustic status\` lists all`),
  );
});

test("a project goes with its sensors; its keys stay, and are answered without anything", async ({
  acoustic,
  tenantOf,
  get,
  graphql,
  database: { db },
  audioStore,
}) => {
  const parts = { db, store: audioStore };
  const [tenant, other] = [await measured(tenantOf, parts), await measured(tenantOf, parts)];
  const { projectId, key } = tenant;
  const keyId = parseApiKey(key)?.id ?? "";
  const shared = parseApiKey(await tenant.createKey())?.id ?? "";
  await acoustic(["key", "update", shared, "--add-project", other.projectId]);
  const [before] = await db.execute<{ no: number }>(
    sql`select project_no as no from projects where id = ${projectId}`,
  );
  const run = await acoustic(["remove", "project", projectId, "--yes", "--json"]);
  expect(jsonOf(run)).toEqual({
    removed: true,
    sensors: tenant.sensorIds,
    samples: 8,
    classifications: 8,
    recordings: 8,
    bytes: 40_000,
    keys: [{ id: keyId, name: "Key of a test" }],
  });
  for (const table of ["site_versions", "sensors", "api_key_projects"]) {
    const left = await db.execute(
      sql`select from ${sql.identifier(table)} where project_no = ${before?.no}`,
    );
    expect(left, table).toHaveLength(0);
  }
  for (const sensorId of other.sensorIds) {
    expect(await rowsOf(db, sensorId)).toMatchObject({ samples: 4, api_key_sensors: 2 });
  }

  const query = { startAt: "2019-03-10", endAt: "2019-03-11" };
  const projects = await get("/api/v0/projects", { key });
  expect([projects.status(), await projects.json()]).toEqual([200, { data: [] }]);
  for (const path of [tenant.path(), tenant.measurementsPath(), other.path()]) {
    const isPage = path.endsWith("measurements");
    expect((await get(path, { key, ...(isPage ? { query } : {}) })).status(), path).toBe(404);
  }
  const answer = await graphql("{ viewer { keyId } projects { id } }", { key });
  expect(await answer.json()).toEqual({ data: { viewer: { keyId }, projects: [] } });
  const shown = await acoustic(["key", "show", keyId, "--json"]);
  expect(jsonOf(shown)).toMatchObject({ projects: [], sensors: [], revokedAt: null });
  // It may be given other grants.
  await acoustic(["key", "update", keyId, "--add-project", other.projectId]);
  expect((await get(other.path(), { key })).status()).toBe(200);
});

test("the inferred interval of a sensor stays when its newest samples are removed", async ({
  tenantOf,
  acoustic,
  database: { db },
}) => {
  const tenant = await tenantOf();
  const sensorId = tenant.sensorIds[0] ?? "";
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 60 })));
  const ofSensor = sql`sensor_no = (select sensor_no from sensors where id = ${sensorId})`;
  await db.execute(sql`
    insert into sensor_latest (sensor_no, datetime, inferred_seconds, inferred_at)
    select sensor_no, max(datetime), 3600, max(datetime) from samples where ${ofSensor} group by sensor_no
    on conflict (sensor_no) do update set inferred_seconds = 3600, inferred_at = excluded.inferred_at`);
  const read = () =>
    db.execute(sql`select date_part('epoch', datetime) as newest, inferred_seconds as inferred
      from sensor_latest where ${ofSensor}`);
  expect([...(await read())]).toEqual([{ newest: seconds[3], inferred: 3600 }]);
  const until = "--start-at 2019-03-10T00:05:00Z --end-at 2019-03-10T00:15:00Z --yes";
  expect((await acoustic(`remove samples --sensor ${sensorId} ${until}`)).code).toBe(0);
  expect([...(await read())]).toEqual([{ newest: seconds[0], inferred: 3600 }]);
});
