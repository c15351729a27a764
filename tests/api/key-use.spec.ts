import { parseApiKey } from "../../src/auth/api-key.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import { createKeyUse, type KeyUse } from "../../src/auth/key-use.ts";
import type { KeyId } from "../../src/acoustics/ids.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { selectApiKeyRecord } from "../../src/database/queries/keys/api-keys.ts";
import { updateLastUsed } from "../../src/database/queries/keys/key-use.ts";
import { createLog } from "../../src/log.ts";
import { startRecordingKeyUse } from "../../src/server/record-key-use.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test as base } from "../support/test.ts";

/** A gateway of the test's own, whose clock stands still. */
interface Noted {
  readonly keyUse: KeyUse;
  readonly ask: (path: string, key: string) => Promise<number>;
}

const now = Date.parse("2031-05-06T07:08:09.010Z") as Instant;
const minute = new Date("2031-05-06T07:08:00Z");

const test = base.extend<{ noted: Noted }>({
  noted: async ({ serve }, use) => {
    const keyUse = createKeyUse();
    const gateway = await serve({ clock: () => now, keyUse });
    await use({
      keyUse,
      ask: async (path, key) => {
        const headers = { "svc-api-key": `Bearer ${key}` };
        return (await fetch(`${gateway.publicUrl}${path}`, { headers })).status;
      },
    });
  },
});

const idOf = (key: string) => parseApiKey(key)?.id ?? ("" as KeyId);

test("a request notes the minute of its key, whatever the answer is, and writes nothing", async ({
  noted: { keyUse, ask },
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  const narrow = await tenant.createKey({ scopes: ["v0:audio:read"] });
  const statements = await database.statementsOf(async () => {
    expect(await ask("/api/v0/projects", tenant.key)).toBe(200);
    expect(await ask("/api/v0/projects", narrow)).toBe(403);
  });
  expect(statements.length).toBeGreaterThan(2);
  expect(statements.filter((text) => /\b(?:update|insert)\b/i.test(text))).toEqual([]);
  expect(await selectApiKeyRecord(database.db, idOf(tenant.key))).toMatchObject({
    lastUsedAt: null,
  });
  expect(keyUse.takeUnwritten()).toEqual(
    new Map([
      [idOf(tenant.key), minute.getTime()],
      [idOf(narrow), minute.getTime()],
    ]),
  );
});

test("a key that is not in force is not noted", async ({
  noted: { keyUse, ask },
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  const expired = await tenant.createKey({ expiresAt: (now - 1) as Instant });
  await revokeKey(database.db, idOf(tenant.key), new Date());
  const [first] = tenant.key.split(/(?<=\.\w{16}\.)/);
  expect(await ask("/api/v0/projects", tenant.key)).toBe(401);
  expect(await ask("/api/v0/projects", expired)).toBe(401);
  expect(await ask("/api/v0/projects", `${first}invented`)).toBe(401);
  expect([...keyUse.takeUnwritten()]).toEqual([]);
});

test("what was noted is written in the background, also of a key that was revoked since", async ({
  noted: { keyUse, ask },
  tenantOf,
  database,
}) => {
  const { key } = await tenantOf();
  const lastUsed = async () => (await selectApiKeyRecord(database.db, idOf(key)))?.lastUsedAt;
  expect(await ask("/api/v0/projects", key)).toBe(200);
  await revokeKey(database.db, idOf(key), new Date());
  const log = await createLog({ level: "silent", format: "json" });
  const recorder = startRecordingKeyUse({ database, keyUse, log, pauseMilliseconds: 1 });
  await expect.poll(lastUsed).toEqual(minute);
  await recorder.stop();
});

test("what is left is written at the stop, and what could not be written is kept", async ({
  noted: { keyUse, ask },
  tenantOf,
  database,
}) => {
  const { key } = await tenantOf();
  expect(await ask("/api/v0/projects", key)).toBe(200);
  const log = await createLog({ level: "silent", format: "json" });
  const closed = sessionOf(database, AbortSignal.abort(new Error("closed")));
  const failing = startRecordingKeyUse({ database: { sessionFor: () => closed }, keyUse, log });
  await failing.stop();
  expect(await selectApiKeyRecord(database.db, idOf(key))).toMatchObject({ lastUsedAt: null });
  await startRecordingKeyUse({ database, keyUse, log }).stop();
  expect(await selectApiKeyRecord(database.db, idOf(key))).toMatchObject({ lastUsedAt: minute });
});

/** Before the present of the database. */
const past = Date.parse("2026-03-01T10:00:00Z") as Instant;

test("a use that a clock ahead has written is replaced", async ({ tenantOf, database }) => {
  const { key } = await tenantOf();
  const session = sessionOf(database);
  const ahead = (Date.now() + 3_600_000) as Instant;
  for (const at of [ahead, past]) {
    await updateLastUsed(session, new Map([[idOf(key), at]]));
  }
  expect(await selectApiKeyRecord(database.db, idOf(key))).toMatchObject({
    lastUsedAt: new Date(past),
  });
});

test("of what several servers write, the latest wins", async ({ tenantOf, database }) => {
  const { key } = await tenantOf();
  const session = sessionOf(database);
  const later = (past + 60_000) as Instant;
  for (const at of [past, later, past]) {
    await updateLastUsed(session, new Map([[idOf(key), at]]));
  }
  expect(await selectApiKeyRecord(database.db, idOf(key))).toMatchObject({
    lastUsedAt: new Date(later),
  });
});
