import { readAllPages } from "../support/pages.ts";
import { siteLoader } from "../support/data-sets.ts";
import { expect, test as base } from "../support/test.ts";

interface Episode {
  readonly startAt: string;
  readonly endAt: string;
  readonly seconds: number;
  readonly events: number;
  readonly eventSeconds: number;
  readonly Leq: number;
  readonly LAE: number | null;
  readonly cut: boolean;
  readonly [field: string]: unknown;
}

interface Body {
  readonly data: { readonly sensor: { readonly episodes: { readonly data: Episode[] } | null } };
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

interface SoundEvent {
  readonly id: string;
  readonly datetime: string;
  readonly Leq: number;
  readonly limit: number;
  readonly over: number;
}

const siteOf = siteLoader();

const test = base.extend<{
  /** The answer for the episodes of a sensor. */
  ask: (
    sensor: { readonly projectId: string; readonly id: string; readonly key: string },
    args: string,
    fields?: string,
  ) => Promise<Body>;
}>({
  ask: async ({ graphql }, use) => {
    await use(async ({ projectId, id, key }, args, fields = allFields) => {
      const of = `projectId: "${projectId}", id: "${id}"`;
      const query = `{ sensor(${of}) { episodes(${args}) { data { ${fields} } } } }`;
      return (await (await graphql(query, { key })).json()) as Body;
    });
  },
});

const allFields = `startAt endAt seconds events eventSeconds Leq LAE maxOver maxOverAt LeqMax LAFmax lowestLimit
  highestLimit label labelSeconds recordings firstRecordingId cut`;

const rangeOf = (startAt: string, endAt: string) => `startAt: "${startAt}", endAt: "${endAt}"`;

test("an episode is of events with no longer time between them, whole, with its labels", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, classification: { model: "m", minConfidence: 0.5 } },
  });
  const start = Date.parse("2019-03-10T00:00:00Z") / 1000;
  const at = (minutes: number) => start + minutes * 60;
  const iso = (minutes: number) => new Date(at(minutes) * 1000).toISOString();
  await tenant.addSamples([
    { second: at(0), LAeq: 50 },
    { second: at(5), LAeq: 61, LAFmax: 70 },
    { second: at(10), LAeq: 60 },
    { second: at(15), LAeq: 65, LAFmax: 69.5 },
    // The next sample comes sooner: it lasts for a minute.
    { second: at(20), LAeq: 61 },
    { second: at(21), LAeq: 40 },
    { second: at(60), LAeq: 62 },
  ]);
  await tenant.addClassifications([
    ["m", at(5), "train", 0.9],
    ["m", at(15), "ship", 0.9],
    ["m", at(20), "ship", 0.4],
  ]);
  const [id = ""] = tenant.sensorIds;
  const sensor = { ...tenant, id };
  const energy = 300 * 10 ** 6.1 + 300 * 10 ** 6.5 + 60 * 10 ** 6.1;
  const joined = {
    startAt: iso(5),
    endAt: iso(21),
    seconds: 960,
    events: 3,
    eventSeconds: 660,
    Leq: Math.round(1000 * Math.log10(energy / 660)) / 100,
    LAE: Math.round(1000 * Math.log10(energy)) / 100,
    maxOver: 5,
    maxOverAt: iso(15),
    LeqMax: 65,
    LAFmax: 70,
    lowestLimit: 60,
    highestLimit: 60,
    label: "ship",
    labelSeconds: 300,
    recordings: 0,
    firstRecordingId: null,
    cut: false,
  };
  const day = rangeOf("2019-03-10", "2019-03-10T23:59:59Z");
  const { data } = await ask(sensor, `${day}, joinSeconds: 300, minSeconds: 301`);
  expect(data.sensor.episodes?.data).toEqual([joined]);

  // The range begins behind its last event, while that lasts.
  const cut = await ask(sensor, `${rangeOf(iso(20.5), iso(30))}, joinSeconds: 300`);
  expect(cut.data.sensor.episodes?.data).toEqual([{ ...joined, cut: true }]);

  const apart = await ask(sensor, `${day}, joinSeconds: 299`, "startAt seconds");
  expect(apart.data.sensor.episodes?.data).toEqual([
    { startAt: iso(5), seconds: 300 },
    { startAt: iso(15), seconds: 360 },
    { startAt: iso(60), seconds: 300 },
  ]);

  // No event is in the range, which lies between two of one episode.
  const between = await ask(
    sensor,
    `${rangeOf(iso(30), iso(40))}, joinSeconds: 2340`,
    "startAt endAt cut",
  );
  expect(between.data.sensor.episodes?.data).toEqual([
    { startAt: iso(5), endAt: iso(65), cut: true },
  ]);
  const quiet = await ask(sensor, `${rangeOf(iso(30), iso(40))}, joinSeconds: 2339`);
  expect(quiet.data.sensor.episodes?.data).toEqual([]);

  const ofC = await ask(sensor, `${day}, fweighting: C`);
  expect(ofC.data.sensor.episodes?.data).toEqual([]);
});

