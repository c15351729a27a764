import { levelsFrom } from "../support/series.ts";
import { and, eq } from "drizzle-orm";
import { recordings } from "../../src/database/tables/recordings.ts";
import { audioPathPattern } from "../../src/operations/audio/lease-audio.ts";
import { oncePerWorker } from "../support/once.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant, TestSample } from "../support/tenant.ts";
import { expect, type GraphqlOptions, type TenantOf, test as base } from "../support/test.ts";

const at = (text: string) => Date.parse(text) / 1000;
const second = at("2019-03-10T12:00:00Z");

interface Event {
  readonly id: string;
  readonly [name: string]: unknown;
}

interface Page {
  readonly data: readonly Event[];
  readonly cursor: string | null;
  readonly meta: unknown;
}

type Arguments = Readonly<Record<string, unknown>>;

const document = `query ($p: ID!, $startAt: Instant!, $endAt: Instant!, $limit: Int! = 2000, $orderBy: Order! = asc,
    $fweighting: FrequencyWeighting! = A, $cursor: String, $sensors: [ID!], $labels: [String!],
    $minOver: Decibel, $sources: [LimitSource!], $withRecording: Boolean, $withAudio: Boolean! = false) {
  project(id: $p) {
    events(startAt: $startAt, endAt: $endAt, limit: $limit, orderBy: $orderBy, fweighting: $fweighting,
      cursor: $cursor, sensors: $sensors, labels: $labels, minOver: $minOver, sources: $sources,
      withRecording: $withRecording, withAudio: $withAudio) {
      data { id sensorId datetime classification { label confidence model } Leq limit over limitSource
        limitRecalculatedAt fweighting audioUrl audioExpiresAt }
      cursor
      meta { clamped effectiveRange { startAt endAt } }
    }
  }
}`;

interface Answer {
  readonly data: { readonly project: { readonly events: Page | null } };
  readonly errors?: readonly { readonly extensions: unknown }[];
}

const test = base.extend<{
  ask: (tenant: Tenant, args?: Arguments, options?: GraphqlOptions) => Promise<Answer>;
  pageOf: (tenant: Tenant, args?: Arguments, options?: GraphqlOptions) => Promise<Page>;
  /** The pages from the first to the last, and their content. */
  pagesOf: (tenant: Tenant, args: Arguments, options?: GraphqlOptions) => Promise<Page[]>;
}>({
  ask: async ({ graphql }, use) => {
    await use(async (tenant, args = {}, options = {}) => {
      const range = { startAt: "2019-03-01", endAt: "2019-04-01" };
      const variables = { p: tenant.projectId, ...range, ...args };
      const answer = await graphql(document, { key: tenant.key, ...options, variables });
      return (await answer.json()) as Answer;
    });
  },
  pageOf: async ({ ask }, use) => {
    await use(async (...asked) => {
      const { data, errors } = await ask(...asked);
      expect(errors).toBeUndefined();
      return data.project.events ?? { data: [], cursor: null, meta: null };
    });
  },
  pagesOf: async ({ pageOf }, use) => {
    await use(async (tenant, args, options) => {
      const pages: Page[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await pageOf(tenant, { ...args, cursor }, options);
        pages.push(page);
        ({ cursor } = page);
      } while (cursor !== null && pages.length < 1000);
      return pages;
    });
  },
});

const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);
const withoutTime = (event: Event) => ({ ...event, limitRecalculatedAt: undefined });

/** The events of each sensor, merged: the list without paging. */
async function listOf(
  { projectId, key }: Tenant,
  graphql: (query: string, options: { key: string }) => Promise<{ json(): Promise<unknown> }>,
): Promise<Event[]> {
  const answer = await graphql(
    `{ project(id: "${projectId}") { sensors {
      events(startAt: "2019-03-01", endAt: "2019-04-01", limit: 500) {
        data { id sensorId datetime classification { label confidence model } Leq limit over limitSource
          fweighting audioUrl audioExpiresAt } } } } }`,
    { key },
  );
  const { data } = (await answer.json()) as {
    data: { project: { sensors: { events: { data: Event[] } }[] } };
  };
  const events = data.project.sensors.flatMap((sensor) => sensor.events.data);
  const order = (event: Event) => `${String(event["datetime"])} ${String(event["sensorId"])}`;
  return events.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}

/**
 * Samples of three sensors, of which some share their second, some are loud, and one sensor measures far more often.
 */
