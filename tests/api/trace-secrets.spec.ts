import { randomBytes } from "node:crypto";
import { startCollector } from "../support/collector.ts";
import { expect, incoming, keyOf, range, second, test } from "../support/traced-gateway.ts";

test("no key, id or value of a client is exported", async ({ serveTraced, tenantOf }) => {
  const marked = `mark3d${randomBytes(4).toString("hex")}`;
  const tenant = await tenantOf({
    site: { name: `${marked} name` },
    sensors: [{ id: `${marked}-sensor`, name: `${marked} sensor` }],
  });
  await tenant.addSamples([{ second, LAeq: 90 }]);
  await tenant.addClassifications([[`${marked}-model`, second, `${marked}-label`, 0.9]]);
  const { publicUrl, internalUrl, finish, collector } = await serveTraced();
  const headers = {
    ...keyOf(tenant),
    "x-request-id": `${marked}-request-id`,
    "user-agent": `${marked}-agent`,
    "x-forwarded-for": `${marked}-address`,
    cookie: `session=${marked}`,
    baggage: `user=${marked}`,
    traceparent: incoming.traceparent,
    tracestate: `${marked}=${marked}`,
  };
  const ask = async (url: string, options: RequestInit = {}) => {
    const answer = await fetch(url, { headers, ...options });
    await answer.text();
    return answer.status;
  };
  const { projectId } = tenant;
  const path = `/api/v0/projects/${projectId}/sensors/${marked}-sensor`;
  const document = `query ${marked}Name($${marked}: ID!) { ${marked}Alias: project(id: $${marked}) { ${marked}: name } }`;
  const body = JSON.stringify({
    query: document,
    operationName: `${marked}Name`,
    variables: { [marked]: projectId },
  });
  const json = { ...headers, "content-type": "application/json" };
  expect([
    await ask(`${publicUrl}${path}/events?${range}&labels=${marked}-label`),
    await ask(`${publicUrl}${path}/measurements?${range}&cursor=${marked}`),
    await ask(`${publicUrl}/api/v0/audio/${marked}/${marked}-sensor.${second}`),
    await ask(`${publicUrl}/${marked}?${marked}=${marked}#${marked}`),
    await ask(`${internalUrl}/graphql`, { method: "POST", headers: json, body }),
    await ask(
      `${internalUrl}/export/measurements.csv?project=${projectId}&sensor=${marked}-sensor&${range}`,
    ),
    await ask(`${publicUrl}${path}`, {
      headers: { "svc-api-key": `Bearer amk0.${marked}.${marked}` },
    }),
  ]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  const spans = await finish();
  expect(spans.length).toBeGreaterThan(15);
  const [, keyId = "", secret = ""] = tenant.key.split(".");
  const sent = Buffer.concat(
    collector.received.map((each) =>
      Buffer.concat([Buffer.from(JSON.stringify(each.headers)), each.body]),
    ),
  ).toString("latin1");
  for (const value of [marked, projectId, keyId, secret, "2019-03-10", String(second)]) {
    expect(value).not.toBe("");
    expect(sent.toLowerCase()).not.toContain(value.toLowerCase());
  }
});

test("a collector that refuses spans costs a line in the log, and no answer", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const traced = await serveTraced();
  traced.collector.status = 400;
  for (let round = 0; round < 30; round += 1) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { publicUrl } = traced;
        const answer = await fetch(`${publicUrl}${tenant.path()}`, { headers: keyOf(tenant) });
        await answer.text();
        return answer.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  await traced.finish();
  // More than one batch has been refused.
  expect(traced.collector.received.length).toBeGreaterThan(1);
  // A statement may be slow on a busy machine.
  const warnings = traced.lines().flatMap(({ level, msg }) => (level === "warn" ? [msg] : []));
  expect(warnings.filter((msg) => msg !== "statement was slow")).toEqual([
    "spans are lost: the collector does not accept them",
  ]);
});

test("a collector that is not there costs no answer, and delays no stop", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const gone = await startCollector();
  await gone.close();
  const { publicUrl, finish, lines } = await serveTraced({ endpoint: gone.endpoint });
  const answer = await fetch(`${publicUrl}${tenant.path()}`, { headers: keyOf(tenant) });
  expect(answer.status).toBe(200);
  await answer.text();
  await finish();
  expect(lines().filter(({ level }) => level === "error")).toEqual([]);
});
