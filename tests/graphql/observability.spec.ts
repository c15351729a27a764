import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createLog } from "../../src/log.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test as base } from "../support/test.ts";

interface ObservedGateway {
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** The lines of the log so far. */
  lines(): Record<string, unknown>[];
  metrics(): Promise<string>;
}

/** A gateway of the test's own: its metrics count only this test. */
const test = base.extend<{ observed: ObservedGateway }>({
  observed: async ({ serve, http }, use) => {
    const written: string[] = [];
    const gateway = await serve({
      log: await createLog(
        { level: "debug", format: "json" },
        { write: (line) => void written.push(line) },
      ),
    });
    await use({
      ...gateway,
      lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
      metrics: async () => (await http.get(`${gateway.internalUrl}/metrics`)).text(),
    });
  },
});

test("the statements and the line of a request have its id in the log", async ({
  observed,
  http,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const requestId = "follow-me-0123456789";
  const response = await http.get(`${observed.publicUrl}${tenant.measurementsPath()}`, {
    headers: { "svc-api-key": `Bearer ${tenant.key}`, "x-request-id": requestId },
    params: { startAt: "2019-03-10T00:00:00Z", endAt: "2019-03-11T00:00:00Z" },
  });
  expect(response.status()).toBe(200);
  const mine = observed.lines().filter((line) => line["requestId"] === requestId);
  expect(mine.map(({ msg, statement }) => statement ?? msg)).toEqual([
    "select-api-key",
    "select-sensor-settings",
    // Once for each version of a site.
    "select-site",
    "select-samples",
    "request",
  ]);
  expect(mine.at(-1)).toEqual({
    level: "info",
    time: expect.any(String),
    requestId,
    route: "list-measurements",
    keyId: tenant.key.split(".")[1],
    status: 200,
    milliseconds: expect.any(Number),
    msg: "request",
  });
});

test("probes and requests of metrics are logged at debug, others at info", async ({
  observed,
  http,
}) => {
  const { publicUrl, internalUrl } = observed;
  for (const path of ["/health/live", "/health/ready", "/metrics", "/schema.graphql"]) {
    await http.get(`${internalUrl}${path}`);
  }
  await http.get(`${publicUrl}/health/live`);
  const lines = observed.lines().filter(({ msg }) => msg === "request");
  expect(lines.map(({ route, level }) => [level, route].join(" "))).toEqual([
    "debug live",
    "debug ready",
    "debug metrics",
    "info schema",
    "info none",
  ]);
});

test("the version that runs is in /health/live and in the metrics", async ({ observed, http }) => {
  const { version } = JSON.parse(await readFile(packageFile("package.json"), "utf8")) as {
    readonly version: string;
  };
  const live = await http.get(`${observed.internalUrl}/health/live`);
  expect(await live.json()).toMatchObject({ status: "live", version });
  const labels = `{version="${version}",node="${process.versions.node}"`;
  expect(await observed.metrics()).toContain(`\nacoustic_build_info${labels}`);
});

test("metrics count requests by listener, route and status, and statements by name", async ({
  observed,
  http,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  const headers = { "svc-api-key": `Bearer ${key}` };
  const { publicUrl } = observed;
  await http.get(`${publicUrl}/api/v0/projects`, { headers });
  await http.get(`${publicUrl}/api/v0/projects/${projectId}`, { headers });
  await http.get(`${publicUrl}/api/v0/projects?secret=canary`, { headers });
  await http.get(`${publicUrl}/api/v0/canary`, { headers });
  await http.get(`${publicUrl}/api/v0/projects`);
  const text = await observed.metrics();
  const valueOf = (sample: string) =>
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1);
  const requests = (route: string, status: number) =>
    valueOf(`acoustic_http_requests_total{listener="public",route="${route}",status="${status}"}`);
  expect([requests("list-projects", 200), requests("list-projects", 400)]).toEqual(["1", "1"]);
  expect(requests("get-project", 200)).toBe("1");
  expect([requests("none", 404), requests("list-projects", 401)]).toEqual(["1", "1"]);
  const statements = "acoustic_sql_statement_duration_seconds_count";
  expect(valueOf(`${statements}{statement="select-api-key"}`)).toBe("4");
  const ofLimiters = [
    "acoustic_requests_in_flight",
    "acoustic_requests_queued",
    "acoustic_requests_refused_total",
  ].flatMap((name) => ["requests", "downloads"].map((limiter) => `${name}{limiter="${limiter}"}`));
  for (const sample of [
    ...ofLimiters,
    "acoustic_sql_statements_open",
    "acoustic_responses_unread_bytes",
    "acoustic_audio_leases_issued_total",
  ]) {
    expect(valueOf(sample), sample).toBe("0");
  }
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"]) {
    expect(valueOf(name), name).toBeDefined();
  }
  expect(text).not.toContain("canary");
  // Metrics of the data name projects, those of requests do not.
  const ofRequests = text.split("\n").filter((line) => /^acoustic_(?:http|sql)_/.test(line));
  expect(ofRequests.join("\n")).not.toContain(projectId);
});

