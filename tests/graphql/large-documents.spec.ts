import { levelsFrom } from "../support/series.ts";
import { expect, test } from "../support/test.ts";

test("a large document is answered as small ones are, also beside an error", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const second = Date.parse("2019-03-10T00:00:00Z") / 1000;
  const samples = levelsFrom(second, 1500, 60, (index) => 50 + (index % 20));
  for (const [index] of tenant.sensorIds.entries()) await tenant.addSamples(samples, index);
  const key = await tenant.createKey({ scopes: ["v0:projects:read", "v0:data:read"] });
  const fields = "id datetime LAeq LCeq LZeq LAFmax limit fweighting";
  const pageOf = (limit: number) =>
    `measurements(startAt: "2019-03-10", endAt: "2019-03-12", limit: ${limit}) { data { ${fields} } cursor }`;
  const sensorOf = (id: string | undefined, page: string) =>
    `sensor(projectId: "${tenant.projectId}", id: "${id}") { id ${page} }`;
  const [first, ...others] = await Promise.all(
    tenant.sensorIds.map(async (id) => {
      const response = await graphql(`{ ${sensorOf(id, pageOf(2000))} }`, { key });
      return ((await response.json()) as { data: { sensor: object } }).data.sensor;
    }),
  );

  const [forbidden] = tenant.sensorIds;
  const response = await graphql(
    `{ project(id: "${tenant.projectId}") { sensors { id ${pageOf(2000)} } }
       ${sensorOf(forbidden, 'events(startAt: "2019-03-10", endAt: "2019-03-12") { cursor }')} }`,
    { key },
  );
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({
    data: { project: { sensors: [first, ...others] }, sensor: { id: forbidden, events: null } },
    errors: [
      {
        message: expect.any(String),
        locations: [{ line: 2, column: expect.any(Number) }],
        path: ["sensor", "events"],
        extensions: { code: "FORBIDDEN", requiredScopes: ["v0:events:read"] },
      },
    ],
  });
  expect(text).toBe(JSON.stringify(JSON.parse(text)));
});
