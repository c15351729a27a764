import { watchDatabase } from "../support/failing-database.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expect, test } from "../support/test.ts";

test("a document of forty searches has two statements in flight at most", async ({
  database,
  databaseConfig,
  audioStore,
  tenantOf,
  http,
}) => {
  const watched = watchDatabase(database);
  const gateway = await startTestGateway({
    databaseConfig,
    database: watched.database,
    store: audioStore,
  });
  const tenant = await tenantOf({ sensors: 20 });
  const page = `events(startAt: "2019-03-10", endAt: "2019-03-11") { data { id } }`;
  const query = `{ project(id: "${tenant.projectId}") { sensors { ${page} again: ${page} } } }`;
  const response = await http.post(`${gateway.internalUrl}/graphql`, {
    data: { query },
    headers: { "svc-api-key": `Bearer ${tenant.key}` },
  });
  await gateway.stop();
  const { data } = (await response.json()) as { data: { project: { sensors: unknown[] } } };
  const empty = { data: [] };
  expect(data.project.sensors).toEqual(
    tenant.sensorIds.map(() => ({ events: empty, again: empty })),
  );
  expect(watched.counts.sent).toBeGreaterThan(40);
  expect(watched.counts.mostInFlight).toBe(2);
});
