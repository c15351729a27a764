import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { KeyId } from "../../src/acoustics/ids.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { composeApiKey, parseApiKey } from "../../src/auth/api-key.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { scopes } from "../../src/auth/scopes.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import { routes } from "../../src/rest/routes/index.ts";
import {
  expectCommonHeaders,
  notFoundProblem,
  problemOf,
  unauthorizedProblem,
  problemWith,
} from "../support/problem.ts";
import { requestOf } from "../support/route-requests.ts";
import { expect, test } from "../support/test.ts";

type KeyOf = (key: string, db: OperatorDatabase) => string | null | Promise<string>;
const idOf = (key: string) => parseApiKey(key)?.id ?? ("" as KeyId);

/** Keys that are refused, made from one that was answered. */
const refusedKeys: Readonly<Record<string, KeyOf>> = {
  "no key": () => null,
  "a key with one character changed": (key) =>
    key.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
  "a key cut short": (key) => key.slice(0, -1),
  "a key with another prefix": (key) => key.replace("amk0", "amk1"),
  "a key with something behind it": (key) => `${key}x`,
  "a key that is empty": () => "",
  "a key that is no key at all": () => "secret",
  "a well-formed key that was never issued": () =>
    composeApiKey(randomBytes(12), randomBytes(32)).text,
  "another secret under a known id": async (key, db) => {
    const secretHash = createHash("sha256").update("another").digest();
    await db
      .update(apiKeys)
      .set({ secretHash })
      .where(eq(apiKeys.id, idOf(key)));
    return key;
  },
  "a key the moment after it was revoked": async (key, db) => {
    await revokeKey(db, idOf(key), new Date());
    return key;
  },
};

for (const route of routes) {
  test.describe(route.name, () => {
    test("answers a key that holds its scope, and only that", async ({ tenant, get }) => {
      const { path, query, status } = requestOf(route, tenant);
      const key = await tenant.createKey({ scopes: [route.scope] });
      const response = await get(path, { key, query });
      expect(response.status(), await response.text()).toBe(status);
      expectCommonHeaders(response.headers());
    });

    for (const [what, keyOf] of Object.entries(refusedKeys)) {
      test(`refuses ${what}`, async ({ tenantOf, get, database }) => {
        const tenant = await tenantOf();
        const { path, query, status } = requestOf(route, tenant);
        expect((await get(path, { key: tenant.key, query })).status()).toBe(status);
        const response = await get(path, { key: await keyOf(tenant.key, database.db), query });
        expect(await problemOf(response)).toEqual(unauthorizedProblem);
        expect(response.status()).toBe(401);
        expect(response.headers()["www-authenticate"]).toBe('APIKey realm="api/v0"');
        expectCommonHeaders(response.headers());
      });
    }

    test("refuses a key from the instant of its expiry on", async ({ tenant, get, gateway }) => {
      const { path, query, status } = requestOf(route, tenant);
      const expiresAt = (Date.now() + 3_600_000) as Instant;
      const key = await tenant.createKey({ expiresAt });
      gateway.clock.now = (expiresAt - 1) as Instant;
      const before = await get(path, { key, query });
      gateway.clock.now = expiresAt;
      const after = await get(path, { key, query });
      gateway.clock.now = null;
      expect(before.status()).toBe(status);
      expect(await problemOf(after)).toEqual(unauthorizedProblem);
    });

    test("refuses a key that holds every scope but its own", async ({ tenant, get }) => {
      const { path, query } = requestOf(route, tenant);
      const key = await tenant.createKey({ scopes: scopes.filter((s) => s !== route.scope) });
      const response = await get(path, { key, query });
      expect(response.status()).toBe(403);
      expect(await problemOf(response)).toEqual(
        problemWith("forbidden", {
          detail: `The API key lacks the scope \`${route.scope}\`.`,
          requiredScopes: [route.scope],
        }),
      );
    });

    if (route.path.includes(":")) {
      test("answers another tenant's ids and ids that do not exist alike", async ({
        tenantOf,
        get,
      }) => {
        const [tenant, other] = [await tenantOf(), await tenantOf()];
        const absent = { projectId: "absent", sensorIds: ["absent-sensor"] };
        const mixed = { projectId: tenant.projectId, sensorIds: other.sensorIds };
        const swapped = { projectId: other.projectId, sensorIds: tenant.sensorIds };
        const illFormed = { projectId: "_", sensorIds: ["x".repeat(65)] };
        const named = [other, absent, swapped, illFormed];
        if (route.path.includes(":sensorId")) named.push(mixed);
        const headers = { "x-request-id": "the-same-for-all" };
        const bodies = new Set<string>();
        for (const ids of named) {
          const { path, query } = requestOf(route, ids);
          const response = await get(path, { key: tenant.key, query, headers });
          expect(response.status(), path).toBe(404);
          expectCommonHeaders(response.headers());
          bodies.add(await response.text());
        }
        expect([...bodies].map((body) => JSON.parse(body) as unknown)).toEqual([
          { ...notFoundProblem, requestId: "the-same-for-all" },
        ]);
      });
    }

    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      test(`refuses ${method} before it checks the key`, async ({ tenant, gateway, http }) => {
        const { path } = requestOf(route, tenant);
        const response = await http.fetch(`${gateway.publicUrl}${path}`, { method });
        expect(response.status()).toBe(405);
        expect(response.headers()["allow"]).toBe("GET");
        expectCommonHeaders(response.headers());
        expect((await response.body()).length > 0).toBe(method !== "HEAD");
      });
    }
  });
}