const tenantOfMixed = oncePerWorker(async (tenantOf: TenantOf) => {
  const tenant = await tenantOf({ sensors: 5 });
  const loud = (index: number, every: number) => (index % every === 0 ? 61 + (index % 9) : 55);
  const series = (count: number, step: number, every: number): TestSample[] =>
    levelsFrom(second, count, step, (index) => loud(index, every));
  await tenant.addSamples(series(40, 300, 2), 0);
  await tenant.addSamples(series(40, 300, 3), 1);
  await tenant.addSamples(series(900, 13, 50), 2);
  // One that begins late, and one that has nothing.
  await tenant.addSamples(
    series(5, 300, 1).map((sample) => ({ ...sample, second: sample.second + 9000 })),
    3,
  );
  return tenant;
});

test("the events of a project are those of its sensors, by second and then by sensor", async ({
  tenantOf,
  graphql,
  pageOf,
}) => {
  const tenant = await tenantOfMixed(tenantOf);
  const list = await listOf(tenant, graphql);
  expect(list.length).toBeGreaterThan(50);
  const shared = list.filter(({ datetime }, index) => list[index + 1]?.["datetime"] === datetime);
  expect(shared.length).toBeGreaterThan(5);
  const page = await pageOf(tenant);
  expect(page.data.map(withoutTime)).toEqual(list);
  expect(page.cursor).toBeNull();
  expect(page.meta).toEqual({
    clamped: true,
    effectiveRange: { startAt: "2019-03-01T00:00:00.000Z", endAt: "2019-03-31T22:59:59.000Z" },
  });
  expect(new Set(page.data.map(({ limitRecalculatedAt }) => limitRecalculatedAt)).size).toBe(1);
  const newestFirst = await pageOf(tenant, { orderBy: "desc" });
  expect(newestFirst.data.map(withoutTime)).toEqual(list.toReversed());
});

for (const orderBy of ["asc", "desc"]) {
  test(`pages joined are the whole list at any limit, ${orderBy}`, async ({
    tenantOf,
    graphql,
    pagesOf,
  }) => {
    const tenant = await tenantOfMixed(tenantOf);
    const ascending = idsOf(await listOf(tenant, graphql));
    const list = orderBy === "asc" ? ascending : ascending.toReversed();
    // With many, the first round brings more events than the page has, while one sensor lags behind the others.
    const count = list.length;
    expect(count).toBeGreaterThan(50);
    for (const limit of [orderBy === "asc" ? 1 : 2, 5, 34, count - 1, count, count + 1]) {
      const pages = await pagesOf(tenant, { orderBy, limit });
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(list);
      // No page is short but the last one.
      const lengths = pages.map(({ data }) => data.length);
      expect(lengths.slice(0, -1).every((length) => length === limit)).toBe(true);
      expect(lengths.at(-1)).toBe(list.length % limit || limit);
    }
  });
}

test("where the work bound cuts a page, the pages joined are still the whole list, in both orders", async ({
  tenantOf,
  serve,
  pagesOf,
}) => {
  const server = await serve({ searchBound: 3000 });
  const tenant = await tenantOf({
    sensors: 3,
    site: {
      limits: { default: { A: 60 } },
      contract: { startAt: "2019-03-01", endAt: "2019-03-31" },
    },
  });
  // More samples of two sensors together than one request searches; events at both ends.
  const count = 2200;
  const start = at("2019-03-10T00:00:00Z");
  const middle = start + count / 2;
  const loud = new Set([0, 1, count - 2, count - 1]);
  for (const sensor of [0, 1]) {
    await tenant.addSamples(
      levelsFrom(start, count, 1, (index) => (loud.has(index) ? 70 : 50)),
      sensor,
    );
  }
  await tenant.addSamples([{ second: middle, LAeq: 70 }], 2);
  const ofBoth = (of: number) => [0, 1].map((n) => `${tenant.sensorIds[n]}.${of}`);
  const [first, last] = [
    [start, start + 1],
    [start + count - 2, start + count - 1],
  ];
  let all = [...first.flatMap(ofBoth), `${tenant.sensorIds[2]}.${middle}`, ...last.flatMap(ofBoth)];
  const secondOf = (id: string) => Number(id.split(".")[1]);
  for (const orderBy of ["asc", "desc"] as const) {
    const inOrder = () => (orderBy === "asc" ? all : all.toReversed());
    const pages = await pagesOf(tenant, { orderBy }, { server });
    expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(inOrder());
    expect(pages.length).toBeGreaterThan(1);
    // Both sensors are searched equally far: the event between both ends is on the first page.
    expect(idsOf(pages[0]?.data ?? [])).toContain(`${tenant.sensorIds[2]}.${middle}`);

    // Both sensors become loud at the end of the first page: the cursor has no event of its own there.
    const cursor = Buffer.from(pages[0]?.cursor ?? "", "base64url").toString();
    const cutAt = Number(cursor.split(".")[1]);
    const added = [-1, 0, 1].map((offset) => cutAt + offset);
    expect(all.filter((id) => added.includes(secondOf(id)))).toEqual([]);
    for (const sensor of [0, 1]) {
      await tenant.addSamples(
        added.map((cut) => ({ second: cut, LAeq: 70 })),
        sensor,
      );
    }
    all = [...all, ...added.flatMap(ofBoth)].toSorted(
      (left, right) => secondOf(left) - secondOf(right) || (left < right ? -1 : 1),
    );
    for (const limit of [2, 2000]) {
      const joined = await pagesOf(tenant, { orderBy, limit }, { server });
      expect(joined.flatMap(({ data }) => idsOf(data))).toEqual(inOrder());
    }
  }
});

