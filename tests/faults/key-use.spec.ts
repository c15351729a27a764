import { parseApiKey } from "../../src/auth/api-key.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { selectApiKeys } from "../../src/database/queries/keys/api-keys.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "./test.ts";

test("a service that is stopped has written when its keys were last used", async ({
  serve,
  dataDirectory,
}) => {
  const config = {
    kind: "embedded",
    dataDirectory,
    poolMax: 4,
    statementTimeoutMilliseconds: 5000,
  } as const;
  const database = await openDatabase(config);
  const { key } = await createTenant(database.db);
  await database.close();

  const before = Math.floor(Date.now() / 60_000) * 60_000;
  const serving = await serve({ DATA_DIR: dataDirectory });
  const headers = { "svc-api-key": `Bearer ${key}` };
  const { status } = await fetch(`${serving.publicUrl}/api/v0/projects`, { headers });
  expect(status).toBe(200);
  expect(await serving.end("SIGTERM")).toBe(0);

  const again = await openDatabase(config);
  const keys = await selectApiKeys(again.db).finally(() => again.close());
  expect(keys.map(({ id }) => id)).toEqual([parseApiKey(key)?.id]);
  const lastUsed = keys[0]?.lastUsedAt?.getTime() ?? 0;
  expect(lastUsed % 60_000).toBe(0);
  expect(lastUsed).toBeGreaterThanOrEqual(before);
});
