import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { startCommand } from "../support/command.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, samplesOfDay, test } from "./test.ts";

const free = { PORT: "0", INTERNAL_PORT: "0" };

/*
 * The internal listener has a thread of its own. However that thread ends, it is started again on the same port, and no
 * request of the public listener fails meanwhile.
 */

test("the internal thread ends by an error, for want of memory and as hung under load on REST, and no request of REST fails", async ({
  serve,
  dataDirectory,
}) => {
  const limits = { poolMax: 4, statementTimeoutMilliseconds: 5000 };
  const database = await openDatabase({ ...limits, kind: "embedded", dataDirectory });
  const tenant = await createTenant(database.db);
  await tenant.addSamples(samplesOfDay);
  await database.close();
  const file = join(dataDirectory, "break-thread");
  const breaking = packageFile("tests/faults/break-thread.mjs");
  const serving = await serve({
    DATA_DIR: dataDirectory,
    BREAK_THREAD: file,
    NODE_OPTIONS: `--import ${breaking}`,
  });
  const page = `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z&limit=1`;
  const statuses: number[] = [];
  let isEnding = false;
  const client = async () => {
    while (!isEnding) {
      const response = await serving.get(page, tenant.key);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  };
  const load = client();
  await expect.poll(() => statuses.length).toBeGreaterThan(20);
  const readyBody = () =>
    fetch(`${serving.internalUrl}/health/ready`).then(
      (response) => response.json() as Promise<unknown>,
      () => null,
    );
  for (const [index, fault] of ["error", "memory", "loop"].entries()) {
    await writeFile(file, `${index} ${fault}`);
    await expect.poll(readyBody).toMatchObject({ status: "ready", restarts: index + 1 });
  }
  isEnding = true;
  await load;
  expect(new Set(statuses)).toEqual(new Set([200]));
  const metrics = await (await fetch(`${serving.internalUrl}/metrics`)).text();
  for (const reason of ["error", "memory", "hung"]) {
    expect(metrics).toContain(
      `acoustic_thread_ends_total{name="internal",reason="${reason}",thread="main"} 1\n`,
    );
  }
  expect(serving.output()).toContain("a thread has ended, and is started again");
  expect(await serving.end("SIGTERM")).toBe(0);
});

test("a thread that fails while it reads its program ends the start, with the reason", async ({
  dataDirectory,
}) => {
  const breaking = packageFile("tests/faults/break-thread.mjs");
  const variables = { BREAK_THREAD: "load", NODE_OPTIONS: `--import ${breaking}` };
  const { ended } = startCommand(["serve"], { DATA_DIR: dataDirectory, ...free, ...variables });
  expect(await ended).toMatchObject({
    code: 70,
    stdout: "",
    stderr: expect.stringContaining("the test ends the thread"),
  });
});

test("one thread may have both listeners", async ({ serve, dataDirectory }) => {
  const serving = await serve({ DATA_DIR: dataDirectory, THREADS: "1" });
  expect((await fetch(`${serving.internalUrl}/health/ready`)).status).toBe(200);
  expect((await fetch(`${serving.publicUrl}/openapi.json`)).status).toBe(200);
  const metrics = await (await fetch(`${serving.internalUrl}/metrics`)).text();
  expect(metrics).not.toContain('thread="internal"');
  expect(await serving.end("SIGTERM")).toBe(0);
});