test("a filter lists what passes it, on filled pages", async ({ tenantOf, pagesOf, pageOf }) => {
  const limits = {
    default: { A: 60 },
    exceptions: [
      { startAt: "2019-03-10T12:00:03Z", endAt: "2019-03-10T12:00:04Z", limit: { A: 65 } },
    ],
  };
  const classification = { model: "ears", minConfidence: 0.5 };
  const tenant = await tenantOf({ site: { limits, classification }, sensors: 2 });
  const [one = "", two = ""] = tenant.sensorIds;
  const levels = [60, 60.01, 63.5, 66.5, 63.49, 70];
  await tenant.addSamples(levels.map((LAeq, index) => ({ second: second + index, LAeq })));
  await tenant.addSamples([{ second: second + 2, LAeq: 66 }], 1);
  await tenant.addClassifications([
    ["ears", second + 1, "dog", 0.9],
    ["ears", second + 2, "horn", 0.8],
    ["ears", second + 2, "dog", 0.7],
    ["ears", second + 3, "dog", 0.4],
    ["other", second + 4, "dog", 0.9],
    ["ears", second + 5, "saw", 0.6],
  ]);
  await tenant.addClassifications([["ears", second + 2, "dog", 0.5]], 1);
  const id = (sensor: string, index: number) => `${sensor}.${second + index}`;
  const all = [id(one, 1), id(one, 2), id(two, 2), id(one, 3), id(one, 4), id(one, 5)];
  const asked: [filter: Arguments, ids: string[]][] = [
    [{}, all],
    [{ sensors: null, labels: null, minOver: null, sources: null, withRecording: null }, all],
    [{ minOver: -3 }, all],
    [{ minOver: 0 }, all],
    [{ minOver: 0.01 }, all],
    [{ minOver: 0.011 }, all.slice(1)],
    [{ minOver: 1.5 }, all.slice(1)],
    [{ minOver: 3.49 }, [id(one, 2), id(two, 2), id(one, 4), id(one, 5)]],
    [{ minOver: 3.5 }, [id(one, 2), id(two, 2), id(one, 5)]],
    [{ minOver: 10 }, [id(one, 5)]],
    [{ minOver: 10.001 }, []],
    [{ minOver: 1e21 }, []],
    [{ minOver: -1e21 }, all],
    [{ sources: ["project_exception"] }, [id(one, 3)]],
    [{ sources: ["project_exception", "project_default"] }, all],
    [{ sources: ["none", "sensor_default"] }, []],
    [{ sources: [] }, []],
    [{ labels: ["dog"] }, [id(one, 1), id(two, 2)]],
    [{ labels: ["saw", "horn", "no such"] }, [id(one, 2), id(one, 5)]],
    [{ labels: [""] }, []],
    [{ labels: [] }, []],
    [{ labels: ["dog"], minOver: 1 }, [id(two, 2)]],
    [{ sensors: [two] }, [id(two, 2)]],
    [{ sensors: [one, one] }, all.filter((event) => event.startsWith(one))],
    [{ sensors: [two, one] }, all],
    [{ sensors: [] }, []],
    [{ fweighting: "C" }, []],
    [{ startAt: "2019-03-10T12:00:04Z" }, all.slice(4)],
    [{ endAt: "2019-03-10T12:00:02.999Z" }, all.slice(0, 3)],
    [{ startAt: "2019-05-01", endAt: "2019-06-01" }, []],
  ];
  for (const [filter, ids] of asked) {
    for (const limit of Object.keys(filter).length === 0 ? [1, 2, 2000] : [2]) {
      const pages = await pagesOf(tenant, { ...filter, limit });
      const what = JSON.stringify([filter, limit]);
      expect(pages.map(({ data }) => idsOf(data)).flat(), what).toEqual(ids);
      expect(pages.length, what).toBe(Math.max(1, Math.ceil(ids.length / limit)));
    }
  }
  const { data } = await pageOf(tenant, { labels: ["horn"] });
  expect(data[0]).toMatchObject({
    classification: { label: "horn", confidence: 0.8, model: "ears" },
    over: 3.5,
    audioUrl: null,
  });
  await tenant.apply({ limits, classification: undefined });
  expect((await pageOf(tenant, { labels: ["dog"] })).data).toEqual([]);
});

