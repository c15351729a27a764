import { watchDatabase } from "../support/failing-database.ts";
import { expect, test } from "../support/test.ts";

const page = `events(startAt: "2019-03-10", endAt: "2019-03-11") { data { id } }`;

test("the forty searches of a document have two statements in flight at most", async ({
  database,
  serve,
  tenantOf,
  http,
}) => {
  const watched = watchDatabase(database);
  const gateway = await serve({ database: watched.database });
  const { projectId, key } = await tenantOf({ sensors: 20 });
  const response = await http.post(`${gateway.internalUrl}/graphql`, {
    data: { query: `{ project(id: "${projectId}") { sensors { ${page} again: ${page} } } }` },
    headers: { "svc-api-key": `Bearer ${key}` },
  });
  const answer = await response.text();
  expect(answer.match(/"data":\[\]/g)).toHaveLength(40);
  expect(watched.seen.texts.length).toBeGreaterThan(40);
  expect(watched.seen.mostInFlight).toBe(2);
});
