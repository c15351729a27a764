import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, samplesOfDay, test } from "./test.ts";

/*
 * The internal listener has a thread of its own. However that thread ends, it is started again on the same port, and no
 * request of the public listener fails meanwhile.
 */

for (const [fault, reason] of [
  ["error", "error"],
  ["memory", "memory"],
  ["loop", "hung"],
] as const) {
  test(`the internal thread ends by ${fault} under load on REST, and no request of REST fails`, async ({
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
    const page = `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;
    const statuses: number[] = [];
    let isEnding = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!isEnding) {
        const headers = { "svc-api-key": `Bearer ${tenant.key}` };
        const response = await fetch(`${serving.publicUrl}${page}`, { headers });
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    await writeFile(file, fault);
    const readyBody = () =>
      fetch(`${serving.internalUrl}/health/ready`).then(
        (response) => response.json() as Promise<unknown>,
        () => null,
      );
    await expect.poll(readyBody).toMatchObject({ status: "ready", restarts: 1 });
    isEnding = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const metrics = await (await fetch(`${serving.internalUrl}/metrics`)).text();
    expect(metrics).toContain(
      `acoustic_thread_ends_total{name="internal",reason="${reason}",thread="main"} 1\n`,
    );
    expect(serving.output()).toContain("a thread has ended, and is started again");
    expect(await serving.end("SIGTERM")).toBe(0);
  });
}
