import { startSandbox } from "acoustic-monitoring-gateway/testing";
import { expect, pageOf, test } from "./sandbox.ts";

test("200: the samples of a sensor, page by page", async ({ sandbox, read }) => {
  const { keys, projects, sensors, range } = sandbox;
  const answer = await read(pageOf(projects.current, sensors.withData), keys.all);
  expect(answer.status()).toBe(200);
  const page = (await answer.json()) as { data: { datetime: string }[]; cursor: number };
  expect(page.data).toHaveLength(288);
  expect(page.data[0]).toMatchObject({ datetime: range.startAt });
  const next = await read(
    pageOf(projects.current, sensors.withData, `&cursor=${page.cursor}`),
    keys.all,
  );
  expect(await next.json()).toMatchObject({ cursor: null });
});

test("200: samples with gaps, none at all, and those of an ended project", async ({
  sandbox,
  read,
}) => {
  const { keys, projects, sensors } = sandbox;
  const count = async (project: string, sensor: string) => {
    const answer = await read(pageOf(project, sensor, "&limit=2000"), keys.all);
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  expect(await count(projects.current, sensors.withGaps)).toBe(2 * (24 - 4) * 12);
  expect(await count(projects.current, sensors.withoutData)).toBe(0);
  expect(await count(projects.ended, sensors.ofEndedProject)).toBe(576);
});

test("200: sound events", async ({ sandbox, read }) => {
  const { keys, projects, sensors } = sandbox;
  const path = pageOf(projects.current, sensors.withData, "&limit=1", "events");
  const { data } = (await (await read(path, keys.all)).json()) as { data: { over: number }[] };
  expect(data[0]?.over).toBeGreaterThan(0);
});

test("206: a part of a recording", async ({ sandbox, read }) => {
  const answer = await read(sandbox.audio.stored, sandbox.keys.all, { range: "bytes=0-3" });
  expect(answer.status()).toBe(206);
  expect(await answer.text()).toBe("fLaC");
});

test("400: a bad parameter, and a cursor outside of the range", async ({ sandbox, read }) => {
  const { keys, projects, sensors } = sandbox;
  const codeOf = async (more: string) => {
    const answer = await read(pageOf(projects.current, sensors.withData, more), keys.all);
    expect(answer.status()).toBe(400);
    return ((await answer.json()) as { code: string }).code;
  };
  expect(await codeOf("&limit=0")).toBe("invalid_request");
  expect(await codeOf("&cursor=1")).toBe("cursor_out_of_range");
});

test("401: no key, and keys that are not in force", async ({ sandbox, read }) => {
  const { expired, revoked, unknown } = sandbox.keys;
  for (const key of [null, "malformed", expired, revoked, unknown]) {
    expect((await read("projects", key)).status()).toBe(401);
  }
});

test("403: a key without the scope", async ({ sandbox, read }) => {
  const { keys, projects, sensors } = sandbox;
  const page = (name: string, more = "") => pageOf(projects.current, sensors.withData, more, name);
  for (const [path, key, scope] of [
    ["projects", keys.withoutProjects, "v0:projects:read"],
    [page("measurements"), keys.withoutData, "v0:data:read"],
    [page("events"), keys.withoutEvents, "v0:events:read"],
    [page("events", "&withAudio=true"), keys.withoutAudio, "v0:audio:read"],
    [`projects/${projects.current}/embedded-map`, keys.withoutEmbeddedMap, "v0:embedded-map:read"],
  ] as const) {
    const answer = await read(path, key);
    expect(answer.status(), scope).toBe(403);
    expect(await answer.json()).toMatchObject({
      requiredScopes: expect.arrayContaining([scope]),
    });
  }
});

test("404: another tenant, a sensor that the key may not read, an expired lease", async ({
  sandbox,
  read,
}) => {
  const { keys, projects, sensors, audio } = sandbox;
  for (const [path, key] of [
    [pageOf(projects.current, sensors.withData), keys.ofOtherTenant],
    [pageOf(projects.ofOtherTenant, sensors.ofOtherTenant), keys.all],
    [pageOf(projects.current, sensors.withGaps), keys.oneSensor],
    [audio.expired, keys.all],
  ] as const) {
    expect((await read(path, key)).status(), path).toBe(404);
  }
});

test("405: another method", async ({ sandbox, http }) => {
  const answer = await http.post(`${sandbox.baseUrl}/projects`);
  expect(answer.status()).toBe(405);
});

test("416: a range beyond the end of a recording", async ({ sandbox, read }) => {
  const answer = await read(sandbox.audio.stored, sandbox.keys.all, { range: "bytes=9999999-" });
  expect(answer.status()).toBe(416);
});

test("429: a key at its quota", async ({ sandbox, read }) => {
  const answer = await read("projects", sandbox.keys.atQuota);
  expect(answer.status()).toBe(429);
  expect(answer.headers()["retry-after"]).toBe("60");
});

test("429 and 503: a request that is answered when it is sent again", async ({ sandbox, read }) => {
  const { atQuotaOnce, unavailableOnce } = sandbox.keys;
  for (const [key, status] of [
    [atQuotaOnce, 429],
    [unavailableOnce, 503],
  ] as const) {
    const refused = await read("projects", key);
    expect([refused.status(), refused.headers()["retry-after"]]).toEqual([status, "1"]);
    expect((await read("projects", key)).status()).toBe(200);
  }
});

test("431: a head that is too long", async ({ sandbox, read }) => {
  const answer = await read("projects", sandbox.keys.all, { "x-long": "x".repeat(20_000) });
  expect(answer.status()).toBe(431);
});

test("503: a contract that is missing or invalid", async ({ sandbox, read }) => {
  const { keys, projects, sensors } = sandbox;
  for (const path of [
    pageOf(projects.withoutContract, sensors.ofProjectWithoutContract),
    pageOf(projects.invalidContract, sensors.ofProjectWithInvalidContract),
  ]) {
    const answer = await read(path, keys.all);
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "contract_unavailable" });
  }
});

