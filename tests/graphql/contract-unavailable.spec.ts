import { eq, sql } from "drizzle-orm";
import { projects } from "../../src/database/tables/sites.ts";
import { written } from "../support/gateway.ts";
import { problemOf, problemWith } from "../support/problem.ts";
import { expect, test } from "../support/test.ts";

/** Changes of a contract by hand in the database, and the lines that they log. */
const changes: readonly {
  readonly issue: string;
  readonly change: object;
}[] = [
  { issue: "no contract is configured", change: { contractStartAt: null, contractEndAt: null } },
  { issue: "the contract has no start", change: { contractStartAt: null } },
  { issue: "the contract has no end", change: { contractEndAt: null } },
  {
    issue: "the contract has a bound outside the years 0001 to 9999",
    change: { contractEndAt: sql`'infinity'` },
  },
  {
    issue: "the contract starts after it ends",
    change: { contractStartAt: new Date("2019-04-01") },
  },
  { issue: 'the time zone "Mars/Olympus" is unknown', change: { timezone: "Mars/Olympus" } },
];

const message = "The contract configuration of this project is invalid or unavailable.";

for (const { issue, change } of changes) {
  test(`contract_unavailable is the same answer, and in the log: ${issue}`, async ({
    tenantOf,
    database,
    get,
    graphql,
  }) => {
    const tenant = await tenantOf({ sensors: 2 });
    await database.db.update(projects).set(change).where(eq(projects.id, tenant.projectId));

    const { key } = tenant;
    const range = { startAt: "2019-03-10", endAt: "2019-03-11" };
    const rest = await get(tenant.measurementsPath(), {
      key,
      query: range,
      headers: { "x-request-id": `rest-${tenant.projectId}` },
    });
    expect(rest.status()).toBe(503);
    expect(rest.headers()["retry-after"]).toBe("60");
    expect(await problemOf(rest)).toEqual(problemWith("contract_unavailable", { detail: message }));

    const document = `{ project(id: "${tenant.projectId}") { sensors { latest { id } } } }`;
    const headers = { "x-request-id": `graphql-${tenant.projectId}` };
    const answer = await graphql(document, { key, headers });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({
      data: { project: { sensors: [{ latest: null }, { latest: null }] } },
      errors: [0, 1].map((index) => ({
        message,
        locations: [{ line: 1, column: document.indexOf("latest") + 1 }],
        path: ["project", "sensors", index, "latest"],
        extensions: { code: "CONTRACT_UNAVAILABLE" },
      })),
    });

    const causes = written.lines
      .map((line) => JSON.parse(line) as { requestId?: string; cause?: { message: string }[] })
      .filter(({ requestId, cause }) => requestId?.endsWith(tenant.projectId) && cause);
    expect(causes.map(({ requestId, cause }) => [requestId, cause?.map((e) => e.message)])).toEqual(
      ["rest", "graphql"].map((listener) => [
        `${listener}-${tenant.projectId}`,
        [`project ${tenant.projectId}: ${issue}`],
      ]),
    );
  });
}
