import postgres, { type Sql } from "postgres";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { beginStore } from "../support/audio-store.ts";
import { startCommand } from "../support/command.ts";
import { addRecording } from "../support/recordings.ts";
import { addressOf, createPair, type Pair } from "./pair.ts";
import { createRelay } from "./relay.ts";
import {
  expect,
  expectWholeOrRefused,
  samplesOfDay,
  type Site,
  test as base,
  withoutNow,
} from "./test.ts";

const test = base.extend<{ pair: Pair; sqlOf: (url: string) => Sql }>({
  pair: async ({ binaries }, use) => {
    const pair = await createPair(binaries);
    await use(pair);
    await pair.remove();
  },
  sqlOf: async ({}, use) => {
    const opened: Sql[] = [];
    await use((url) => {
      const sql = postgres(url, { max: 1, onnotice: () => undefined });
      opened.push(sql);
      return sql;
    });
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
  },
});

const [{ second } = { second: 0 }] = samplesOfDay;

/** The leases that pages with audio have given. */
function leasesOf(bodies: readonly string[]): string[] {
  return bodies.flatMap((body) => {
    // A refusal, while connections are replaced, has no data.
    const { data = [] } = JSON.parse(body) as { data?: { audioUrl: string | null }[] };
    return data.flatMap(({ audioUrl }) => audioUrl ?? []);
  });
}

async function addRecordingTo({ database, tenant, audioFolder }: Site): Promise<void> {
  const store = await beginStore(createFolderStore(audioFolder), database);
  await addRecording({ db: database.db, store }, tenant.sensorIds[0] ?? "", second);
}

const ways: Record<string, (pair: Pair) => Promise<unknown>> = {
  "is stopped": ({ primary }) => primary.stop("fast"),
  "is killed": ({ primary }) => primary.kill(),
  "does not answer any more": ({ primary }) => primary.freeze("all"),
};

for (const [what, lose] of Object.entries(ways)) {
  test(`where the primary ${what} under load, the promoted standby answers, and has every lease`, async ({
    pair,
    siteOf,
    sqlOf,
  }) => {
    const { primary, standby } = pair;
    // A setting of only the primary: the promoted server waits for no other.
    const admin = sqlOf(primary.url);
    await admin.unsafe("alter system set synchronous_standby_names = '*'");
    await admin.unsafe("select pg_reload_conf()");
    const site = await siteOf({ url: pair.url, tenantUrl: primary.url });
    await addRecordingTo(site);
    const load = site.load(2);
    const leasing = site.load(2, `${site.page}&withAudio=true`);
    await Promise.all([load.seen(200, 20), leasing.seen(200, 20)]);
    await lose(pair);
    await load.seen(503, 1);
    await standby.promote();
    await Promise.all([load.seen(200, 20), leasing.seen(200, 20)]);
    expectWholeOrRefused(await load.stop(), site.expected);
    const pages = (await leasing.stop()).filter(({ status }) => status === 200);
    const leases = leasesOf(pages.map(({ body }) => body));
    expect(leases.length).toBeGreaterThan(20);
    const downloads: number[] = [];
    for (const lease of leases) downloads.push((await site.ask(lease)).status);
    expect(new Set(downloads)).toEqual(new Set([200]));
    await site.recovered();
  });
}

test("an old primary that answers again is not used: another was promoted since", async ({
  pair,
  siteOf,
  sqlOf,
}) => {
  const { primary, standby } = pair;
  const site = await siteOf({ url: pair.url, tenantUrl: primary.url });
  await primary.freeze("all");
  await standby.promote();
  await site.recovered();
  await sqlOf(standby.url)`delete from samples where datetime = to_timestamp(${second})`;
  const { body } = await site.ask(site.page);
  expect(body).not.toContain(`"datetime":"2019-03-10T00:00:00Z"`);
  await primary.thaw();
  const old = sqlOf(primary.url);
  const [{ thawedAt }] = await old<[{ thawedAt: Date }]>`select now() as "thawedAt"`;
  const probes = () =>
    old`select from pg_stat_activity where query like '%pg_is_in_recovery()%'
      and application_name = 'acoustic' and state = 'idle' and query_start > ${thawedAt}`;
  await expect.poll(async () => (await probes()).length).toBe(1);
  for (let round = 0; round < 20; round += 1) {
    expect(withoutNow((await site.ask(site.page)).body)).toBe(withoutNow(body));
  }
});

test("a server of several that never answers delays no request", async ({ server, siteOf }) => {
  const silent = await createRelay(server.port);
  silent.set("swallow");
  const port = Number(new URL(silent.url).port);
  const site = await siteOf({ url: addressOf({ port }, server), timeoutMilliseconds: 5000 });
  // The time-out of a connection and that of a statement are both five seconds here: nothing has waited for the silent
  // one. As many clients as one key has slots: none is refused because it has waited too long for one.
  const load = site.load(3);
  await load.seen(200, 50);
  const answers = await load.stop();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await silent.close();
});

test("sessions that only read are replaced as soon as new ones can write", async ({
  admin,
  server,
  siteOf,
}) => {
  const site = await siteOf({ url: `${server.url}?target_session_attrs=primary` });
  await addRecordingTo(site);
  const lease = async () => leasesOf([(await site.ask(`${site.page}&withAudio=true`)).body]).length;
  expect(await lease()).toBe(1);
  const sessions = async () => {
    const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity
      where application_name = 'acoustic' and query <> '' and query not like '%pg_is_in_recovery()%'`;
    return rows.map(({ pid }) => pid);
  };
  await admin.unsafe("alter database postgres set default_transaction_read_only = on");
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'acoustic'`;
  await site.recovered();
  expect(await lease()).toBe(0);
  const readers = await sessions();
  expect(readers.length).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) expect(await lease()).toBe(0);
  // As long as new sessions could not write either, none is closed: that would only fail requests.
  expect(await sessions()).toEqual(expect.arrayContaining(readers));
  await admin.unsafe("alter database postgres reset default_transaction_read_only");
  await expect.poll(lease).toBe(1);
});

test("a command finds the primary among several servers, and says where there is none", async ({
  pair,
}) => {
  const { primary, standby } = pair;
  const list = (DATABASE_URL: string) => startCommand(["key", "list"], { DATABASE_URL }).ended;
  expect(await list(addressOf(standby, primary))).toMatchObject({ code: 0, stderr: "" });
  await primary.stop("fast");
  const names = `127.0.0.1:${standby.port} or 127.0.0.1:${primary.port}`;
  expect(await list(addressOf(standby, primary))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      `The database cannot be reached: no primary answers at ${names}\n`,
    ),
  });
  const alone = `${standby.url}?target_session_attrs=primary`;
  expect(await list(alone)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      `The database cannot be reached: no primary answers at 127.0.0.1:${standby.port}\n`,
    ),
  });
});
