import postgres, { type Sql } from "postgres";
import { addressOf, createPair, type Pair } from "./pair.ts";
import { createRelay } from "./relay.ts";
import { type Answer, expect, samplesOfDay, type Site, test as base, withoutNow } from "./test.ts";

interface Readiness {
  readonly status: number;
  readonly standby?: { readonly state: string; readonly lagSeconds: number | null };
}

const test = base.extend<
  {
    primary: Sql;
    standby: Sql;
    /** A site that reads the standby, which has the tenant, and is used. */
    siteOfPair: (maxLagMilliseconds: number, standbyUrl?: string) => Promise<Site>;
    /** Resolves when the standby has replayed all that the primary has written. */
    replayed: () => Promise<void>;
  },
  { pair: Pair }
>({
  pair: [
    async ({ binaries }, use) => {
      const pair = await createPair(binaries);
      await use(pair);
      await pair.remove();
    },
    { scope: "worker" },
  ],

  primary: async ({ pair }, use) => {
    const sql = postgres(pair.primary.url, { max: 1, onnotice: () => undefined });
    await use(sql);
    await sql.end({ timeout: 1 });
  },

  standby: async ({ pair }, use) => {
    const sql = postgres(pair.standby.url, { max: 1, onnotice: () => undefined });
    await use(sql);
    await sql.end({ timeout: 1 });
  },

  replayed: async ({ primary, standby }, use) => {
    await use(async () => {
      const [{ written }] = await primary<[{ written: string }]>`
        select pg_current_wal_flush_lsn()::text as written`;
      const hasAll = async () => {
        const rows =
          await standby`select pg_last_wal_replay_lsn() >= ${written}::pg_lsn as "hasAll"`;
        return rows[0]?.["hasAll"] as boolean;
      };
      await expect.poll(hasAll).toBe(true);
    });
  },

  siteOfPair: async ({ pair, primary, standby, replayed, siteOf }, use) => {
    // A standby that is killed begins where it has made a restart point: it is to have the tenant there.
    const settled = async () => {
      await primary`checkpoint`;
      await replayed();
      await standby`checkpoint`;
    };
    await use(async (maxLagMilliseconds, standbyUrl = pair.standby.url) => {
      const site = await siteOf({
        url: pair.primary.url,
        tenantUrl: pair.primary.url,
        standby: { url: standbyUrl, maxLagMilliseconds },
        settled,
        timeoutMilliseconds: 5000,
      });
      await reached(site, "used");
      return site;
    });
  },
});

async function readinessOf({ internalUrl }: { readonly internalUrl: string }): Promise<Readiness> {
  const response = await fetch(`${internalUrl}/health/ready`);
  const { standby } = (await response.json()) as Omit<Readiness, "status">;
  return { status: response.status, ...(standby && { standby }) };
}

async function reached(site: { readonly internalUrl: string }, state: string): Promise<void> {
  await expect.poll(() => readinessOf(site)).toMatchObject({ status: 200, standby: { state } });
}

async function metricOf({ internalUrl }: Site, name: string): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const range = `startAt: "2019-03-10T00:00:00Z", endAt: "2019-03-11T00:00:00Z"`;

/** Everything of a sensor that a request may read on a standby. */
const telemetry = `
  extent { firstAt lastAt weightings }
  latest { datetime Leq classification { label } }
  measurements(${range}) { data { datetime Leq classification { label } } }
  events(${range}) { data { datetime Leq } }
  aggregates(${range}, bucket: hour) { buckets { startAt samples Leq } }`;