test("one lease is counted for each page that has recordings", async ({
  observed,
  http,
  tenantOf,
  database,
  audioStore,
}) => {
  const tenant = await tenantOf();
  const [sensorId = ""] = tenant.sensorIds;
  const seconds = [1_552_176_000, 1_552_176_300];
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 61 })));
  for (const second of seconds) {
    await addRecording({ db: database.db, store: audioStore }, sensorId, second);
  }
  const page = await http.get(`${observed.publicUrl}${tenant.measurementsPath()}`, {
    headers: { "svc-api-key": `Bearer ${tenant.key}` },
    params: { startAt: "2019-03-10", endAt: "2019-03-11", withAudio: "true" },
  });
  const { data } = (await page.json()) as { data: { audioUrl: string | null }[] };
  expect(data.map(({ audioUrl }) => audioUrl)).toEqual([expect.any(String), expect.any(String)]);
  expect(await observed.metrics()).toContain("\nacoustic_audio_leases_issued_total 1\n");
});

test("a head that the HTTP parser refuses has its line in the log, and is counted", async ({
  observed,
}) => {
  const statusesOf = async (url: string, head: string) =>
    parseAnswers(await sendRawRequests(url, head)).map(({ status }) => status);
  for (const url of [observed.publicUrl, observed.internalUrl]) {
    expect(await statusesOf(url, "BREW /canary HTTP/1.1\r\nHost: localhost\r\n\r\n")).toEqual([
      405,
    ]);
    expect(await statusesOf(url, "canary\r\n\r\n")).toEqual([400]);
  }
  const lines = observed.lines().filter(({ msg }) => msg === "request");
  const line = {
    level: "info",
    time: expect.any(String),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    route: "none",
    milliseconds: expect.any(Number),
    msg: "request",
  };
  expect(lines).toEqual([405, 400, 405, 400].map((status) => ({ ...line, status })));
  const text = await observed.metrics();
  for (const listener of ["public", "internal"]) {
    for (const status of [400, 405]) {
      const sample = `acoustic_http_requests_total{listener="${listener}",route="none",status="${status}"} 1\n`;
      expect(text).toContain(sample);
    }
  }
  expect(text).not.toContain("canary");
});

test("a label of a metric has no value that comes from a client", async ({ observed, http }) => {
  for (const path of ["/a", "/api/v0/b?c=d", "/metrics", "/graphql", "/%00"]) {
    await http.get(`${observed.publicUrl}${path}`);
    await fetch(`${observed.internalUrl}${path}`);
  }
  const known = new Set([
    ...routes.map(({ name }) => name),
    "none",
    "graphql",
    "live",
    "ready",
    "metrics",
  ]);
  for (const [, route] of (await observed.metrics()).matchAll(/route="([^"]*)"/g)) {
    assert.ok(known.has(route ?? ""), route);
  }
});

test("the gateway is ready when the database answers and is migrated, and the store can be read", async ({
  gateway,
  http,
  onCitus,
}) => {
  const response = await http.get(`${gateway.internalUrl}/health/ready`);
  expect(response.status()).toBe(200);
  const body = (await response.json()) as { parts: { workers?: Record<string, string> } };
  expect(body).toEqual({
    status: "ready",
    parts: {
      database: "ready",
      migrations: "ready",
      audioStore: "ready",
      ...(onCitus && { workers: expect.any(Object) }),
    },
  });
  const workers = Object.values(body.parts.workers ?? {});
  expect(workers).toEqual(workers.map(() => "ready"));
});
