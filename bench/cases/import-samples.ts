import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { applyBenchSites } from "../fill.ts";
import { startProcess } from "../observed-process.ts";
import type { BenchDatabase } from "../bench-database.ts";
import { gatewayProgram } from "../servers.ts";
import { type SamplesFile, writeSamplesFile } from "../samples-file.ts";
import { lastSecond } from "../telemetry.ts";
import { atLeast, atMost, type Bench, measuredOnce, type Work } from "../work.ts";

export const importSamples: Work = {
  name: "import-samples",
  summary: "acoustic import samples into an empty database: rows per second, and memory",
  async run(bench) {
    const benchDatabase = await bench.benchDatabaseOf("spare");
    const database = await benchDatabase.open();
    await applyBenchSites(database.db, bench.size).finally(() => database.close());
    const steps = Math.ceil(bench.size.importRows / bench.size.sensors);
    const imported = await importSteps(bench, benchDatabase, { steps, last: lastSecond });
    const { rows, rowsPerSecond, early, peak } = imported;
    const onServer = benchDatabase.kind === "postgres";
    return [
      measuredOnce({
        name: "import-samples",
        value: rowsPerSecond,
        unit: "rows/s",
        bar: atLeast(onServer ? 50_000 : 20_000),
        notes: [`a file of ${rows} rows`],
      }),
      measuredOnce({
        name: "import-memory",
        value: peak,
        unit: "MB",
        bar: onServer ? atMost(300) : null,
        notes: [`${Math.round(early)} MB after a quarter of the time`],
      }),
    ];
  },
};

export interface Imported {
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Peak memory in MB: after a quarter of the time, and at the end. */
  readonly early: number;
  readonly peak: number;
}

/** Imports a file with new samples of all sensors. */
export async function importSteps(
  { folder, signal, size }: Bench,
  benchDatabase: BenchDatabase,
  { steps, last }: Pick<SamplesFile, "steps" | "last">,
): Promise<Imported> {
  const file = join(folder, "samples.csv");
  await writeSamplesFile(file, { steps, sensors: size.sensors, last });
  const startedAt = performance.now();
  const running = startProcess({
    command: [gatewayProgram, "import", "samples", "--json", file],
    environment: benchDatabase.environment,
    logPath: join(folder, "import.log"),
    signal,
  });
  const peaks: { readonly at: number; readonly megabytes: number }[] = [];
  for (let seen = await running.observe(); seen !== null; seen = await running.observe()) {
    peaks.push({ at: performance.now() - startedAt, megabytes: seen.peakMemory / 2 ** 20 });
    await delay(50);
  }
  await running.ended;
  const milliseconds = performance.now() - startedAt;
  await rm(file);
  const rows = steps * size.sensors;
  const { files } = JSON.parse(running.output()) as { files: { inserted: number }[] };
  if (files[0]?.inserted !== rows) throw new Error(`Not all of ${rows} rows were inserted`);
  return {
    rows,
    rowsPerSecond: (rows / milliseconds) * 1000,
    early: peaks.find(({ at }) => at >= milliseconds / 4)?.megabytes ?? NaN,
    peak: peaks.at(-1)?.megabytes ?? NaN,
  };
}
