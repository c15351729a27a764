import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BenchDatabase } from "../bench-database.ts";
import { applyBenchSites } from "../fill.ts";
import { createKey } from "../key.ts";
import { startProcess } from "../observed-process.ts";
import { measurementsPath } from "../pages.ts";
import { type SamplesFile, writeSamplesFile } from "../samples-file.ts";
import { gatewayProgram, publicTarget, startGateway, using } from "../servers.ts";
import { percentile, spreadOf } from "../statistics.ts";
import { lastSecond, stepSeconds } from "../telemetry.ts";
import { atMost, type Bench, type Work } from "../work.ts";

const name = "beside-import";

export const besideImport: Work = {
  name,
  summary: "a page of 288 samples while a file is imported: the longest wait for one",
  async run(bench) {
    const { size } = bench;
    const benchDatabase = await bench.benchDatabaseOf("spare");
    const database = await benchDatabase.open();
    await applyBenchSites(database.db, size);
    const key = await createKey(database.db);
    await database.close();
    await importFile(bench, benchDatabase, { steps: pageSteps, sensors: 2, last: lastSecond });
    // Long before the other samples, so that all of its rows are new, whatever was imported before.
    const steps = Math.ceil(size.importRows / 4 / size.sensors);
    const last = lastSecond - 1_000_000 * stepSeconds;
    const waits = await using([startGateway({ ...bench, benchDatabase })], async ([gateway]) => {
      const { url, headers } = publicTarget(gateway, { key }, []);
      const page = `${url}${measurementsPath({ sensor: 1, limit: 288, before: 1 })}`;
      // A cold gateway is slow at its first answer.
      await readPages(page, headers, { isOver: true });
      const importing = { isOver: false };
      const reading = readPages(page, headers, importing);
      const work = importFile(bench, benchDatabase, { steps, sensors: size.sensors, last });
      const [read] = await Promise.all([reading, work.finally(() => (importing.isOver = true))]);
      return read;
    });
    const spread = [50, 99].map(
      (percent) => `p${percent} ${percentile(waits, percent).toFixed(0)}`,
    );
    const notes = [
      `${waits.length} pages beside ${steps * size.sensors} rows: ${spread.join(", ")}`,
    ];
    const longest = spreadOf([Math.max(...waits)]);
    return [{ name, value: longest, unit: "ms", bar: atMost(500), sides: [], notes }];
  },
};

const pageSteps = 300;

/**
 * Reads a page again and again, with pauses, until the import is over. Returns how long each took, in milliseconds.
 */
async function readPages(
  page: string,
  headers: Readonly<Record<string, string>>,
  importing: { readonly isOver: boolean },
): Promise<number[]> {
  const waits: number[] = [];
  do {
    const askedAt = performance.now();
    const answer = await fetch(page, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A page beside the import has the status ${answer.status}`);
    waits.push(performance.now() - askedAt);
    await delay(pauseMilliseconds);
  } while (!importing.isOver);
  return waits;
}

const pauseMilliseconds = 20;

async function importFile(
  { folder, signal }: Pick<Bench, "folder" | "signal">,
  benchDatabase: BenchDatabase,
  file: SamplesFile,
): Promise<void> {
  const path = join(folder, "beside.csv");
  await writeSamplesFile(path, file);
  await startProcess({
    command: [gatewayProgram, "import", "samples", path],
    environment: benchDatabase.environment,
    logPath: join(folder, "import.log"),
    signal,
  }).ended;
  await rm(path);
}
