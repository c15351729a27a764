import { readFile } from "node:fs/promises";
import { flood, percentile } from "./flood.ts";
import { expect, test } from "./test.ts";

test("a thousand connections get 200 or 503, in bounded memory, and the next request is served", async ({
  server,
  siteOf,
  serve,
}) => {
  const { tenant, page } = await siteOf();
  const serving = await serve({ DATABASE_URL: server.url });
  const asked = { url: serving.publicUrl, path: page, key: tenant.key };
  const unloaded = await flood({ ...asked, connections: 1, milliseconds: 200 });
  const loaded = await flood({ ...asked, connections: 1000, milliseconds: 2000 });
  const next = await flood({ ...asked, connections: 1, milliseconds: 1 });
  const status = await readFile(`/proc/${serving.pid}/status`, "utf8");
  expect(await serving.end("SIGTERM")).toBe(0);
  for (const [title, { answers }] of Object.entries({ unloaded, loaded, next })) {
    for (const [code, times] of answers) {
      const p99 = Math.round(percentile(times, 99));
      console.log(`${title}: ${times.length} × ${code}, p99 ${p99} ms`);
    }
  }
  // A busy machine accepts too few connections in the time to refuse any: the limiter has tests of its own.
  expect([...loaded.statuses].filter((code) => code !== 503)).toEqual([200]);
  expect(next.statuses).toEqual(new Set([200]));
  const peak = /^VmHWM:\s+(?<kilobytes>\d+)/m.exec(status)?.groups?.["kilobytes"];
  expect(Number(peak)).toBeLessThan(400_000);
});

test("a key that floods the service keeps no other key from its answers", async ({
  server,
  siteOf,
  serve,
}) => {
  const flooding = await siteOf();
  const other = await siteOf();
  const serving = await serve({ DATABASE_URL: server.url });
  const ask = (milliseconds: number) =>
    flood({
      url: serving.publicUrl,
      path: other.page,
      key: other.tenant.key,
      connections: 1,
      milliseconds,
    });
  // A key that was lately in force has a queue of its own.
  await ask(1);
  const [, { statuses }] = await Promise.all([
    flood({
      url: serving.publicUrl,
      path: flooding.page,
      key: flooding.tenant.key,
      connections: 200,
      milliseconds: 1000,
    }),
    ask(1000),
  ]);
  expect(await serving.end("SIGTERM")).toBe(0);
  expect(statuses).toEqual(new Set([200]));
});

test("beside a thousand connections without a key, a new connection waits for few of their answers", async ({
  server,
  siteOf,
  serve,
}) => {
  const { tenant, page } = await siteOf();
  const serving = await serve({ DATABASE_URL: server.url });
  const asked = { url: serving.publicUrl, path: page };
  let answered = 0;
  const onAnswer = () => (answered += 1);
  const strangers = flood({ ...asked, key: "", connections: 1000, milliseconds: 4000, onAnswer });
  await expect.poll(() => answered).toBeGreaterThan(1000);
  const before = answered;
  const next = await flood({ ...asked, key: tenant.key, connections: 1, milliseconds: 1 });
  const waited = answered - before;
  const { statuses } = await strangers;
  expect(await serving.end("SIGTERM")).toBe(0);
  console.log(`a new connection waited for ${waited} of ${answered} answers`);
  expect([statuses, next.statuses]).toEqual([new Set([401]), new Set([200])]);
  // Node accepts a connection in an iteration of the event loop: without pacing, each has a thousand requests.
  expect(waited).toBeLessThan(10_000);
});
