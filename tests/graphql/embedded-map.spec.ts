import type { Instant } from "../../src/acoustics/time/instant.ts";
import { expect, test } from "../support/test.ts";

const second = Date.parse("2019-03-10T00:00:00Z") / 1000;

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

test("a sample of the future is no latest one, of no weighting and not on the map, until its time has come", async ({
  gateway,
  tenantOf,
  graphql,
}) => {
  const at = (text: string) => Date.parse(text) / 1000;
  const tenant = await tenantOf({
    site: { contract: { startAt: "2019-03-01", endAt: "2040-12-31" } },
    sensors: 2,
  });
  const future = { second: at("2036-03-10T12:00:00Z"), LAeq: 99, LCeq: 99 };
  await tenant.addSamples([
    { second: at("2019-03-10T12:00:00Z"), LAeq: 50, LCeq: 60 },
    { second: at("2019-03-10T12:05:00Z"), LAeq: 51 },
    future,
  ]);
  await tenant.addSamples([future], 1);
  const read = async () => {
    const answer = await graphql(
      `{ project(id: "${tenant.projectId}") { sensors { a: latest { Leq } c: latest(fweighting: C) { Leq } } }
         embeddedMap(projectId: "${tenant.projectId}") {
           sensors { features { properties { latest { Leq } } } } } }`,
      { key: tenant.key },
    );
    const { data } = (await answer.json()) as {
      data: { project: unknown; embeddedMap: { sensors: { features: unknown } } };
    };
    return [data.project, data.embeddedMap.sensors.features];
  };
  const none = { latest: null };
  expect(await read()).toEqual([
    {
      sensors: [
        { a: { Leq: 51 }, c: { Leq: 60 } },
        { a: null, c: null },
      ],
    },
    [{ properties: { latest: { Leq: 51 } } }, { properties: none }],
  ]);
  gateway.clock.now = (future.second * 1000) as Instant;
  const loudest = { Leq: 99 };
  const then = await read();
  gateway.clock.now = null;
  expect(then).toEqual([
    { sensors: [0, 1].map(() => ({ a: loudest, c: loudest })) },
    [0, 1].map(() => ({ properties: { latest: loudest } })),
  ]);
});
