import { randomBytes } from "node:crypto";
import { scopes } from "../../src/auth/scopes.ts";
import { expect, test } from "../support/test.ts";

const at = (text: string) => Date.parse(text) / 1000;
const withoutData = scopes.filter((scope) => scope !== "v0:data:read");

test("the map shows the allowed sensors as GeoJSON, with their latest levels", async ({
  tenantOf,
  get,
}) => {
  const tenant = await tenantOf({
    site: {
      name: "Harbour",
      location: { latitude: 53.35, longitude: -6.26 },
      limits: { default: { A: 60 } },
    },
    sensors: [
      { name: "Quay", location: { latitude: 53.25, longitude: -6.5 } },
      { name: "Roof" },
      {
        name: "Crane",
        location: { latitude: 53.5, longitude: -6.25 },
        limits: { default: { A: 65.1 } },
      },
      { name: "Hidden", location: { latitude: -33, longitude: 151 } },
    ],
  });
  await tenant.addSamples([
    { second: at("2019-03-30T00:00:00Z"), LAeq: 51 },
    { second: at("2019-03-30T00:05:00Z"), LAeq: 59.99 },
    // The contract ends with the local day, an hour before the day of UTC.
    { second: at("2019-03-31T22:59:59Z"), LCeq: 70 },
    { second: at("2019-03-31T23:00:00Z"), LAeq: 99 },
  ]);
  await tenant.addSamples([{ second: at("2019-03-31T22:59:59Z"), LAeq: 65.2 }], 2);
  const [quay, roof, crane] = tenant.sensorIds;
  const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(0, 3) });

  const response = await get(tenant.path("/embedded-map"), { key });

  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({
    data: {
      projectId: tenant.projectId,
      name: "Harbour",
      timezone: "Europe/Dublin",
      center: [-6.26, 53.35],
      bbox: [-6.5, 53.25, -6.25, 53.5],
      zoom: 10,
      sensors: {
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            id: quay,
            geometry: { type: "Point", coordinates: [-6.5, 53.25] },
            properties: {
              name: "Quay",
              latest: { datetime: "2019-03-30T00:05:00.000Z", Leq: 59.99, limit: 60, over: -0.01 },
            },
          },
          { type: "Feature", id: roof, geometry: null, properties: { name: "Roof", latest: null } },
          {
            type: "Feature",
            id: crane,
            geometry: { type: "Point", coordinates: [-6.25, 53.5] },
            properties: {
              name: "Crane",
              latest: { datetime: "2019-03-31T22:59:59.000Z", Leq: 65.2, limit: 65.1, over: 0.1 },
            },
          },
        ],
      },
    },
  });
});

test("features stand in the order of their ids' bytes", async ({ tenantOf, get }) => {
  const suffixes = ["b", "B", "a", "_", "-", "10", "9"];
  const prefix = `m${randomBytes(6).toString("hex")}`;
  const ids = suffixes.map((suffix) => `${prefix}${suffix}`);
  const tenant = await tenantOf({ sensors: ids.map((id) => ({ id })) });
  const response = await get(tenant.path("/embedded-map"), { key: tenant.key });
  const { data } = (await response.json()) as { data: MapBody };
  expect(data.sensors.features.map(({ id }) => id)).toEqual(
    ["-", "10", "9", "B", "_", "a", "b"].map((suffix) => `${prefix}${suffix}`),
  );
});

interface MapBody {
  readonly center: unknown;
  readonly bbox: unknown;
  readonly zoom: unknown;
  readonly sensors: {
    readonly features: readonly {
      readonly id: string;
      readonly properties: Readonly<Record<string, unknown>>;
    }[];
  };
}

