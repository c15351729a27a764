import { readFileSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";

/** The queries that the README and the pages for dashboards show, with the ids of the demonstration. */
const queries = [
  ...matches("README.md", /query='(?<query>[^']+)'/g),
  ...matches("docs/graphql.md", /```graphql\n(?<query>[^]+?)```/g),
  // `Latest` is part of a documented program, which has a test of its own.
].filter((query) => !query.startsWith("query Latest"));

function matches(file: string, pattern: RegExp): string[] {
  const text = readFileSync(packageFile(file), "utf8");
  return Array.from(text.matchAll(pattern), ({ groups }) => groups?.["query"] ?? "");
}

test("the documents show queries", () => {
  expect(queries).toHaveLength(5);
});

for (const query of queries) {
  test(`${query.replaceAll(/\s+/g, " ").slice(0, 160)} is answered`, async ({
    tenantOf,
    graphql,
  }) => {
    const site = {
      limits: { default: { A: 60 } },
      contract: { startAt: "2019-03-10", endAt: "2019-03-11" },
    };
    const tenant = await tenantOf({ site });
    const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
    await tenant.addSamples(
      Array.from({ length: 600 }, (_, index) => ({
        second: first + 300 * index,
        LAeq: 61,
        LAFmax: 70,
      })),
    );
    const asked = query
      .replaceAll("demo-lisbon-street", tenant.sensorIds[0] ?? "")
      .replaceAll("demo-lisbon", tenant.projectId);
    const answer = (await (await graphql(asked, { key: tenant.key })).json()) as { data: unknown };
    expect(Object.keys(answer)).toEqual(["data"]);
    expect(JSON.stringify(answer)).toMatch(/"(?:Leq|LAeq)":61\b|"datetime":"2019-03-1[01]T/);
  });
}
