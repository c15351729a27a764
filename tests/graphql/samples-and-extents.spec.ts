import { eq } from "drizzle-orm";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { reportedWeightings } from "../../src/database/tables/samples.ts";
import { recordings } from "../../src/database/tables/recordings.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test } from "../support/test.ts";

const at = (text: string) => Date.parse(text) / 1000;
const second = at("2019-03-10T12:00:00Z");

/** The contract of a tenant: from the first second of March 2019 in Dublin to the last but none. */
const contract = { first: at("2019-03-01T00:00:00Z"), last: at("2019-03-31T22:59:59Z") };

test("a sample is read by its id, with the limit of its weighting", async ({
  tenantOf,
  readSensor,
}) => {
  const tenant = await tenantOf({
    site: {
      limits: { default: { A: 60, C: 80 } },
      classification: { model: "m", minConfidence: 0.5 },
    },
  });
  await tenant.addClassifications([
    ["m", second, "siren", 0.5],
    ["m", second, "engine", 0.4],
    ["other", second, "dog", 1],
    ["m", second + 1, "voice", 1],
  ]);
  await tenant.addSamples([
    { second: second - 1, LAeq: 50 },
    { second, LAeq: 61.5, LCeq: 79 },
    { second: second + 1, LAeq: 52 },
  ]);
  const id = `${tenant.sensorIds[0]}.${second}`;
  const fields =
    "id datetime fweighting Leq LCeq limit over audioUrl classification { label confidence model }";
  const answer = await readSensor(
    tenant,
    `a: sample(id: "${id}") { ${fields} } c: sample(id: "${id}", fweighting: C) { ${fields} }`,
  );
  const classification = { label: "siren", confidence: 0.5, model: "m" };
  const datetime = "2019-03-10T12:00:00.000Z";
  const shared = { id, datetime, LCeq: 79, audioUrl: null, classification };
  expect(answer).toEqual({
    a: { ...shared, fweighting: "A", Leq: 61.5, limit: 60, over: 1.5 },
    c: { ...shared, fweighting: "C", Leq: 79, limit: 80, over: -1 },
  });
});