test("503: a recording that cannot be read", async ({ sandbox, read }) => {
  for (const path of [sandbox.audio.damaged, sandbox.audio.gone]) {
    const answer = await read(path, sandbox.keys.all);
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "unavailable" });
  }
});

test("a lease ends when the clock has moved on", async ({ http }) => {
  // Its own sandbox: the other one of this worker stays at its time.
  const own = await startSandbox({ seed: 2 });
  try {
    const download = async () => {
      const headers = { "svc-api-key": `Bearer ${own.keys.all}` };
      return (await http.get(own.publicUrl + own.audio.stored, { headers })).status();
    };
    expect(await download()).toBe(200);
    own.tick(600);
    expect(own.now).toBe("2026-01-14T12:10:00.000Z");
    expect(await download()).toBe(404);
  } finally {
    await own.stop();
  }
});

test("a reset sandbox is as it was at its start", async ({ http }) => {
  const own = await startSandbox({ seed: 3 });
  const { keys, audio, projects, sensors } = own;
  const read = async (path: string, key: string) => {
    const headers = { "svc-api-key": `Bearer ${key}` };
    return http.get(own.publicUrl + path, { headers });
  };
  const statusesOf = async () => {
    const page = `/api/v0/${pageOf(projects.current, sensors.withData, "&withAudio=true&orderBy=desc")}`;
    const leased = (await (await read(page, keys.all)).json()) as { data: unknown[] };
    const asked = [
      [audio.gone, keys.all],
      [audio.gone, keys.all],
      [audio.stored, keys.all],
      ["/api/v0/projects", keys.atQuotaOnce],
      ["/api/v0/projects", keys.atQuotaOnce],
    ] as const;
    const statuses = [];
    for (const [path, key] of asked) statuses.push((await read(path, key)).status());
    return { leased: leased.data[0], statuses };
  };
  try {
    const first = await statusesOf();
    expect(first.statuses).toEqual([503, 404, 200, 429, 200]);
    own.tick(3600);
    await own.reset();
    expect(own.now).toBe("2026-01-14T12:00:00.000Z");
    expect(await statusesOf()).toEqual(first);
  } finally {
    await own.stop();
  }
});

test("a sandbox refuses the address of a database", async ({ sandbox }) => {
  const address = "postgres://somebody@127.0.0.1:1/other";
  const options: object = { databaseUrl: address };
  await expect(startSandbox(options)).rejects.toThrow("DATABASE_URL: a sandbox has a database");
  process.env["DATABASE_URL"] = address;
  try {
    await expect(startSandbox()).rejects.toThrow("touches no other");
  } finally {
    delete process.env["DATABASE_URL"];
  }
  expect(() => sandbox.tick(-1)).toThrow(RangeError);
});