async function readTelemetry(
  { internalUrl, tenant: { projectId, sensorIds, key: ownKey } }: Site,
  key = ownKey,
): Promise<string> {
  const query = `{
    sensor(projectId: "${projectId}", id: "${sensorIds[0]}") { ${telemetry} }
    project(id: "${projectId}") { events(${range}) { data { datetime Leq } } }
  }`;
  const response = await fetch(`${internalUrl}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  expect(JSON.parse(text)).not.toHaveProperty("errors");
  return text;
}

async function pauseReplay(standby: Sql): Promise<void> {
  await standby`select pg_wal_replay_pause()`;
  const stateOf = async () => (await standby`select pg_get_wal_replay_pause_state() as state`)[0];
  await expect.poll(stateOf).toEqual({ state: "paused" });
}

async function deleteSamples(primary: Sql, { tenant }: Site): Promise<void> {
  const sensor = primary`(select sensor_no from sensors where id = ${tenant.sensorIds[0] ?? ""})`;
  await primary`delete from classifications where sensor_no = ${sensor}`;
  await primary`delete from samples where sensor_no = ${sensor}`;
  await primary`delete from sensor_latest where sensor_no = ${sensor}`;
}

/** Ten minutes: no standby of a test is that far behind. */
const longLag = 600_000;

test("telemetry is read on the standby", async ({ primary, replayed, siteOfPair, standby }) => {
  const site = await siteOfPair(longLag);
  await site.tenant.apply({ classification: { model: "heard", minConfidence: 0.5 } });
  await site.tenant.addClassifications(
    samplesOfDay.map(({ second }) => ["heard", second, "siren", 0.9]),
  );
  await replayed();
  const known = await readTelemetry(site);
  expect(known).toContain(`"classification":{"label":"siren"}`);
  await pauseReplay(standby);
  await deleteSamples(primary, site);
  expect(await readTelemetry(site)).toBe(known);
  expect(withoutNow((await site.ask(site.page)).body)).toContain(`"label":"siren"`);
  await standby`select pg_wal_replay_resume()`;
  await expect.poll(() => readTelemetry(site)).toContain(`"extent":{"firstAt":null`);
});

test("keys, grants and limits are those of the primary however far the standby is behind", async ({
  primary,
  siteOfPair,
  standby,
}) => {
  const site = await siteOfPair(longLag);
  const { tenant, publicUrl } = site;
  const known = await readTelemetry(site);
  const page = async (key: string) => {
    const response = await fetch(`${publicUrl}${site.page}`, {
      headers: { "svc-api-key": `Bearer ${key}` },
    });
    return { status: response.status, body: withoutNow(await response.text()) };
  };
  await pauseReplay(standby);
  // A key and grants that the standby does not have yet.
  const key = await tenant.createKey();
  expect(await page(key)).toEqual({ status: 200, body: site.expected });
  expect(await readTelemetry(site, key)).toBe(known);
  expect(site.expected).toContain(`"limit":60,`);
  await tenant.apply({ limits: { default: { A: 58 } } });
  expect((await page(key)).body).toBe(
    site.expected.replaceAll(`"limit":60,`, `"limit":58,`).replaceAll(`"over":1,`, `"over":3,`),
  );
  const [{ id }] = await primary<[{ id: string }]>`
    select id from api_keys order by created_at desc limit 1`;
  await primary`delete from api_key_sensors where key_id = ${id}`;
  expect((await page(key)).status).toBe(404);
  await primary`update api_keys set revoked_at = now() where id = ${id}`;
  expect((await page(key)).status).toBe(401);
  // It was the standby that answered: the samples are those of before.
  await deleteSamples(primary, site);
  expect((await page(tenant.key)).body).toContain(`"Leq":61`);
  await standby`select pg_wal_replay_resume()`;
});

const waysBehind: Record<
  string,
  { fall(standby: Sql): Promise<unknown>; catchUp(standby: Sql, pair: Pair): Promise<unknown> }
> = {
  "whose replay is paused": {
    fall: pauseReplay,
    catchUp: (standby) => standby`select pg_wal_replay_resume()`,
  },
  "that has lost its primary": {
    fall: async (standby) => {
      await setPrimary(standby, "");
      const receivers = () => standby`select from pg_stat_wal_receiver`;
      await expect.poll(async () => (await receivers()).length).toBe(0);
    },
    catchUp: (standby, { primary }) =>
      setPrimary(standby, `user=postgres host=127.0.0.1 port=${primary.port}`),
  },
};

async function setPrimary(standby: Sql, conninfo: string): Promise<void> {
  await standby.unsafe(`alter system set primary_conninfo = '${conninfo}'`);
  await standby`select pg_reload_conf()`;
}

for (const [what, { fall, catchUp }] of Object.entries(waysBehind)) {
  test(`a standby ${what} is not read beyond the bound, and again when it has caught up`, async ({
    pair,
    primary,
    siteOfPair,
    standby,
  }) => {
    const site = await siteOfPair(1000);
    await fall(standby);
    await deleteSamples(primary, site);
    await reached(site, "behind");
    expect(await readTelemetry(site)).toContain(`"extent":{"firstAt":null`);
    expect(await metricOf(site, "acoustic_standby_used")).toBe(0);
    expect(await metricOf(site, "acoustic_standby_lag_seconds")).toBeGreaterThan(1);
    await catchUp(standby, pair);
    await reached(site, "used");
  });
}

function expectPages(answers: readonly Answer[], site: Site): void {
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(answers.map(({ body }) => withoutNow(body)))).toEqual(new Set([site.expected]));
}

const waysAway: Record<string, (server: Pair["standby"]) => Promise<unknown>> = {
  "is stopped": (server) => server.stop("fast"),
  "is killed": (server) => server.kill(),
  freezes: (server) => server.freeze("all"),
};

for (const [what, lose] of Object.entries(waysAway)) {
  test(`no client sees an error of a standby that ${what} under load`, async ({
    pair,
    siteOfPair,
  }) => {
    const site = await siteOfPair(longLag);
    // As many as one key has slots: none is refused because it has waited too long for one.
    const load = site.load(3);
    await load.seen(200, 50);
    await lose(pair.standby);
    await reached(site, "unreachable");
    await load.seen(200, 50);
    if (what === "freezes") await pair.standby.thaw();
    else await pair.standby.start();
    await reached(site, "used");
    await load.seen(200, 50);
    expectPages(await load.stop(), site);
    expect(
      await metricOf(site, `acoustic_standby_statements_total{outcome="answered"}`),
    ).toBeGreaterThan(0);
  });
}

test("no client sees an error of connections to a standby that were lost in the middle of a row's statement", async ({
  pair,
  siteOfPair,
}) => {
  const relay = await createRelay(pair.standby.port);
  const site = await siteOfPair(longLag, relay.url);
  const load = site.load(3);
  await load.seen(200, 50);
  relay.set("cut");
  // More than the pool has.
  await expect.poll(() => relay.closed).toBeGreaterThan(4);
  relay.set("pass");
  await reached(site, "used");
  await load.seen(200, 50);
  expectPages(await load.stop(), site);
  await relay.close();
});

test("the service starts without its standby, and reads it when it is there", async ({
  pair,
  serve,
  siteOfPair,
}) => {
  const { page, tenant, expected, audioFolder } = await siteOfPair(longLag);
  await pair.standby.stop("fast");
  const serving = await serve({
    DATABASE_URL: pair.primary.url,
    AUDIO_STORE: audioFolder,
    // A server that is no standby is passed over.
    DATABASE_READ_URL: addressOf(pair.primary, pair.standby),
  });
  const ask = async () => {
    const response = await serving.get(page, tenant.key);
    return { status: response.status, body: withoutNow(await response.text()) };
  };
  expect(await ask()).toEqual({ status: 200, body: expected });
  await reached(serving, "not_a_standby");
  await pair.standby.start();
  await reached(serving, "used");
  expect(await ask()).toEqual({ status: 200, body: expected });
  await expect
    .poll(() => serving.output())
    .toContain(
      `"standby":"127.0.0.1:${pair.standby.port}","state":"used","msg":"telemetry is read on the standby"`,
    );
});
