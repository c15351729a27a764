import { expectLogKeepsSecrets } from "../support/leaks.ts";
import { createTenant } from "../support/tenant.ts";
import { createRelay } from "./relay.ts";
import { send } from "./send.ts";
import { expect, expectWholeOrRefused, test, type Site } from "./test.ts";

/** Causes a failure under load, waits for refusals, repairs it, and waits for normal answers. */
async function survive(site: Site, fail: () => Promise<unknown>, repair: () => Promise<unknown>) {
  const load = site.load(6);
  await load.seen(200, 20);
  await fail();
  await load.seen(503, 6);
  await repair();
  await load.seen(200, 20);
  const answers = await load.stop();
  await site.recovered();
  expectWholeOrRefused(answers, site.expected);
  expectLogKeepsSecrets(site.log());
}

test("a server that is killed under load and started again is survived", async ({
  server,
  siteOf,
}) => {
  await survive(await siteOf(), server.kill, server.start);
});

test("a server that is restarted under load is survived", async ({ server, siteOf }) => {
  const site = await siteOf();
  const load = site.load(6);
  await load.seen(200, 20);
  await server.restart();
  await load.seen(200, 20);
  expectWholeOrRefused(await load.stop(), site.expected);
  await site.recovered();
});

test("a server that is frozen under load and goes on is survived", async ({ server, siteOf }) => {
  await survive(await siteOf(), () => server.freeze("all"), server.thaw);
});

test("backends that freeze for good are replaced", async ({ server, siteOf }) => {
  const site = await siteOf();
  const load = site.load(6);
  await load.seen(200, 20);
  await server.freeze("backends");
  await load.seen(503, 1);
  await load.seen(200, 20);
  const answers = await load.stop();
  await site.recovered();
  await server.thaw();
  expectWholeOrRefused(answers, site.expected);
});

test("a network that swallows everything under load and comes back is survived", async ({
  server,
  siteOf,
}) => {
  const relay = await createRelay(server.port);
  const site = await siteOf({ url: relay.url });
  await survive(
    site,
    async () => relay.set("swallow"),
    async () => relay.set("pass"),
  );
  await relay.close();
});

test("an address that accepts connections and closes them is not stormed, and survived", async ({
  server,
  siteOf,
}) => {
  const relay = await createRelay(server.port);
  const site = await siteOf({ url: relay.url });
  let closingAt = 0;
  await survive(
    site,
    async () => {
      closingAt = performance.now();
      relay.set("close");
    },
    async () => {
      // Four connections, and a try of each a quarter of a second after the one before.
      const tries = 1 + Math.ceil((performance.now() - closingAt) / 250);
      expect(relay.closed).toBeLessThanOrEqual(4 * tries);
      relay.set("pass");
    },
  );
  await relay.close();
});

test("a server without a connection to spare is survived", async ({ admin, server, siteOf }) => {
  await admin.unsafe("create role crowded login superuser");
  await admin.unsafe("alter role crowded nosuperuser connection limit 0");
  await admin.unsafe("grant all on all tables in schema public to crowded");
  await admin.unsafe("grant usage on schema drizzle to crowded");
  await admin.unsafe("alter role crowded connection limit -1");
  const site = await siteOf({ url: server.url.replace("postgres@", "crowded@") });
  await survive(
    site,
    async () => {
      await admin.unsafe("alter role crowded connection limit 0");
      await admin.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'crowded'",
      );
    },
    () => admin.unsafe("alter role crowded connection limit -1"),
  );
  await site.database.close();
  await admin.unsafe("drop owned by crowded");
  await admin.unsafe("drop role crowded");
});

test("a table that is locked for longer than the deadline of a statement is 503 only there", async ({
  admin,
  siteOf,
}) => {
  const site = await siteOf();
  const other = await createTenant(site.database.db);
  const locking = await admin.reserve();
  await survive(
    site,
    async () => {
      await locking.unsafe("begin; lock table samples in access exclusive mode");
      // Other keys are answered what does not read the table, while it is waited for.
      for (let round = 0; round < 5; round += 1) {
        const url = `${site.publicUrl}${other.path()}`;
        expect(await send(url, other.key, `round-${round}`)).toMatchObject({ status: 200 });
      }
    },
    () => locking.unsafe("rollback"),
  );
  locking.release();
});

test("SIGTERM ends the service though the database has frozen", async ({
  server,
  siteOf,
  serve,
}) => {
  const { tenant, page } = await siteOf();
  const serving = await serve({ DATABASE_URL: server.url });
  const ask = async () => (await serving.get(page, tenant.key)).status;
  expect(await ask()).toBe(200);
  await server.freeze("all");
  const answers = Promise.all(Array.from({ length: 20 }, ask));
  const inFlight = async () => {
    const metrics = await (await fetch(`${serving.internalUrl}/metrics`)).text();
    return /^acoustic_http_requests_open\{listener="public",[^}]*\} (?<count>\d+)/m.exec(metrics)
      ?.groups;
  };
  await expect.poll(inFlight).toEqual({ count: "20" });
  const exitCode = await serving.end("SIGTERM");
  await server.thaw();
  expect(exitCode).toBe(0);
  expect(new Set(await answers)).toEqual(new Set([503]));
});

test("a server that only reads serves pages, and audio without leases", async ({
  admin,
  siteOf,
}) => {
  const site = await siteOf();
  await admin.unsafe("alter system set default_transaction_read_only = on");
  await admin.unsafe("select pg_reload_conf()");
  await expect
    .poll(async () => (await site.database.db.execute("show transaction_read_only"))[0])
    .toEqual({ transaction_read_only: "on" });
  const plain = await site.ask(site.page);
  const withAudio = await site.ask(`${site.page}&withAudio=true`);
  await admin.unsafe("alter system reset default_transaction_read_only");
  await admin.unsafe("select pg_reload_conf()");
  expect(plain.status).toBe(200);
  expect(withAudio.status).toBe(200);
  const { data } = JSON.parse(withAudio.body) as { data: { audioUrl: unknown }[] };
  expect(new Set(data.map(({ audioUrl }) => audioUrl))).toEqual(new Set([null]));
  await site.recovered();
});
