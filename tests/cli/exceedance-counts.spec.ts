import { readAllPages } from "../support/pages.ts";
import type { SiteOptions } from "../support/tenant.ts";
import { appliedProject, expect, test } from "./acoustic.ts";

/*
 * The counts of `apply` before and after a change are the events of the API before and after it.
 */

const halfHour = 1800;
const secondOf = (instant: string) => Date.parse(instant) / 1000;

/** From before the contract of the test's project to after it, over the clock change of 2019-03-31. */
const samples = Array.from(
  { length: (secondOf("2019-04-02") - secondOf("2019-02-27")) / halfHour },
  (_, index) => ({
    second: secondOf("2019-02-27") + index * halfHour,
    LAeq: 50 + ((index * 7) % 30),
    ...(index % 3 === 0 ? {} : { LCeq: 60 + ((index * 11) % 40) + 0.01 }),
  }),
);

const night = { days: ["sun", "mon"], from: "22:00", to: "07:30", limit: { A: 55, C: 70 } };

const base = {
  holidays: [],
  limits: { default: { A: 65 }, schedule: [night] },
  contract: { startAt: "2019-03-01", endAt: "2019-03-31" },
};

for (const [what, change] of [
  ["the default", { limits: { ...base.limits, default: { A: 60.5, C: 90 } } }],
  ["a window", { limits: { default: { A: 65 }, schedule: [{ ...night, to: "06:00" }] } }],
  ["all limits", { limits: null }],
  [
    "the holidays",
    {
      holidays: [{ date: "2019-03-18" }],
      limits: { ...base.limits, schedule: [{ ...night, days: ["holiday"] }] },
    },
  ],
  ["the time zone", { timezone: "Australia/Lord_Howe" }],
  ["the contract, to a part", { contract: { startAt: "2019-03-05", endAt: "2019-03-20" } }],
  [
    "the contract, to a later one",
    { contract: { startAt: "2019-03-31T12:00Z", endAt: "2019-06-01" } },
  ],
  ["the contract, to none", { contract: null }],
] as const) {
  test(`exceedances before and after a change of ${what} are the events of the API`, async ({
    tenantOf,
    acoustic,
    folder,
    gateway,
    get,
  }) => {
    const own = { limits: { default: { A: 72 } } };
    const tenant = await tenantOf({ site: base, sensors: [{}, own] });
    await tenant.addSamples(samples, 0);
    await tenant.addSamples(samples, 1);
    const file = await folder.write("site.json", tenant.siteFile(change));
    const eventsOf = async (sensor: string, fweighting: string) => {
      const path = tenant.path(`/sensors/${sensor}/events`);
      const query = { startAt: "2019-01-01", endAt: "2019-12-31", fweighting };
      // Without a contract there are no events.
      if ((await get(path, { key: tenant.key, query })).status() === 503) return 0;
      const source = { url: `${gateway.publicUrl}${path}`, key: tenant.key, query };
      return (await readAllPages(source, 2000)).flatMap(({ data }) => data).length;
    };
    const count = async () => {
      const counts = [];
      for (const sensor of tenant.sensorIds) {
        for (const weighting of ["A", "C"]) {
          counts.push([sensor, weighting, await eventsOf(sensor, weighting)] as const);
        }
      }
      return counts;
    };
    const before = await count();
    const dryRun = await acoustic(["apply", "--json", "--dry-run", file]);
    expect(await count()).toEqual(before);
    const run = await acoustic(["apply", "--json", file]);
    expect(run.stdout).toBe(dryRun.stdout);
    const after = await count();
    expect(appliedProject(run)?.exceedances).toEqual(
      before.map(([sensor, weighting, number], index) => ({
        sensor,
        weighting,
        before: number,
        after: after[index]?.[2],
      })),
    );
    expect(before).not.toEqual(after);
  });
}

test("a change of one sensor's limits is counted only for this sensor, and one of names for none", async ({
  tenantOf,
  acoustic,
  folder,
}) => {
  const tenant = await tenantOf({ site: base, sensors: 2 });
  await tenant.addSamples(samples, 1);
  const [first, second] = tenant.sensorIds;
  const apply = async (changes: SiteOptions, sensors: readonly SiteOptions[]) => {
    const file = await folder.write("s.json", tenant.siteFile({ ...changes, name: "n", sensors }));
    return appliedProject(await acoustic(["apply", "--json", file]))?.exceedances;
  };
  expect(
    await apply({}, [
      { id: first, name: "x" },
      { id: second, name: "y" },
    ]),
  ).toEqual([]);
  const limits = {
    exceptions: [
      { startAt: "2019-03-01T00:00Z", endAt: "2019-05-01T00:00Z", limit: { A: 100, C: 100 } },
    ],
  };
  expect(await apply({}, [{ id: second, name: "y", limits }])).toEqual([
    { sensor: second, weighting: "A", before: expect.any(Number), after: 0 },
    { sensor: second, weighting: "C", before: expect.any(Number), after: 0 },
  ]);
  // A sensor that the file no longer lists has the limits of its project, too.
  expect(await apply({ limits: { default: { A: 49.99 } } }, [])).toEqual([
    { sensor: first, weighting: "A", before: 0, after: 0 },
    { sensor: first, weighting: "C", before: 0, after: 0 },
    { sensor: second, weighting: "A", before: 0, after: 0 },
    { sensor: second, weighting: "C", before: 0, after: 0 },
  ]);
});
