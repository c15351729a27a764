import { expect, test } from "../support/test.ts";

const second = Date.parse("2019-03-10T00:00:00Z") / 1000;

test("only the latest levels of the map need v0:data:read", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second, LAeq: 60.5 }]);
  const query = `{ embeddedMap(projectId: "${tenant.projectId}") {
    name sensors { features { id properties { name latest { datetime Leq limit over } } } }
  } }`;
  const ask = async (scopes: Parameters<typeof tenant.createKey>[0]) =>
    graphql(query, { key: await tenant.createKey(scopes) });
  const bodyWith = (latest: unknown) => ({
    embeddedMap: {
      name: "Project of a test",
      sensors: {
        features: [{ id: tenant.sensorIds[0], properties: { name: "Sensor 0", latest } }],
      },
    },
  });

  const whole = await ask({ scopes: ["v0:embedded-map:read", "v0:data:read"] });
  expect(await whole.json()).toEqual({
    data: bodyWith({ datetime: "2019-03-10T00:00:00.000Z", Leq: 60.5, limit: 60, over: 0.5 }),
  });

  const partial = await ask({ scopes: ["v0:embedded-map:read"] });
  expect(partial.status()).toBe(200);
  const { data, errors } = (await partial.json()) as {
    data: unknown;
    errors: { path: unknown; extensions: unknown }[];
  };
  expect(data).toEqual(bodyWith(null));
  expect(errors.map(({ path, extensions }) => ({ path, extensions }))).toEqual([
    {
      path: ["embeddedMap", "sensors", "features", 0, "properties", "latest"],
      extensions: { code: "FORBIDDEN", requiredScopes: ["v0:data:read"] },
    },
  ]);
});

test("the map and the latest samples of its sensors share a statement of samples", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  for (const sensor of [0, 1, 2]) await tenant.addSamples([{ second, LAeq: 50 }], sensor);
  const statements = await database.statementsOf(async () => {
    const response = await graphql(
      `{
        embeddedMap(projectId: "${tenant.projectId}") {
          sensors { features { properties { latest { Leq } } } } }
        project(id: "${tenant.projectId}") { sensors { latest { Leq } } }
      }`,
      { key: tenant.key },
    );
    const latest = [50, 50, 50].map((Leq) => ({ latest: { Leq } }));
    expect(await response.json()).toEqual({
      data: {
        embeddedMap: { sensors: { features: latest.map((properties) => ({ properties })) } },
        project: { sensors: latest },
      },
    });
  });
  expect(statements.filter((text) => text.includes('"sensor_latest"'))).toHaveLength(1);
});

test("a project and its map in one document read the project and its sensors once", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const { key, projectId, sensorIds } = await tenantOf({ sensors: 2 });
  const statements = await database.statementsOf(async () => {
    const response = await graphql(
      `{
        project(id: "${projectId}") { name sensors { id } }
        embeddedMap(projectId: "${projectId}") { name sensors { features { id } } }
      }`,
      { key },
    );
    const sensors = sensorIds.map((id) => ({ id }));
    const name = "Project of a test";
    expect(await response.json()).toEqual({
      data: { project: { name, sensors }, embeddedMap: { name, sensors: { features: sensors } } },
    });
  });
  // The key, the project, its sensors.
  expect(statements).toHaveLength(3);
});
