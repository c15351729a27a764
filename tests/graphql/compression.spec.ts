import { levelsFrom } from "../support/series.ts";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Gateway } from "../../src/server/start.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

interface Received {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly body: Buffer;
}

/** Sends a GET with the field Accept-Encoding as it stands; null: without it. */
function receive(
  { internalUrl }: Gateway,
  { key }: Tenant,
  path: string,
  accepted: string | null,
): Promise<Received> {
  const headers = {
    "svc-api-key": `Bearer ${key}`,
    ...(accepted === null ? {} : { "accept-encoding": accepted }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${internalUrl}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).once("error", reject);
      response.once("end", () => {
        expect(response.statusCode).toBe(200);
        const { "content-encoding": encoding, vary } = response.headers;
        resolve({ encoding, vary, body: Buffer.concat(chunks) });
      });
    });
    sent.once("error", reject).end();
  });
}

const test = base.extend<{ sampled: Tenant }>({
  sampled: async ({ tenantOf }, use) => {
    const tenant = await tenantOf();
    const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
    const samples = levelsFrom(first, 48, 300, (index) => 50 + (index % 30));
    await tenant.addSamples(samples);
    await use(tenant);
  },
});

const range = "startAt=2019-03-10&endAt=2019-03-10T23:59:59Z";
const query = (fields: string) => `/graphql?query=${encodeURIComponent(fields)}`;

/** Kinds of answers → a path of the internal listener with more than 1 kB. */
const long: Readonly<Record<string, (tenant: Tenant) => string>> = {
  "an answer of GraphQL": ({ projectId, sensorIds }) =>
    query(`{ sensor(projectId: "${projectId}", id: "${sensorIds[0]}") {
      measurements(startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z") { data { id datetime LAeq } } } }`),
  "an export": ({ projectId }) => `/export/measurements.csv?projectId=${projectId}&${range}`,
};

for (const [name, pathOf] of Object.entries(long)) {
  test(`${name} is compressed as the client accepts it`, async ({ gateway, sampled }) => {
    const path = pathOf(sampled);
    const plain = await receive(gateway, sampled, path, null);
    expect(plain.encoding).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(1024);
    const accepted: [field: string, encoding: string, decode: (body: Buffer) => Buffer][] = [
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip", "gzip", gunzipSync],
      ["gzip, br", "br", brotliDecompressSync],
    ];
    for (const [field, encoding, decode] of accepted) {
      const answer = await receive(gateway, sampled, path, field);
      expect(answer, field).toMatchObject({ encoding, vary: "Accept-Encoding" });
      expect(answer.body.length).toBeLessThan(plain.body.length / 2);
      expect(decode(answer.body).equals(plain.body)).toBe(true);
    }
    const refused = await receive(gateway, sampled, path, "gzip;q=0, identity");
    expect(refused.encoding).toBeUndefined();
    expect(refused.body.equals(plain.body)).toBe(true);
  });
}

test("an answer below 1 kB is not compressed", async ({ gateway, sampled }) => {
  const answer = await receive(gateway, sampled, query("{ __typename }"), "gzip");
  expect(answer.encoding).toBeUndefined();
  expect(JSON.parse(answer.body.toString())).toEqual({ data: { __typename: "Query" } });
});

test("the schema, which each page of a report reads, is compressed", async ({
  gateway,
  sampled,
}) => {
  const plain = await receive(gateway, sampled, "/schema.graphql", null);
  expect(plain.encoding).toBeUndefined();
  const answer = await receive(gateway, sampled, "/schema.graphql", "gzip");
  expect(answer).toMatchObject({ encoding: "gzip", vary: "Accept-Encoding" });
  expect(gunzipSync(answer.body).equals(plain.body)).toBe(true);
});
