import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

interface Body {
  readonly data: {
    readonly sensor: { readonly episodes: { readonly data: readonly object[] } | null };
  };
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

const test = base.extend<{
  /** The answer for the episodes of the first sensor. */
  ask: (tenant: Tenant, args: string, fields?: string) => Promise<Body>;
}>({
  ask: async ({ askSensor }, use) => {
    await use(async (tenant, args, fields = allFields) => {
      const answer = await askSensor(tenant, `episodes(${args}) { data { ${fields} } }`);
      return (await answer.json()) as Body;
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
  const { data } = await ask(tenant, `${day}, joinSeconds: 300, minSeconds: 301`);
  expect(data.sensor.episodes?.data).toEqual([joined]);

  // The range begins behind its last event, while that lasts.
  const cut = await ask(tenant, `${rangeOf(iso(20.5), iso(30))}, joinSeconds: 300`);
  expect(cut.data.sensor.episodes?.data).toEqual([{ ...joined, cut: true }]);

  // The range ends with its first event, and the last one is two searches away.
  const begun = await ask(tenant, `${rangeOf(iso(5), iso(6))}, joinSeconds: 300`);
  expect(begun.data.sensor.episodes?.data).toEqual([{ ...joined, cut: true }]);

  const apart = await ask(tenant, `${day}, joinSeconds: 299`, "startAt seconds");
  expect(apart.data.sensor.episodes?.data).toEqual([
    { startAt: iso(5), seconds: 300 },
    { startAt: iso(15), seconds: 360 },
    { startAt: iso(60), seconds: 300 },
  ]);

  // No event is in the range, which lies between two of one episode.
  const between = await ask(
    tenant,
    `${rangeOf(iso(30), iso(40))}, joinSeconds: 2340`,
    "startAt endAt cut",
  );
  expect(between.data.sensor.episodes?.data).toEqual([
    { startAt: iso(5), endAt: iso(65), cut: true },
  ]);
  const quiet = await ask(tenant, `${rangeOf(iso(30), iso(40))}, joinSeconds: 2339`);
  expect(quiet.data.sensor.episodes?.data).toEqual([]);

  await tenant.addExclusions([[iso(5), iso(6), "calibration"]]);
  const counted = await ask(tenant, day, "startAt events");
  expect(counted.data.sensor.episodes?.data[0]).toEqual({ startAt: iso(5), events: 1 });
  const valid = await ask(tenant, `${day}, validOnly: true`, "startAt events");
  expect(valid.data.sensor.episodes?.data).toEqual([
    { startAt: iso(15), events: 2 },
    { startAt: iso(60), events: 1 },
  ]);

  const ofC = await ask(tenant, `${day}, fweighting: C`);
  expect(ofC.data.sensor.episodes?.data).toEqual([]);
});

test("every bad argument of episodes is named", async ({ tenantOf, ask }) => {
  const tenant = await tenantOf();
  const { errors } = await ask(
    tenant,
    `${rangeOf("2019-03-11", "2019-03-10")}, joinSeconds: -1, minSeconds: -1`,
  );
  const [error] = errors ?? [];
  const named = error?.extensions["errors"] as readonly { readonly parameter: string }[];
  expect(error?.extensions["code"]).toBe("INVALID_REQUEST");
  expect(named.map(({ parameter }) => parameter)).toEqual(["startAt", "joinSeconds", "minSeconds"]);
});
