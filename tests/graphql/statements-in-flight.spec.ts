import { watchDatabase } from "../support/failing-database.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const page = `events(startAt: "2019-03-10", endAt: "2019-03-11") { data { id } }`;

for (const { name, sensors, queryOf, searches, inFlight } of [
  {
    name: "the searches of four sensors have two statements",
    sensors: 4,
    queryOf: ({ projectId, sensorIds }: Tenant) =>
      `{ ${sensorIds
        .map((id, index) => `s${index}: sensor(projectId: "${projectId}", id: "${id}") { ${page} }`)
        .join(" ")} }`,
    searches: 4,
    inFlight: 2,
  },
  {
    name: "the forty searches of a large document have one statement",
    sensors: 20,
    queryOf: ({ projectId }: Tenant) =>
      `{ project(id: "${projectId}") { sensors { ${page} again: ${page} } } }`,
    searches: 40,
    inFlight: 1,
  },
]) {
  test(`${name} in flight at most`, async ({ database, serve, tenantOf, http }) => {
    const watched = watchDatabase(database);
    const gateway = await serve({ database: watched.database });
    const tenant = await tenantOf({ sensors });
    const response = await http.post(`${gateway.internalUrl}/graphql`, {
      data: { query: queryOf(tenant) },
      headers: { "svc-api-key": `Bearer ${tenant.key}` },
    });
    const answer = await response.text();
    expect(answer.match(/"data":\[\]/g)).toHaveLength(searches);
    expect(watched.seen.texts.length).toBeGreaterThan(searches);
    expect(watched.seen.mostInFlight).toBe(inFlight);
  });
}
