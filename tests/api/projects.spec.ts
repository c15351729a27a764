import { expect, test } from "../support/test.ts";

test("a key lists exactly its projects", async ({ tenantOf, get }) => {
  const tenant = await tenantOf({
    site: {
      name: "Harbour",
      description: "Quays and cranes",
      timezone: "Europe/Dublin",
      location: { latitude: 53.35, longitude: -6.26 },
      contract: { startAt: "2019-03-01", endAt: "2019-04-30" },
    },
  });
  await tenantOf();

  const response = await get("/api/v0/projects", { key: tenant.key });

  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({
    data: [
      {
        id: tenant.projectId,
        name: "Harbour",
        description: "Quays and cranes",
        timezone: "Europe/Dublin",
        location: { latitude: 53.35, longitude: -6.26 },
        contract: { startAt: "2019-03-01T00:00:00.000Z", endAt: "2019-04-30T22:59:59.000Z" },
      },
    ],
  });
});

test("names in any script come whole, in as many bytes as the answer says", async ({
  tenantOf,
  get,
}) => {
  const name = "Straße 東京 🎧";
  const tenant = await tenantOf({ site: { name, description: "é" } });
  const response = await get(tenant.path(), { key: tenant.key });
  const body = await response.body();
  expect(response.headers()["content-length"]).toBe(String(body.length));
  expect(JSON.parse(body.toString("utf8"))).toMatchObject({ data: { name, description: "é" } });
});