test("an id of no sample of the sensor inside the contract is NOT_FOUND", async ({
  tenantOf,
  askSensor,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const [own = "", other = ""] = tenant.sensorIds;
  await tenant.addSamples([
    { second, LAeq: 61 },
    { second: contract.first - 1, LAeq: 61 },
    { second: contract.last + 1, LAeq: 61 },
  ]);
  await tenant.addSamples([{ second, LAeq: 61 }], 1);
  const ask = async (id: string) => {
    const answer = await askSensor(tenant, `sample(id: ${JSON.stringify(id)}) { id }`);
    return answer.json();
  };
  expect(await ask(`${own}.${second}`)).toMatchObject({ data: { sensor: { sample: {} } } });
  for (const id of [
    `${own}.${second + 1}`,
    `${own}.${contract.first - 1}`,
    `${own}.${contract.last + 1}`,
    `${own}.999999999999`,
    `${other}.${second}`,
    `${own}.0${second}`,
    `${own}.${second}.0`,
    own,
    "",
    "a\u0000b",
  ]) {
    expect([id, await ask(id)]).toMatchObject([
      id,
      { data: { sensor: { sample: null } }, errors: [{ extensions: { code: "NOT_FOUND" } }] },
    ]);
  }
});

test("a sample's recording is described without a lease, by the values that the import read", async ({
  tenantOf,
  readSensor,
  database,
  audioStore,
  gateway,
}) => {
  const tenant = await tenantOf();
  const [sensorId = ""] = tenant.sensorIds;
  const { db } = database;
  const now = Date.now() as Instant;
  const stores = { db, store: audioStore };
  await tenant.addSamples([0, 1, 2, 3, 4].map((offset) => ({ second: second + offset, LAeq: 50 })));
  const kept = await addRecording(stores, sensorId, second, { bytes: Buffer.alloc(4321) });
  const set = (objectName: string, values: Partial<typeof recordings.$inferInsert>) =>
    db.update(recordings).set(values).where(eq(recordings.objectName, objectName));
  await set(kept.objectName, { sampleRateHertz: 44_100, totalSamples: 441_001 });
  const missing = await addRecording(stores, sensorId, second + 1);
  await set(missing.objectName, { missingSince: new Date(now) });
  await addRecording(stores, sensorId, second + 2, { retainUntil: new Date(now) });
  await addRecording(stores, sensorId, second + 3, { retainUntil: new Date(now + 1) });
  gateway.clock.now = now;
  let answer: unknown;
  const sent = await database.statementsOf(async () => {
    answer = await readSensor(
      tenant,
      `measurements(startAt: "2019-03-10", endAt: "2019-03-11") {
        data { recording { durationSeconds sampleRate byteLength } } }`,
    );
  });
  gateway.clock.now = null;
  const data = [
    { durationSeconds: 441_001 / 44_100, sampleRate: 44_100, byteLength: 4321 },
    null,
    null,
    { durationSeconds: 1, sampleRate: 16_000, byteLength: 5000 },
    null,
  ].map((recording) => ({ recording }));
  expect(answer).toEqual({ measurements: { data } });
  expect(sent.filter((text) => text.includes("recordings"))).toHaveLength(1);
  expect(sent.filter((text) => text.includes("audio_leases"))).toEqual([]);
});

test("an extent is of the samples inside the contract, and names the weightings that they have", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 6 });
  // All weightings are outside the contract.
  const outside = [contract.first - 1, contract.last + 1].map((edge) => ({
    second: edge,
    LAeq: 50,
    LCeq: 50,
    LZeq: 50,
  }));
  await tenant.addSamples([...outside], 0);
  await tenant.addSamples(
    [
      ...outside,
      { second: contract.first, LAFmax: 70 },
      { second, LCeq: 60 },
      { second: contract.last, LAFmax: 70 },
    ],
    1,
  );
  await tenant.addSamples([{ second, LAeq: 60, LZeq: 62 }], 2);
  await tenant.addSamples([{ second, LAFmax: 60 }], 3);
  // An older sample comes later, and the only one of a weighting loses its level.
  await tenant.addSamples([{ second: second + 600, LAeq: 50, LZeq: 50 }], 4);
  await tenant.addSamples([{ second: second + 300, LCeq: 50 }], 4);
  await tenant.addSamples([{ second: second + 600, LAeq: 51 }], 4);
  const ask = async () => {
    const answer = await graphql(
      `{ project(id: "${tenant.projectId}") { sensors { extent { firstAt lastAt weightings } } } }`,
      { key: tenant.key },
    );
    return answer.json();
  };
  const presented = (unixSecond: number) => new Date(unixSecond * 1000).toISOString();
  const none = { firstAt: null, lastAt: null, weightings: [] };
  const only = (unixSecond: number, weightings: string[]) => ({
    firstAt: presented(unixSecond),
    lastAt: presented(unixSecond),
    weightings,
  });
  const extents = [
    none,
    { firstAt: presented(contract.first), lastAt: presented(contract.last), weightings: ["C"] },
    only(second, ["A", "Z"]),
    only(second, []),
    { firstAt: presented(second + 300), lastAt: presented(second + 600), weightings: ["A", "C"] },
    none,
  ];
  expect(await ask()).toEqual({
    data: { project: { sensors: extents.map((extent) => ({ extent })) } },
  });
});

test("the extent of a sensor is one statement, which names its number", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 5 });
  for (const sensor of tenant.sensorIds.keys()) {
    await tenant.addSamples([{ second, LAeq: 1 }], sensor);
  }
  let answer: unknown;
  const sent = await database.statementsOf(async () => {
    const query = `{ project(id: "${tenant.projectId}") { sensors { extent { weightings } } } }`;
    answer = await (await graphql(query, { key: tenant.key })).json();
  });
  expect(answer).toEqual({
    data: { project: { sensors: tenant.sensorIds.map(() => ({ extent: { weightings: ["A"] } })) } },
  });
  expect(sent.filter((text) => text.includes("samples"))).toHaveLength(5);
});

test("a weighting that the sensor is not known to report is not looked for", async ({
  tenantOf,
  readSensor,
  database,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([
    { second, LCeq: 50, LZeq: 50 },
    { second: second + 1, LCeq: 50 },
    // The last sample would itself have the weightings.
    { second: second + 2, LAFmax: 50 },
  ]);
  const weightings = async () => (await readSensor(tenant, "extent { weightings }"))["extent"];
  expect(await weightings()).toEqual({ weightings: ["C", "Z"] });
  const sensorNo = (await selectSensorNos(database.db)).get(tenant.sensorIds[0] ?? "") ?? 0;
  const own = eq(reportedWeightings.sensorNo, sensorNo);
  await database.db.delete(reportedWeightings).where(own);
  expect(await weightings()).toEqual({ weightings: [] });
});
