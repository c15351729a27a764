import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expect, test } from "../support/test.ts";

test("/health/ready names the parts that are not ready, and no cause", async ({
  databaseConfig,
  dataDirectory,
  http,
}) => {
  const { db, close } = await openDatabase({ ...databaseConfig, kind: "embedded", dataDirectory });
  await db.execute(sql`delete from drizzle.__drizzle_migrations`);
  await close();
  const file = join(dataDirectory, "file");
  await writeFile(file, "");
  const empty = await openDatabase(
    { ...databaseConfig, kind: "embedded", dataDirectory },
    { statementTimeoutMilliseconds: 5000 },
  );
  const gateway = await startTestGateway({
    databaseConfig,
    database: empty,
    store: createAudioStore(createFolderStore(join(file, "below")), createStoreRecord(empty)),
  });
  const ask = () => http.get(`${gateway.internalUrl}/health/ready`);
  const unmigrated = await ask();
  await empty.close();
  const gone = await ask();
  await gateway.stop();
  expect(unmigrated.status()).toBe(503);
  expect(unmigrated.headers()["retry-after"]).toBe("5");
  expect(await unmigrated.json()).toEqual({
    status: "unavailable",
    parts: { database: "ready", migrations: "missing", audioStore: "unreadable" },
  });
  expect(await gone.json()).toEqual({
    status: "unavailable",
    parts: { database: "unreachable", migrations: "unknown", audioStore: "unreadable" },
  });
});
