import postgres, { type Sql } from "postgres";
import { startCommand } from "../support/command.ts";
import { addressOf, createPair, type Pair } from "./pair.ts";
import { createRelay } from "./relay.ts";
import { expect, expectWholeOrRefused, test as base } from "./test.ts";

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

/** The leases that pages with audio have given. */
function leasesOf(bodies: readonly string[]): string[] {
  return bodies.flatMap((body) => {
    // A refusal, while connections are replaced, has no data.
    const { data = [] } = JSON.parse(body) as { data?: { audioUrl: string | null }[] };
    return data.flatMap(({ audioUrl }) => audioUrl ?? []);
  });
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
    await site.record();
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

test("a server of several that never answers fails no request", async ({ server, siteOf }) => {
  const silent = await createRelay(server.port);
  silent.set("swallow");
  const port = Number(new URL(silent.url).port);
  const site = await siteOf({ url: addressOf({ port }, server), timeoutMilliseconds: 5000 });
  // As many clients as one key has slots: none is refused because it has waited too long for one.
  const load = site.load(3);
  await load.seen(200, 50);
  const answers = await load.stop();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await silent.close();
});

test("a command finds the primary among several servers, and ends with 3 where there is none", async ({
  pair,
}) => {
  const { primary, standby } = pair;
  const list = (DATABASE_URL: string) => startCommand(["key", "list"], { DATABASE_URL }).ended;
  expect(await list(addressOf(standby, primary))).toMatchObject({ code: 0, stderr: "" });
  await primary.stop("fast");
  expect(await list(addressOf(standby, primary))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      "The database cannot be reached: it did not answer within 10 seconds\n",
    ),
  });
  const alone = `${standby.url}?target_session_attrs=primary`;
  expect(await list(alone)).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^The database cannot be reached: /),
  });
});
