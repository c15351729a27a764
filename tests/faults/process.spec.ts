import { Agent } from "node:http";
import { join } from "node:path";
import { createFolderStore } from "#audio/folder-store.ts";
import { openDatabase } from "#database/client/open-database.ts";
import { addRecording } from "../support/recordings.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Sent, send } from "./send.ts";
import type { Serving } from "./serving.ts";
import { expect, test as base } from "./test.ts";

interface Served {
  readonly env: Readonly<Record<string, string>>;
  readonly tenant: Tenant;
  readonly page: string;
  start(): Promise<Serving>;
}

/** Processes of the service over the embedded database, in a folder of the test's own. */
const test = base.extend<{ served: Served }>({
  served: async ({ serve, dataDirectory }, use) => {
    const limits = { poolMax: 4, statementTimeoutMilliseconds: 5000 };
    const database = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
    const tenant = await createTenant(database.db);
    await tenant.addSamples(
      Array.from({ length: 288 }, (_, index) => ({
        second: 1_552_176_000 + index * 300,
        LAeq: 61,
      })),
    );
    const store = createFolderStore(join(dataDirectory, "audio"));
    await store.begin(async () => false);
    await addRecording({ db: database.db, store }, tenant.sensorIds[0] ?? "", 1_552_176_000);
    await database.close();
    const env = { DATA_DIR: dataDirectory };
    await use({
      env,
      tenant,
      page: `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`,
      start: () => serve(env),
    });
  },
});

test("SIGTERM under load cuts no request that was accepted, and ends with 0", async ({
  served,
}) => {
  const serving = await served.start();
  const sent: Sent[] = [];
  let isEnding = false;
  const client = async (name: number) => {
    // Every other client keeps its connection.
    const agent = name % 2 === 0 && new Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = 0; !isEnding || sent.at(-1)?.status != null; index += 1) {
      const url = `${serving.publicUrl}${served.page}`;
      const answer = await send(url, served.tenant.key, `request-${name}-${index}`, agent);
      sent.push(answer);
      if (answer.status === null) return;
    }
  };
  const clients = Array.from({ length: 8 }, (_, name) => client(name));
  await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(50);
  isEnding = true;
  const startedAt = performance.now();
  expect(await serving.end("SIGTERM")).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await Promise.all(clients);
  const taken = new Map(
    serving
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { requestId?: string; status?: number })
      .map(({ requestId, status }) => [requestId, status]),
  );
  const cut = sent.filter(({ requestId, status }) => status === null && taken.has(requestId));
  expect(cut).toEqual([]);
  expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
});

test("a service that is killed under load starts again with everything that was there", async ({
  served,
}) => {
  const first = await served.start();
  const ask = async (serving: Serving, path: string) =>
    fetch(`${serving.publicUrl}${path}`, {
      headers: { "svc-api-key": `Bearer ${served.tenant.key}` },
    });
  const withAudio = `${served.page}&withAudio=true`;
  const acknowledged: string[] = [];
  const client = async () => {
    for (;;) {
      const { data } = (await (await ask(first, withAudio)).json()) as {
        data: { audioUrl: string | null }[];
      };
      expect(data).toHaveLength(288);
      acknowledged.push(data[0]?.audioUrl ?? "none");
    }
  };
  const load = Promise.allSettled(Array.from({ length: 4 }, client));
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20);
  await first.end("SIGKILL");
  // Each ended with the connection, and with nothing else.
  for (const end of await load) {
    expect(end).toMatchObject({ status: "rejected", reason: expect.any(TypeError) });
  }

  const second = await served.start();
  const { data } = (await (await ask(second, served.page)).json()) as { data: unknown[] };
  expect(data).toHaveLength(288);
  for (const path of acknowledged) {
    const response = await ask(second, path);
    await response.arrayBuffer();
    expect(response.status, path).toBe(200);
  }
});