for (const [what, site, locations, expected] of [
  [
    "with one sensor",
    {},
    [{ latitude: 38.7, longitude: -9.1 }],
    { center: [-9.1, 38.7], bbox: [-9.1, 38.7, -9.1, 38.7], zoom: 16 },
  ],
  ["without sensors", {}, [], { center: null, bbox: null, zoom: 0 }],
  ["with a sensor that has no location", {}, [null], { center: null, bbox: null, zoom: 0 }],
  [
    "without sensors, at the project's location",
    { location: { latitude: 38.7, longitude: -9.1 } },
    [null],
    { center: [-9.1, 38.7], bbox: null, zoom: 16 },
  ],
  [
    "with a sensor away from the project's location",
    { location: { latitude: 0, longitude: 0 } },
    [{ latitude: 0, longitude: 45 }],
    { center: [0, 0], bbox: [45, 0, 45, 0], zoom: 2 },
  ],
] as const) {
  test(`center, box and zoom are right ${what}`, async ({ tenantOf, get }) => {
    const tenant = await tenantOf({ site, sensors: locations.map((location) => ({ location })) });
    const response = await get(tenant.path("/embedded-map"), { key: tenant.key });
    expect(response.status(), await response.text()).toBe(200);
    const { center, bbox, zoom } = ((await response.json()) as { data: MapBody }).data;
    expect({ center, bbox, zoom }).toEqual(expected);
  });
}

test("latest levels are left out for a key that may not read measurements", async ({
  tenantOf,
  get,
  database,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: at("2019-03-30T00:00:00Z"), LAeq: 51 }]);
  for (const scope of [withoutData, ["v0:embedded-map:read"] as const]) {
    const key = await tenant.createKey({ scopes: scope });
    const statements = await database.statementsOf(async () => {
      const response = await get(tenant.path("/embedded-map"), { key });
      const { data } = (await response.json()) as { data: MapBody };
      expect(data.sensors.features.map(({ properties }) => properties)).toEqual([
        { name: "Sensor 0" },
      ]);
    });
    expect(statements.filter((text) => text.includes('"samples"'))).toEqual([]);
  }
});

test("a level without a limit has nothing to be over", async ({ tenantOf, get }) => {
  const tenant = await tenantOf({ site: { limits: { default: { C: 60 } } } });
  await tenant.addSamples([{ second: at("2019-03-30T00:00:00Z"), LAeq: 51 }]);
  const response = await get(tenant.path("/embedded-map"), { key: tenant.key });
  const { data } = (await response.json()) as { data: MapBody };
  expect(data.sensors.features[0]?.properties).toEqual({
    name: "Sensor 0",
    latest: { datetime: "2019-03-30T00:00:00.000Z", Leq: 51, limit: null, over: null },
  });
});

test("without a contract the map is whole, and no sample is looked for", async ({
  tenantOf,
  get,
  database,
}) => {
  const tenant = await tenantOf({ site: { contract: null } });
  await tenant.addSamples([{ second: at("2019-03-30T00:00:00Z"), LAeq: 51 }]);
  const statements = await database.statementsOf(async () => {
    const response = await get(tenant.path("/embedded-map"), { key: tenant.key });
    expect(response.status()).toBe(200);
    const { data } = (await response.json()) as { data: MapBody };
    expect(data.sensors.features[0]?.properties).toEqual({ name: "Sensor 0", latest: null });
  });
  expect(statements.filter((text) => text.includes('"samples"'))).toEqual([]);
});

test("the latest levels of thirty sensors cost as many statements as those of eleven", async ({
  tenantOf,
  get,
  database,
}) => {
  const statementsFor = async (count: number) => {
    const tenant = await tenantOf({ sensors: count });
    for (let sensor = 0; sensor < count; sensor += 1) {
      await tenant.addSamples([{ second: at("2019-03-10") + sensor, LAeq: 40 + sensor }], sensor);
    }
    return database.statementsOf(async () => {
      const response = await get(tenant.path("/embedded-map"), { key: tenant.key });
      const { data } = (await response.json()) as { data: MapBody };
      expect(data.sensors.features.map(({ properties }) => properties["latest"])).toEqual(
        tenant.sensorIds.map((_, sensor) => expect.objectContaining({ Leq: 40 + sensor })),
      );
    });
  };
  // From eleven sensors on, one more statement counts rules before they are read.
  const [few, many] = [await statementsFor(11), await statementsFor(30)];
  expect(many.length).toBe(few.length);
  for (const statements of [few, many]) {
    expect(statements.filter((text) => text.includes('"sensor_latest"'))).toHaveLength(1);
  }
});
