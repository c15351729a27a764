import { readAllPages } from "../support/pages.ts";
import { loadRealSite, type RealSite, withoutRealData } from "../support/real-data.ts";
import { expect, test as base } from "../support/test.ts";

interface Sample {
  readonly id: string;
  readonly datetime: string;
  readonly LAeq: number | null;
  readonly LA10: number | null;
  readonly LA50: number | null;
  readonly LA90: number | null;
  readonly limit: number | null;
  readonly limitSource: string;
}

const test = base.extend<object, { dublin: RealSite | null; noisemonitor: RealSite | null }>({
  dublin: [
    async ({ database }, use) => {
      await use(await loadRealSite(database, "dublin", /dublin-noise(?=[-,\r\n])/g));
    },
    { scope: "worker" },
  ],
  noisemonitor: [
    async ({ database }, use) => {
      await use(await loadRealSite(database, "noisemonitor", /\bnm(?=-)|(?<=id: )noisemonitor/g));
    },
    { scope: "worker" },
  ],
});

/** Data set, sensor, the contract's instants worked out by hand, and the limits of a page to try. */
const series = [
  ["dublin", "dublin-noise-11", "2019-03-04T00:00:00Z", "2019-04-28T22:59:59Z", [7, 288, 2000]],
  ["dublin", "dublin-noise-9", "2019-03-04T00:00:00Z", "2019-04-28T22:59:59Z", [288, 2000]],
  ["noisemonitor", "nm-laeq1s", "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z", [1, 7, 288, 2000]],
  ["noisemonitor", "nm-laeq1m", "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z", [288, 2000]],
] as const;

for (const [name, sensorId, first, last, limits] of series) {
  for (const order of ["asc", "desc"] as const) {
    for (const limit of limits) {
      test(`${sensorId} paged by ${limit} gives the file's rows inside the contract, each once, ${order}`, async ({
        dublin,
        noisemonitor,
        gateway,
      }) => {
        const site = name === "dublin" ? dublin : noisemonitor;
        test.skip(site === null, withoutRealData);
        if (site === null) return;
        const pages = await readAllPages<Sample>(
          {
            url: `${gateway.publicUrl}${site.path(sensorId, "measurements")}`,
            key: site.key,
            query: { startAt: "2000-01-01", endAt: "2030-01-01", orderBy: order },
          },
          limit,
        );
        const level = (cell: string | undefined) =>
          cell === undefined || cell === "" ? null : Number(cell);
        const expected = site
          .rowsOf(sensorId)
          .map((row) => ({ row, time: Date.parse(row["datetime"] ?? "") }))
          .filter(({ time }) => time >= Date.parse(first) && time <= Date.parse(last))
          .toSorted((left, right) => (left.time - right.time) * (order === "asc" ? 1 : -1))
          .map(({ row, time }) => ({
            id: `${site.idOf(sensorId)}.${time / 1000}`,
            datetime: new Date(time).toISOString(),
            LAeq: level(row["LAeq"]),
            LA10: level(row["LA10"]),
            LA50: level(row["LA50"]),
            LA90: level(row["LA90"]),
          }));
        expect(expected.length).toBeGreaterThan(200);
        const served = pages.flatMap(({ data }) =>
          data.map(({ id, datetime, LAeq, LA10, LA50, LA90 }) => ({
            id,
            datetime,
            LAeq,
            LA10,
            LA50,
            LA90,
          })),
        );
        expect(served).toEqual(expected);
        for (const { meta } of pages) {
          expect(meta).toEqual({
            clamped: true,
            effectiveRange: {
              startAt: new Date(first).toISOString(),
              endAt: new Date(last).toISOString(),
            },
          });
        }
      });
    }
  }
}

for (const [name, sensorId] of series) {
  test(`the events of ${sensorId} are its measurements above their limit`, async ({
    dublin,
    noisemonitor,
    gateway,
  }) => {
    const site = name === "dublin" ? dublin : noisemonitor;
    test.skip(site === null, withoutRealData);
    if (site === null) return;
    const read = async (operation: string) => {
      const pages = await readAllPages<Sample>(
        {
          url: `${gateway.publicUrl}${site.path(sensorId, operation)}`,
          key: site.key,
          query: { startAt: "2000-01-01", endAt: "2030-01-01" },
        },
        2000,
      );
      return pages.flatMap(({ data }) => data);
    };
    const above = (await read("measurements"))
      .filter(({ LAeq, limit }) => LAeq !== null && limit !== null && LAeq > limit)
      .map(({ id }) => id);
    expect(above.length).toBeGreaterThan(20);
    expect((await read("events")).map(({ id }) => id)).toEqual(above);
  });
}

/**
 * Limits in Dublin, worked out by hand from the site file. Windows in its order: weekdays 07–19 at
 * 65, Saturday 08–13 at 62.5, Sundays and holidays all day at 55, every night 23–07 at 50; else 70.
 */
