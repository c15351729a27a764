import type { Tenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
const first = Date.parse("2019-03-10T00:00:00Z") / 1000;

/** Every kind of page, by the field that has it. */
const pages: [field: string, ofSensor: boolean][] = [
  ["measurements", true],
  ["events", true],
  ["events", false],
];

async function tenantWithSamples(tenantOf: () => Promise<Tenant>): Promise<Tenant> {
  const tenant = await tenantOf();
  await tenant.addSamples([0, 300, 600].map((later) => ({ second: first + later, LAeq: 61 })));
  return tenant;
}

for (const [field, ofSensor] of pages) {
  test(`pageInfo of ${field} of a ${ofSensor ? "sensor" : "project"} says what its cursor says`, async ({
    tenantOf,
    graphql,
  }) => {
    const tenant = await tenantWithSamples(tenantOf);
    const of = ofSensor
      ? `sensor(projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}")`
      : `project(id: "${tenant.projectId}")`;
    const type = ofSensor ? "UnixSecond! = 0" : "String";
    const query = `query ($cursor: ${type}) { of: ${of} {
      page: ${field}(${range}, limit: 2, cursor: $cursor) {
        data { datetime } cursor pageInfo { hasNextPage endCursor } } } }`;
    const ask = async (cursor?: unknown) => {
      const answer = await graphql(query, { key: tenant.key, variables: { cursor } });
      const { data } = (await answer.json()) as {
        data: { of: { page: { data: unknown[]; cursor: unknown; pageInfo: unknown } } };
      };
      return data.of.page;
    };
    const one = await ask();
    expect(one.cursor).not.toBeNull();
    expect(one.pageInfo).toEqual({ hasNextPage: true, endCursor: one.cursor });
    expect(await ask(one.cursor)).toEqual({
      data: [{ datetime: "2019-03-10T00:10:00.000Z" }],
      cursor: null,
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
}

test("a fragment on what buckets and hours of the week share is answered in both", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantWithSamples(tenantOf);
  const query = `{ sensor(projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}") {
      aggregates(${range}, bucket: range) { buckets { __typename ...Shared } }
      weekProfile(${range}) { cells { __typename hour ...Shared } } } }
    fragment Shared on SampleStatistics { samples Leq events maxOver }`;
  const answer = await graphql(query, { key: tenant.key });
  const { data } = (await answer.json()) as {
    data: { sensor: { aggregates: unknown; weekProfile: { cells: unknown[] } } };
  };
  const shared = { samples: 3, Leq: 61, events: 3, maxOver: 1 };
  expect(data.sensor.aggregates).toEqual({ buckets: [{ __typename: "Aggregate", ...shared }] });
  // 10 March 2019 was a Sunday.
  expect(data.sensor.weekProfile.cells[6 * 24]).toEqual({
    __typename: "WeekCell",
    hour: 0,
    ...shared,
  });
});
