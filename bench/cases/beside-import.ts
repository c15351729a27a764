import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { drive, percentile } from "../drive.ts";
import { createKey, applyBenchSites } from "../fill.ts";
import { gatewayProgram, publicTarget, startGateway } from "../servers.ts";
import {
  composeMeasured,
  projectId,
  sensorIdOf,
  iso,
  measurementsPath,
  lastSecond,
  stepSeconds,
} from "../site.ts";
import type { Work } from "../work.ts";

export const besideImport: Work = {
  name: "beside-import",
  summary: "a page of 288 samples while a file is imported: the longest wait for one",
  async run(bench) {
    const { size, folder, signal } = bench;
    const benchDatabase = await bench.benchDatabaseOf("import");
    const database = await benchDatabase.open();
    await applyBenchSites(database.db, [composeMeasured(size.sensors)]);
    const key = await createKey(database.db);
    // An embedded database belongs to the gateway afterwards.
    await database.close();
    const path = join(folder, "samples.csv");
    const run = async ({ environment }: typeof benchDatabase, ...args: readonly string[]) => {
      const env = { PATH: process.env["PATH"], ...environment };
      await promisify(execFile)(process.execPath, [gatewayProgram, ...args], { env, signal });
    };
    /** Writes the newest samples of the main database to the file, in the order of sensors. */
    const exportFile = (steps: number, ...of: readonly string[]) => {
      const from = iso(lastSecond - (steps - 1) * stepSeconds);
      const range = ["--start-at", from, "--end-at", iso(lastSecond), "--output", path];
      return run(bench.benchDatabase, "export", "samples", "--project", projectId, ...of, ...range);
    };
    const importFile = () => run(benchDatabase, "import", "samples", path);
    await exportFile(300, "--sensor", sensorIdOf(1));
    await importFile();
    await exportFile(Math.ceil(size.importRows / size.sensors));
    await using gateway = await startGateway({ ...bench, benchDatabase });
    const page = publicTarget(gateway, { key }, [{ path: measurementsPath(1, 288, 1) }]);
    const readPage = async () => (await drive(page, 1, 1)).p50;
    // A cold gateway is slow at its first answer.
    await readPage();
    let isImported = false;
    const imported = importFile().finally(() => (isImported = true));
    const waits: number[] = [];
    do {
      waits.push(await readPage());
      await delay(20);
    } while (!isImported);
    await imported;
    const notes = [`${waits.length} pages: p99 ${percentile(waits, 99).toFixed(0)}`];
    return [
      { name: "beside-import", values: [Math.max(...waits)], unit: "ms", bar: ["≤", 500], notes },
    ];
  },
};