test("withRecording selects the events whose recording could be downloaded, or could not", async ({
  tenantOf,
  pagesOf,
  database,
  audioStore,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const stores = { db: database.db, store: audioStore };
  const [one = "", two = ""] = tenant.sensorIds;
  const samples = [0, 1, 2, 3].map((index) => ({ second: second + index, LAeq: 70 }));
  await tenant.addSamples(samples, 0);
  await tenant.addSamples(samples, 1);
  await addRecording(stores, one, second);
  const gone = await addRecording(stores, one, second + 1);
  await addRecording(stores, one, second + 2, { retainUntil: new Date(second * 1000) });
  await addRecording(stores, two, second + 1);
  await database.db
    .update(recordings)
    .set({ missingSince: new Date() })
    .where(and(eq(recordings.objectName, gone.objectName)));
  const recorded = [`${one}.${second}`, `${two}.${second + 1}`];
  const all = samples.flatMap((sample) => [`${one}.${sample.second}`, `${two}.${sample.second}`]);
  for (const limit of [1, 3, 2000]) {
    for (const [withRecording, ids] of [
      [true, recorded],
      [false, all.filter((id) => !recorded.includes(id))],
      [null, all],
    ] as const) {
      const pages = await pagesOf(tenant, { withRecording, limit, withAudio: true });
      const events = pages.flatMap(({ data }) => data);
      expect(idsOf(events)).toEqual(ids);
      for (const { id, audioUrl } of events) {
        expect(audioUrl === null).toBe(!recorded.includes(id));
        if (audioUrl !== null) expect(audioUrl).toMatch(audioPathPattern);
      }
    }
  }
});

test("a cursor outside the range is CURSOR_OUT_OF_RANGE, and what is no cursor INVALID_REQUEST", async ({
  tenantOf,
  ask,
  pageOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  for (const sensor of [0, 1]) {
    await tenant.addSamples(
      [0, 1, 2].map((offset) => ({ second: second + offset, LAeq: 70 })),
      sensor,
    );
  }
  const { cursor } = await pageOf(tenant, { limit: 3 });
  const codeOf = async (args: Arguments) => {
    const { data, errors } = await ask(tenant, args);
    expect(data.project.events).toBeNull();
    return errors?.map(({ extensions }) => extensions);
  };
  for (const range of [
    { startAt: "2019-03-11" },
    { endAt: "2019-03-10" },
    { startAt: "2019-03-10T12:00:01.001Z" },
    { endAt: "2019-03-10T12:00:00.999Z" },
  ]) {
    expect(await codeOf({ cursor, ...range })).toEqual([{ code: "CURSOR_OUT_OF_RANGE" }]);
  }
  const onTheSecond = await pageOf(tenant, { cursor, startAt: "2019-03-10T12:00:01Z" });
  expect(idsOf(onTheSecond.data)[0]).toBe(`${tenant.sensorIds[1]}.${second + 1}`);
  // Without overlap nothing is read, whatever the cursor.
  const outside = await pageOf(tenant, { cursor, startAt: "2019-05-01", endAt: "2019-06-01" });
  expect(outside).toEqual({
    data: [],
    cursor: null,
    meta: { clamped: true, effectiveRange: null },
  });
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  for (const text of [
    "",
    "0",
    `${cursor}=`,
    ` ${cursor}`,
    `${cursor}\n`,
    encoded("a"),
    encoded("a.0"),
    encoded("a.01"),
    encoded(".1"),
    encoded(`a.${second} `),
    String(second),
    `a.${second}`,
  ]) {
    expect(await codeOf({ cursor: text })).toEqual([
      {
        code: "INVALID_REQUEST",
        errors: [{ parameter: "cursor", detail: "must be the cursor of a page of this list" }],
      },
    ]);
  }
  expect(await codeOf({ cursor: "x", limit: 2001, startAt: "2020-01-01" })).toMatchObject([
    { errors: [{ parameter: "startAt" }, { parameter: "limit" }, { parameter: "cursor" }] },
  ]);
  const many = Array.from({ length: 1000 }, () => tenant.sensorIds[0]);
  expect(idsOf((await pageOf(tenant, { sensors: many })).data)).toHaveLength(3);
});

test("a sensor that is not granted is neither listed nor to be named", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const other = await tenantOf();
  const [one = "", two = ""] = tenant.sensorIds;
  for (const sensor of [0, 1, 2]) await tenant.addSamples([{ second, LAeq: 70 }], sensor);
  const key = await tenant.createKey({ sensors: [one] });
  const listed = await ask(tenant, {}, { key });
  expect(idsOf(listed.data.project.events?.data ?? [])).toEqual([`${one}.${second}`]);
  for (const named of [two, other.sensorIds[0], "absent", "", "a\u0000b"]) {
    const answer = await ask(tenant, { sensors: [one, named] }, { key });
    expect(answer.data.project.events).toBeNull();
    expect(answer.errors?.map(({ extensions }) => extensions)).toEqual([{ code: "NOT_FOUND" }]);
  }
  expect(await ask(tenant, { sensors: [two] })).toMatchObject({
    data: { project: { events: { data: [{ id: `${two}.${second}` }] } } },
  });
});

test("audio needs its scope, and so does what recordings decide", async ({ tenantOf, ask }) => {
  const tenant = await tenantOf();
  const key = await tenant.createKey({ scopes: ["v0:projects:read", "v0:events:read"] });
  for (const args of [{ withAudio: true }, { withRecording: true }, { withRecording: false }]) {
    const { errors } = await ask(tenant, args, { key });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: "FORBIDDEN", requiredScopes: ["v0:events:read", "v0:audio:read"] },
    ]);
  }
  expect((await ask(tenant, { withRecording: null }, { key })).errors).toBeUndefined();
});

