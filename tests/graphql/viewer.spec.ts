import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { expect, test } from "../support/test.ts";

const query = "{ viewer { keyId name grantedScopes scopes expiresAt } }";

test("the viewer is the key of the request, with its scopes in the order of the specification", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf();
  const expiresAt = Date.parse("2999-12-31T23:00:00.250Z") as Instant;
  const key = await tenant.createKey({ scopes: ["v0:events:read", "v0:projects:read"], expiresAt });
  const asked = [
    [tenant.key, { expiresAt: null }],
    [
      key,
      {
        grantedScopes: ["projects_read", "events_read"],
        scopes: ["v0:projects:read", "v0:events:read"],
        expiresAt: "2999-12-31T23:00:00.250Z",
      },
    ],
  ] as const;
  for (const [text, expected] of asked) {
    const answer = await graphql(query, { key: text });
    expect(await answer.json()).toEqual({
      data: {
        viewer: {
          keyId: text.split(".")[1],
          name: "Key of a test",
          grantedScopes: [
            "projects_read",
            "data_read",
            "events_read",
            "audio_read",
            "embedded_map_read",
          ],
          scopes: [
            "v0:projects:read",
            "v0:data:read",
            "v0:events:read",
            "v0:audio:read",
            "v0:embedded-map:read",
          ],
          ...expected,
        },
      },
    });
  }
});

test("a key without a scope that this version knows is a viewer, too", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const { key } = await tenantOf();
  await database.db
    .update(apiKeys)
    .set({ scopes: ["v9:all"] })
    .where(eq(apiKeys.id, key.split(".")[1] ?? ""));
  const answer = await graphql("{ viewer { grantedScopes scopes } projects { id } }", { key });
  expect(await answer.json()).toMatchObject({
    data: { viewer: { grantedScopes: [], scopes: [] }, projects: null },
    errors: [{ extensions: { code: "FORBIDDEN" } }],
  });
});

test("the internal listener serves the schema without a key, as it is written", async ({
  gateway,
}) => {
  const response = await fetch(`${gateway.internalUrl}/schema.graphql`);
  expect(response.status).toBe(200);
  expectCommonHeaders(Object.fromEntries(response.headers));
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(await readFile(packageFile("schema.graphql"), "utf8"));
  const onPublic = await fetch(`${gateway.publicUrl}/schema.graphql`);
  expect(onPublic.status).toBe(404);
});
