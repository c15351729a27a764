import { criterionOf } from "../support/criterion.ts";
import { readFile } from "node:fs/promises";
import { parse, validate } from "graphql";
import { createSchema } from "../../src/graphql/schema.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { startChargedGateway } from "../support/charged-gateway.ts";
import { staticCost } from "../support/static-cost.ts";
import { expect, test } from "../support/test.ts";

const schema = createSchema();

/** Ten days of seconds: 864,000 samples. */
const range = `startAt: "2019-03-10", endAt: "2019-03-19T23:59:59Z"`;
const perSample = 864_000 / 20;

/** A selection of a sensor, what it is charged, and what it costs by the directives; the sensor itself costs 1. */
const selections: [selection: string, charged: number, cost: number][] = [
  ["id", 0, 1],
  ["latest { id }", 1, 2],
  ["extent { firstAt }", 1, 2],
  ["interval { seconds }", 51, 1 + 51],
  [`measurements(${range}) { data { id } }`, 288, 1 + 1 + 288],
  [`measurements(${range}, limit: 2000) { data { id } }`, 2000, 1 + 1 + 2000],
  [`events(${range}, limit: 5) { data { id } }`, 1000, 1 + 1000 + 5],
  [`limitAt(at: "2019-03-10") { limit }`, 11, 1 + 11],
  [`limitAt(at: "2019-03-10", asOf: "2999-01-01") { limit }`, 111, 1 + 11 + 100],
  // One for each of eleven days, and one for the only segment.
  [`limitTimeline(${range}) { limit }`, 12, 1 + 1000],
  [`exclusions(${range}) { reason }`, 20, 1 + 100 * 4],
  ["microphone { height } class", 0, 1 + 1],
  [`microphone(asOf: "2999-01-01") { height }`, 100, 1 + 1 + 100],
  [`class(asOf: "2999-01-01")`, 100, 1 + 100],
  ["calibrations { level }", 2, 1 + 10],
  ["schedule { default { A } }", 0, 1 + 45 + 1],
  [
    `aggregates(${range}, bucket: day, maxBuckets: 20) { buckets { Leq } }`,
    perSample + 10,
    1 + 55_000 + 20,
  ],
  [
    `aggregates(${range}, bucket: day, validOnly: true) { buckets { Leq } }`,
    perSample + 10 + 1,
    1 + 55_000 + 1000 + 5000,
  ],
  // Ten days are 240 hours.
  [`series(${range}) { buckets { Leq } }`, perSample + 240, 1 + 55_000 + 500],
  // The first night belongs to the day before.
  [`indicators(${range}) { longTerm { Lden } }`, perSample + 5 * 11, 1 + 56_830 + 1],
  [`weekProfile(${range}) { fweighting }`, perSample + 168, 1 + 55_168],
  [`distribution(${range}) { samples }`, perSample, 1 + 55_000],
  [`availability(${range}) { samples }`, perSample, 1 + 55_000],
  [`episodes(${range}) { data { seconds } }`, perSample, 1 + 55_000 + 1000],
  // A record for twenty exclusions.
  [`assessments(${range}) { meta { clamped } }`, perSample + 10 + 1, 1 + 70_000 + 1],
];

test("the cost of a field by the directives is at least what it is charged", async ({
  tenantOf,
  database,
  databaseConfig,
  audioStore,
}) => {
  const criterion = criterionOf("day LAeq 07:00-19:00 60");
  const tenant = await tenantOf({
    site: { intervalSeconds: 1, criteria: [criterion] },
    sensors: [{ calibrations: [{ date: "2019-01-01" }, { date: "2019-02-01" }] }],
  });
  await tenant.addExclusions([["2019-03-11", "2019-03-12", "rain"]]);
  const charged = await startChargedGateway({ databaseConfig, database, store: audioStore });
  try {
    const found: typeof selections = [];
    for (const [selection] of selections) {
      const text = `{ sensor(projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}") { ${selection} } }`;
      expect(validate(schema, parse(text)), text).toEqual([]);
      const records = await charged.recordsOf(text, tenant.key);
      found.push([selection, records ?? -1, staticCost(schema, parse(text))]);
    }
    expect(found).toEqual(selections);
  } finally {
    await charged.stop();
  }
});

test("criteria, versions and events of a project cost at least what they are charged", async ({
  tenantOf,
  database,
  databaseConfig,
  audioStore,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const criterion = criterionOf("day LAeq 07:00-19:00 60");
  const named = { ...criterion, sensors: tenant.sensorIds };
  await tenant.apply({ criteria: [named, { ...named, id: "other" }] });
  const charged = await startChargedGateway({ databaseConfig, database, store: audioStore });
  const recordsOf = async (selection: string) => {
    const text = `{ project(id: "${tenant.projectId}") { ${selection} } }`;
    return [await charged.recordsOf(text, tenant.key), staticCost(schema, parse(text))];
  };
  try {
    expect(await recordsOf("criteria { id }")).toEqual([2 * (1 + 3), 1 + 5 * 51]);
    const [versions = 0, cost] = await recordsOf("versions { version }");
    expect(versions).toBeGreaterThan(2);
    expect(cost).toBe(1 + 10 * 501);
    expect(await recordsOf(`events(${range}) { data { id } }`)).toEqual([
      1000 + 3 * 20,
      1 + 2000 + 288,
    ]);
  } finally {
    await charged.stop();
  }
});

test("the page names the costs of its examples", async () => {
  const page = await readFile(packageFile("docs/graphql.md"), "utf8");
  const sensor = `sensor(projectId: "p", id: "s")`;
  const sensors = (selection: string) => `{ project(id: "p") { sensors { ${selection} } } }`;
  for (const query of [
    sensors(`measurements(${range}, limit: 2000) { data { LAeq } }`),
    `{ ${sensor} { series(${range}) { buckets { Leq } } } }`,
    sensors(`series(${range}) { buckets { Leq } }`),
  ]) {
    expect(page).toContain(staticCost(schema, parse(query)).toLocaleString("en"));
  }
});