test("without a valid contract the events of a project are CONTRACT_UNAVAILABLE, after ids that are not there", async ({
  tenantOf,
  ask,
}) => {
  for (const sensors of [0, 2]) {
    const tenant = await tenantOf({ sensors });
    await tenant.apply({ contract: undefined });
    const key = sensors === 0 ? await tenant.createKey({ sensors: [] }) : tenant.key;
    const { errors } = await ask(tenant, {}, { key });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: "CONTRACT_UNAVAILABLE" }]);
    const absent = await ask(tenant, { sensors: ["absent"] }, { key });
    expect(absent.errors?.map(({ extensions }) => extensions)).toEqual([{ code: "NOT_FOUND" }]);
  }
});

test("many sensors are searched with the statements of half of them, and those of telemetry once a sensor", async ({
  tenantOf,
  database,
  pageOf,
}) => {
  const statementsFor = async (sensors: number) => {
    const tenant = await tenantOf({
      sensors,
      site: { classification: { model: "ears", minConfidence: 0.5 } },
    });
    for (const sensor of tenant.sensorIds.keys()) {
      await tenant.addSamples([{ second, LAeq: 70 }], sensor);
    }
    return database.statementsOf(async () => {
      expect((await pageOf(tenant, { labels: ["x"] })).data).toEqual([]);
      expect((await pageOf(tenant)).data).toHaveLength(sensors);
    });
  };
  const [few, many] = [await statementsFor(11), await statementsFor(22)];
  const isTelemetry = (text: string) => /"(?:samples|classifications)"/.test(text);
  const ofTelemetry = (sent: readonly string[]) => sent.filter(isTelemetry).length;
  expect(new Set(many)).toEqual(new Set(few));
  expect(ofTelemetry(many)).toBe(2 * ofTelemetry(few));
  expect(many.length - ofTelemetry(many)).toBe(few.length - ofTelemetry(few));
});

test("each sensor takes records of the request's budget", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf({ sensors: 50 });
  const range = `startAt: "2019-03-01", endAt: "2019-03-02"`;
  const ask = async (limit: number) => {
    const page = `sensors { measurements(${range}, limit: ${limit}) { cursor } }`;
    const fields = `events(${range}, limit: 1) { cursor } ${page}`;
    const { key } = tenant;
    const answer = await graphql(`{ project(id: "${tenant.projectId}") { ${fields} } }`, { key });
    return JSON.stringify(await answer.json());
  };
  // 1,000 for the search, and 20 for each of 50 sensors: 98,000 are left.
  expect(await ask(1960)).not.toContain("INVALID_REQUEST");
  expect(await ask(1961)).toContain("A request may read at most 100,000 records");
});
