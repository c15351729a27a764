import { criterionOf } from "../support/criterion.ts";
import { sql } from "drizzle-orm";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{ ask: (tenant: Tenant, args: string, fields: string) => Promise<Body> }>({
  ask: async ({ graphql }, use) => {
    await use(async ({ projectId, sensorIds, key }, args, fields) => {
      const of = `projectId: "${projectId}", id: "${sensorIds[0]}"`;
      const query = `{ sensor(${of}) { assessments(${range}${args}) { ${fields} } } }`;
      return (await (await graphql(query, { key })).json()) as Body;
    });
  },
});

interface Body {
  readonly data?: { readonly sensor: { readonly assessments: unknown } };
  readonly errors?: readonly {
    readonly extensions: { readonly errors?: readonly { readonly parameter: string }[] };
  }[];
}

const range = `startAt: "2019-03-10T12:00:00Z", endAt: "2019-03-10T12:00:00Z"`;
const noon = Date.parse("2019-03-10T12:00:00Z") / 1000;
const works = criterionOf("works LAeq 12:00-13:00 60");

const assessed = (body: Body) => body.data?.sensor.assessments;
const parametersOf = ({ errors }: Body) =>
  errors?.flatMap(({ extensions }) => extensions.errors?.map(({ parameter }) => parameter));

test("assessments as of an instant have the criteria and holidays that were in force, in today's zone", async ({
  tenantOf,
  ask,
}) => {
  const sunday = { ...works, days: ["sun"] };
  const tenant = await tenantOf({ site: { criteria: [sunday], intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: noon, LAeq: 62 }]);
  const changed = { ...sunday, limit: 65 };
  await tenant.apply({ criteria: [changed, { ...works, id: "new" }], timezone: "Europe/Lisbon" });
  const holidays = [{ date: "2019-03-10", name: "Made up" }];
  await tenant.apply({ criteria: [changed, { ...works, id: "new" }], holidays });
  await tenant.dateVersions();
  const fields = "asOf data { criterionId limit verdict }";
  const instants = ["2001-06-01T00:00:00.000Z", "2002-01-01T00:00:00.000Z"];
  const [first, second] = instants.map((at) => `, asOf: "${at}"`);
  expect(assessed(await ask(tenant, first ?? "", fields))).toEqual({
    asOf: instants[0],
    data: [{ criterionId: "works", limit: 60, verdict: "exceeded" }],
  });
  const newer = { criterionId: "new", limit: 60, verdict: "exceeded" };
  expect(assessed(await ask(tenant, second ?? "", fields))).toEqual({
    asOf: instants[1],
    data: [{ criterionId: "works", limit: 65, verdict: "kept" }, newer],
  });
  // Today the date is a holiday, and `works` does not speak of those.
  expect(assessed(await ask(tenant, "", fields))).toEqual({ asOf: null, data: [newer] });
});

test("an instant before the first version, and criteria that were not there then, are named with all that is wrong", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ site: { criteria: [works] } });
  await tenant.apply({ criteria: [{ ...works, id: "new" }] });
  await tenant.dateVersions();
  const refused = async (args: string) => parametersOf(await ask(tenant, args, "asOf"));
  expect(await refused(`, asOf: "2000-12-31T23:59:59.999Z"`)).toEqual(["asOf"]);
  expect(await refused(`, asOf: "2000-12-31", criteria: ["new"]`)).toEqual(["asOf"]);
  expect(await refused(`, asOf: "2001-01-01", criteria: ["new"]`)).toEqual(["criteria"]);
  expect(await refused(`, asOf: "2002-01-01", criteria: ["works"]`)).toEqual(["criteria"]);
});

test("a sample that starts in an exclusion does not count, and its time is reported", async ({
  tenantOf,
  ask,
  database,
}) => {
  const tenant = await tenantOf({ site: { criteria: [works], intervalSeconds: 600 } });
  await tenant.addSamples(
    [58, 90, 90, 58, 58, 58].map((LAeq, place) => ({ second: noon + place * 600, LAeq })),
  );
  const fields =
    "data { samples coveredSeconds excludedSeconds coverage verdict level exceedances { level } }";
  const all = { samples: 6, coveredSeconds: 3600, excludedSeconds: 0, coverage: 1 };
  const before = assessed(await ask(tenant, "", fields));
  expect(before).toMatchObject({ data: [{ ...all, verdict: "exceeded" }] });
  await database.db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason)
    select sensor_no, times.start_at, times.end_at, 'thunder' from sensors, (values
      (to_timestamp(${noon + 600}::float8), to_timestamp(${noon + 900}::float8)),
      (to_timestamp(${noon + 900}::float8), to_timestamp(${noon + 1800}::float8))) as times (start_at, end_at)
    where id = ${tenant.sensorIds[0] ?? ""}`);
  expect(assessed(await ask(tenant, "", fields))).toEqual({
    data: [
      {
        samples: 4,
        coveredSeconds: 2400,
        excludedSeconds: 1200,
        coverage: 2 / 3,
        verdict: "undecided",
        level: 58,
        exceedances: [],
      },
    ],
  });
});