test("every bad argument of episodes is named", async ({ tenantOf, ask }) => {
  const tenant = await tenantOf();
  const sensor = { ...tenant, id: tenant.sensorIds[0] ?? "" };
  const { errors } = await ask(
    sensor,
    `${rangeOf("2019-03-11", "2019-03-10")}, joinSeconds: -1, minSeconds: -1`,
  );
  const [error] = errors ?? [];
  const named = error?.extensions["errors"] as readonly { readonly parameter: string }[];
  expect(error?.extensions["code"]).toBe("INVALID_REQUEST");
  expect(named.map(({ parameter }) => parameter)).toEqual(["startAt", "joinSeconds", "minSeconds"]);
});

/** Data set, sensor and interval. */
const series = [
  ["city", "city-quay", 3600],
  ["city", "city-yard", 3600],
  ["dublin", "dublin-noise-11", 3600],
  ["noisemonitor", "nm-laeq1s", 300],
] as const;

for (const [name, sensorId, interval] of series) {
  test(`episodes of ${sensorId} have all its events, and are the same in every range`, async ({
    database,
    gateway,
    ask,
  }) => {
    const site = await siteOf(database, name);
    const sensor = { ...site, id: site.idOf(sensorId) };
    const query = { startAt: "2000-01-01", endAt: "2040-01-01" };
    const address = {
      url: `${gateway.publicUrl}${site.path(sensorId, "events")}`,
      key: site.key,
      query,
    };
    const pages = await readAllPages<SoundEvent>(address, 2000);
    const events = pages.flatMap(({ data }) => data);
    const starts = site.rowsOf(sensorId).map((row) => Date.parse(row["datetime"] ?? "") / 1000);
    for (const joinSeconds of [0, interval, 5 * interval, 3_000_000]) {
      const expected = joinByHand(events, starts, interval, joinSeconds);
      const args = `, joinSeconds: ${joinSeconds}`;
      const whole = await ask(sensor, rangeOf(query.startAt, query.endAt) + args);
      const episodes = whole.data.sensor.episodes?.data ?? [];
      expect(episodes.map(({ startAt, endAt, events: count }) => [startAt, endAt, count])).toEqual(
        expected,
      );
      expect(episodes.reduce((sum, { events: count }) => sum + count, 0)).toBe(events.length);
      for (const { LAE, Leq, eventSeconds } of episodes) {
        expect(Math.abs(Number(LAE) - Leq - 10 * Math.log10(eventSeconds))).toBeLessThan(0.011);
      }
      for (const { startAt, endAt } of episodes.slice(3, 6)) {
        const middle = new Date(((Date.parse(startAt) + Date.parse(endAt)) / 2000) * 1000);
        const range = [
          middle.toISOString(),
          new Date(middle.getTime() + 4e7).toISOString(),
        ] as const;
        const part = await ask(sensor, rangeOf(...range) + args);
        expect(part.data.sensor.episodes?.data).toEqual(
          episodes
            .filter((one) => one.startAt <= range[1] && one.endAt > range[0])
            .map((one) => ({ ...one, cut: one.startAt < range[0] || one.endAt > range[1] })),
        );
      }
    }
  });
}

/** Start, end and number of events of each episode. */
function joinByHand(
  events: readonly SoundEvent[],
  starts: readonly number[],
  interval: number,
  joinSeconds: number,
): [string, string, number][] {
  const sorted = starts.toSorted((left, right) => left - right);
  const joined: { start: number; end: number; count: number }[] = [];
  for (const { datetime } of events) {
    const start = Date.parse(datetime) / 1000;
    const next = sorted[sorted.indexOf(start) + 1] ?? Infinity;
    const end = start + Math.min(interval, next - start);
    const last = joined.at(-1);
    if (last !== undefined && start - last.end <= joinSeconds) {
      last.end = end;
      last.count += 1;
    } else joined.push({ start, end, count: 1 });
  }
  const iso = (second: number) => new Date(second * 1000).toISOString();
  return joined.map(({ start, end, count }) => [iso(start), iso(end), count]);
}