const awkward: [instant: string, limit: number, limitSource: string, why: string][] = [
  ["2019-03-04T00:00:00Z", 50, "project_schedule", "Monday midnight is in Sunday's night window"],
  ["2019-03-04T06:00:00Z", 50, "project_schedule", "the night's last hour"],
  ["2019-03-04T07:00:00Z", 65, "project_schedule", "the day begins"],
  ["2019-03-04T18:00:00Z", 65, "project_schedule", "the day's last hour"],
  ["2019-03-04T19:00:00Z", 70, "project_default", "the day is over, the night has not begun"],
  ["2019-03-04T22:00:00Z", 70, "project_default", "the hour before the night"],
  ["2019-03-04T23:00:00Z", 50, "project_schedule", "the night begins"],
  ["2019-03-09T07:00:00Z", 70, "project_default", "Saturday between night and morning"],
  ["2019-03-09T08:00:00Z", 62.5, "project_schedule", "Saturday morning begins"],
  ["2019-03-09T12:00:00Z", 62.5, "project_schedule", "its last hour"],
  ["2019-03-09T13:00:00Z", 70, "project_default", "Saturday afternoon"],
  ["2019-03-09T23:00:00Z", 50, "project_schedule", "Saturday night"],
  ["2019-03-10T00:00:00Z", 55, "project_schedule", "Sunday stands before the night in the list"],
  ["2019-03-10T23:00:00Z", 55, "project_schedule", "Sunday night is still Sunday"],
  ["2019-03-17T23:00:00Z", 55, "project_schedule", "Sunday before the holiday"],
  ["2019-03-18T00:00:00Z", 55, "project_holiday", "the holiday begins at midnight"],
  ["2019-03-18T12:00:00Z", 55, "project_holiday", "a holiday goes before its weekday"],
  ["2019-03-18T23:00:00Z", 55, "project_holiday", "the holiday's last hour"],
  ["2019-03-19T00:00:00Z", 50, "project_schedule", "the night that began on the holiday"],
  ["2019-03-20T21:00:00Z", 70, "project_default", "the hour before the exception"],
  ["2019-03-20T22:00:00Z", 75, "project_exception", "the exception's first instant"],
  ["2019-03-20T23:00:00Z", 75, "project_exception", "an exception goes before the night"],
  ["2019-03-21T04:00:00Z", 75, "project_exception", "its last hour"],
  ["2019-03-21T05:00:00Z", 50, "project_schedule", "its end is outside it"],
  ["2019-03-31T00:00:00Z", 55, "project_schedule", "Sunday 00:00, in winter time"],
  ["2019-03-31T01:00:00Z", 55, "project_schedule", "the clock goes from 01:00 to 02:00"],
  ["2019-03-31T22:00:00Z", 55, "project_schedule", "Sunday 23:00, in summer time"],
  ["2019-03-31T23:00:00Z", 50, "project_schedule", "Monday 00:00, in summer time"],
  ["2019-04-01T05:00:00Z", 50, "project_schedule", "06:00 in summer time"],
  ["2019-04-01T06:00:00Z", 65, "project_schedule", "07:00 in summer time"],
  ["2019-04-01T18:00:00Z", 70, "project_default", "19:00 in summer time"],
  ["2019-04-21T22:00:00Z", 55, "project_schedule", "Easter Sunday 23:00"],
  ["2019-04-21T23:00:00Z", 55, "project_holiday", "Easter Monday 00:00"],
  ["2019-04-22T22:00:00Z", 55, "project_holiday", "Easter Monday 23:00"],
  ["2019-04-22T23:00:00Z", 50, "project_schedule", "the Tuesday after"],
  ["2019-04-28T22:00:00Z", 55, "project_schedule", "the last sample of the contract"],
];

for (const [instant, limit, limitSource, why] of awkward) {
  test(`in Dublin the limit at ${instant} is ${limit}: ${why}`, async ({ dublin, get }) => {
    test.skip(dublin === null, withoutRealData);
    if (dublin === null) return;
    const query = { startAt: instant, endAt: instant };
    const shown = async (sensorId: string) => {
      const response = await get(dublin.path(sensorId, "measurements"), {
        key: dublin.key,
        query,
      });
      const { data } = (await response.json()) as { data: Sample[] };
      return data.map(({ datetime, ...sample }) => ({
        datetime,
        limit: sample.limit,
        limitSource: sample.limitSource,
      }));
    };
    const datetime = instant.replace("Z", ".000Z");
    expect(await shown("dublin-noise-11")).toEqual([{ datetime, limit, limitSource }]);
    // Sensor 2 has a default of its own, which goes before the project's and after its schedule.
    expect(await shown("dublin-noise-2")).toEqual([
      limitSource === "project_default"
        ? { datetime, limit: 60, limitSource: "sensor_default" }
        : { datetime, limit, limitSource },
    ]);
  });
}
