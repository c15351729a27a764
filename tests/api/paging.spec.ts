import { expect, test } from "../support/test.ts";
import { readAllPages } from "../support/pages.ts";

const start = Date.parse("2019-03-30T00:00:00Z") / 1000;
const range = { startAt: "2019-03-30", endAt: "2019-03-31T12:00:00Z" };

/** Irregular gaps, two neighbouring seconds, and a night in which the clock changes. */
const seconds = Array.from({ length: 60 }, (_, index) => start + index * 1800 + (index % 7) * 61)
  .concat(start + 5, start + 6)
  .toSorted((left, right) => left - right);

for (const order of ["asc", "desc"] as const) {
  for (const limit of [1, 7, 61, 62, 63, 288, 2000]) {
    test(`the pages of ${limit} are the one big page, ${order}`, async ({ tenantOf, gateway }) => {
      const tenant = await tenantOf();
      await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 50 })));
      const pages = await readAllPages<{ id: string }>(
        {
          url: `${gateway.publicUrl}${tenant.measurementsPath()}`,
          key: tenant.key,
          query: { ...range, orderBy: order },
        },
        limit,
      );
      const expected = seconds.map((second) => `${tenant.sensorIds[0]}.${second}`);
      if (order === "desc") expected.reverse();
      expect(pages.flatMap((page) => page.data.map(({ id }) => id))).toEqual(expected);
      // A cursor is the second of the last record of a full page, and null exactly at the end.
      expect(pages.map(({ cursor }) => cursor)).toEqual(
        pages.map(({ data }, index) =>
          index === pages.length - 1 ? null : Number(data.at(-1)?.id.split(".").at(-1)),
        ),
      );
      expect(pages.length).toBe(Math.ceil(seconds.length / limit));
    });
  }
}

for (const order of ["asc", "desc"] as const) {
  test(`pages go on over months without samples, ${order}`, async ({ tenantOf, gateway }) => {
    const tenant = await tenantOf({
      site: { contract: { startAt: "2018-01-01", endAt: "2018-12-31" } },
    });
    // A page searches two months first: pages end before, at and after their edge.
    const times = ["2018-01-31T23:59:59", "2018-02-01T00:00:00", "2018-02-28T23:59:59"]
      .concat(["2018-03-01T00:00:00", "2018-07-31T23:59:59", "2018-12-01T00:00:00"])
      .map((time) => Date.parse(`${time}Z`) / 1000);
    await tenant.addSamples(times.map((second) => ({ second, LAeq: 50 })));
    const expected = times.map((second) => `${tenant.sensorIds[0]}.${second}`);
    if (order === "desc") expected.reverse();
    const query = { startAt: "2018-01-15", endAt: "2018-12-31", orderBy: order };
    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      const url = `${gateway.publicUrl}${tenant.measurementsPath()}`;
      const pages = await readAllPages<{ id: string }>({ url, key: tenant.key, query }, limit);
      expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual(
        Array.from({ length: Math.ceil(times.length / limit) }, (_, page) =>
          expected.slice(page * limit, (page + 1) * limit),
        ),
      );
    }
  });
}
