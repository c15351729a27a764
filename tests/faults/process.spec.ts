import { Agent } from "node:http";
import { join } from "node:path";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { selectApiKeys } from "../../src/database/queries/keys/api-keys.ts";
import { beginStore } from "../support/audio-store.ts";
import { addRecording } from "../support/recordings.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Sent, send } from "./send.ts";
import { expect, samplesOfDay, test } from "./test.ts";

test("a service that is killed under load starts again with everything that was there; SIGTERM under load cuts no accepted request, and leaves when keys were last used", async ({
  serve,
  dataDirectory,
}) => {
  const tenant = await createMeasured(dataDirectory);
  const { key } = tenant;
  const page = `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;

  const first = await serve({ DATA_DIR: dataDirectory });
  const acknowledged: string[] = [];
  const leasing = async () => {
    for (;;) {
      const { data } = (await (await first.get(`${page}&withAudio=true`, key)).json()) as {
        data: { audioUrl: string | null }[];
      };
      expect(data).toHaveLength(288);
      acknowledged.push(data[0]?.audioUrl ?? "none");
    }
  };
  const load = Promise.allSettled(Array.from({ length: 4 }, leasing));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await first.end("SIGKILL");
  // Each ended with the connection, and with nothing else.
  for (const end of await load) {
    expect(end).toMatchObject({ status: "rejected", reason: expect.any(TypeError) });
  }

  const usedSince = Math.floor(Date.now() / 60_000) * 60_000;
  const second = await serve({ DATA_DIR: dataDirectory });
  const { data } = (await (await second.get(page, key)).json()) as { data: unknown[] };
  expect(data).toHaveLength(288);
  for (const path of acknowledged) {
    const response = await second.get(path, key);
    await response.arrayBuffer();
    expect(response.status, path).toBe(200);
  }

  const sent: Sent[] = [];
  let isEnding = false;
  const asking = async (name: number) => {
    // Every other client keeps its connection.
    const agent = name % 2 === 0 && new Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = 0; !isEnding || sent.at(-1)?.status != null; index += 1) {
      const answer = await send(
        `${second.publicUrl}${page}`,
        key,
        `request-${name}-${index}`,
        agent,
      );
      sent.push(answer);
      if (answer.status === null) return;
    }
  };
  const clients = Array.from({ length: 8 }, (_, name) => asking(name));
  await expect.poll(() => sent.length).toBeGreaterThan(50);
  isEnding = true;
  expect(await second.end("SIGTERM")).toBe(0);
  await Promise.all(clients);
  const taken = new Set(
    second
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => (JSON.parse(line) as { requestId?: string }).requestId),
  );
  const cut = sent.filter(({ requestId, status }) => status === null && taken.has(requestId));
  expect(cut).toEqual([]);
  expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThan(50);

  const database = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
  const keys = await selectApiKeys(database.db).finally(() => database.close());
  expect(keys.map(({ id }) => id)).toEqual([parseApiKey(key)?.id]);
  const lastUsed = keys[0]?.lastUsedAt?.getTime() ?? 0;
  expect(lastUsed % 60_000).toBe(0);
  expect(lastUsed).toBeGreaterThanOrEqual(usedSince);
});

const limits = { poolMax: 4, statementTimeoutMilliseconds: 5000 };

/** A tenant with a day of samples, the first with a recording, in an embedded database. */
async function createMeasured(dataDirectory: string): Promise<Tenant> {
  const database = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
  const tenant = await createTenant(database.db);
  await tenant.addSamples(samplesOfDay);
  const store = await beginStore(createFolderStore(join(dataDirectory, "audio")), database);
  await addRecording({ db: database.db, store }, tenant.sensorIds[0] ?? "", 1_552_176_000);
  await database.close();
  return tenant;
}
