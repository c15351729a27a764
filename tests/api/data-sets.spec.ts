import { readAllPages } from "../support/pages.ts";
import { siteLoader } from "../support/data-sets.ts";
import { expect, test } from "../support/test.ts";

interface Sample {
  readonly id: string;
  readonly datetime: string;
  readonly LAeq: number | null;
  readonly LA10: number | null;
  readonly LA50: number | null;
  readonly LA90: number | null;
  readonly limit: number | null;
}

const siteOf = siteLoader();

/** Data set, sensor, the contract's instants worked out by hand, and a limit of pages: paging.spec.ts has others. */
const series = [
  ["city", "city-quay", "2023-03-13T00:00:00Z", "2023-04-02T22:59:59Z", 100],
  ["city", "city-yard", "2023-03-13T00:00:00Z", "2023-04-02T22:59:59Z", 48],
  ["city", "city-park", "2023-03-13T00:00:00Z", "2023-04-02T22:59:59Z", 2000],
  ["dublin", "dublin-noise-11", "2019-03-04T00:00:00Z", "2019-04-28T22:59:59Z", 288],
  ["dublin", "dublin-noise-9", "2019-03-04T00:00:00Z", "2019-04-28T22:59:59Z", 2000],
  ["noisemonitor", "nm-laeq1s", "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z", 288],
  ["noisemonitor", "nm-laeq1m", "2025-03-21T00:00:00Z", "2025-04-01T23:59:59Z", 2000],
] as const;

for (const [name, sensorId, first, last, limit] of series) {
  for (const order of ["asc", "desc"] as const) {
    test(`${sensorId} paged by ${limit} gives the file's rows inside the contract, each once, ${order}`, async ({
      database,
      gateway,
    }) => {
      const site = await siteOf(database, name);
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
      const served = pages.flatMap(({ data }) => data);
      expect(served).toMatchObject(expected);
      expect(served).toHaveLength(expected.length);
      const [startAt, endAt] = [first, last].map((instant) => instant.replace("Z", ".000Z"));
      for (const { meta } of pages) {
        expect(meta).toEqual({ clamped: true, effectiveRange: { startAt, endAt } });
      }
    });
  }
}

for (const [name, sensorId, first, last] of series) {
  test(`the events of ${sensorId} are its measurements above their limit`, async ({
    database,
    gateway,
  }) => {
    const site = await siteOf(database, name);
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
    const measured = await read("measurements");
    const above = measured
      .filter(({ LAeq, limit }) => LAeq !== null && limit !== null && LAeq > limit)
      .map(({ id }) => id);
    expect(above.length).toBeGreaterThan(20);
    expect((await read("events")).map(({ id }) => id)).toEqual(above);
    if (name !== "city") return;
    expect(measured.map(({ limit }) => limit)).toEqual(
      measured.map(({ datetime }) => limitInCity(Date.parse(datetime), sensorId)),
    );
    const aboveInFile = site.rowsOf(sensorId).flatMap(({ datetime = "", LAeq = "" }) => {
      const time = Date.parse(datetime);
      const inside = time >= Date.parse(first) && time <= Date.parse(last);
      return inside && LAeq !== "" && Number(LAeq) > limitInCity(time, sensorId)
        ? [`${site.idOf(sensorId)}.${time / 1000}`]
        : [];
    });
    expect(above).toEqual(aboveInFile);
  });
}

/** The limit by the schedule of the made-up city, worked out apart from the product. */
function limitInCity(time: number, sensorId: string): number {
  const isSummer = time >= Date.parse("2023-03-26T01:00:00Z");
  const wall = new Date(time + (isSummer ? 3_600_000 : 0));
  const [hour, day] = [wall.getUTCHours(), wall.getUTCDay()];
  const isFridayOrSaturdayNight = [5, 6].includes(
    new Date(wall.getTime() - 43_200_000).getUTCDay(),
  );
  const [nightBegins, nightEnds, nightLimit] = isFridayOrSaturdayNight ? [23, 7, 51] : [22, 6, 48];
  if (time >= Date.parse("2023-03-22T21:00:00Z") && time < Date.parse("2023-03-23T04:00:00Z"))
    return 72;
  if (wall.toISOString().startsWith("2023-03-17")) return 54;
  if (day === 0) return 57;
  if (day <= 5 && hour >= 7 && hour < 18) return 67;
  if (day === 6 && hour >= 9 && hour < 16) return 61.5;
  if (hour >= nightBegins || hour < nightEnds) return nightLimit;
  return sensorId === "city-yard" ? 58 : 63;
}
