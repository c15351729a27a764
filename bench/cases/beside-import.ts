import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { levelNames } from "../../src/acoustics/levels/level-names.ts";
import { applyBenchSites, lastSecond, stepSeconds } from "../fill.ts";
import { createKey } from "../key.ts";
import { startProcess } from "../observed-process.ts";
import { iso, measurementsPath } from "../pages.ts";
import { gatewayProgram, publicTarget, startGateway, using } from "../servers.ts";
import { composeMeasured, sensorIdOf } from "../site.ts";
import { percentile } from "../statistics.ts";
import { atMost, measuredOnce, type Work } from "../work.ts";

export const besideImport: Work = {
  name: "beside-import",
  summary: "a page of 288 samples while a file is imported: the longest wait for one",
  async run(bench) {
    const { size, folder, signal } = bench;
    const benchDatabase = await bench.benchDatabaseOf("spare");
    const database = await benchDatabase.open();
    await applyBenchSites(database.db, [composeMeasured(size.sensors)]);
    const key = await createKey(database.db);
    await database.close();
    const importFile = async (steps: number, sensors: number, last: number) => {
      const path = join(folder, "samples.csv");
      await pipeline(Readable.from(composeCsv(steps, sensors, last)), createWriteStream(path));
      await startProcess({
        command: [gatewayProgram, "import", "samples", path],
        environment: benchDatabase.environment,
        logPath: join(folder, "import.log"),
        signal,
      }).ended;
    };
    await importFile(300, 2, lastSecond);
    const steps = Math.ceil(size.importRows / size.sensors);
    const waits = await using([startGateway({ ...bench, benchDatabase })], async ([gateway]) => {
      const { url, headers } = publicTarget(gateway, { key }, []);
      const page = `${url}${measurementsPath({ sensor: 1, limit: 288, before: 1 })}`;
      const readPage = async () => {
        const startedAt = performance.now();
        const answer = await fetch(page, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`A page beside the import has the status ${answer.status}`);
        return performance.now() - startedAt;
      };
      // A cold gateway is slow at its first answer.
      await readPage();
      let isImported = false;
      // Long before the other samples, so that all of its rows are new.
      const imported = importFile(steps, size.sensors, lastSecond - 1_000_000 * stepSeconds);
      const readAll = async () => {
        const times: number[] = [];
        do {
          times.push(await readPage());
          await delay(20);
        } while (!isImported);
        return times;
      };
      const [times] = await Promise.all([readAll(), imported.finally(() => (isImported = true))]);
      return times;
    });
    const p99 = percentile(waits, 99).toFixed(0);
    const notes = [`${waits.length} pages beside ${steps * size.sensors} rows: p99 ${p99}`];
    const value = Math.max(...waits);
    return [measuredOnce({ name: "beside-import", value, unit: "ms", bar: atMost(500), notes })];
  },
};

/** Decibels of each level above `LAeq`. */
const above = [0, 4.12, 7.55, 9.31, -7.07, 25.4, 2.51, -1.26, -4.5];

/** Rows in the order of arrival: all sensors at one step, then at the next. */
function* composeCsv(steps: number, sensors: number, last: number): Generator<string> {
  yield `sensor_id,datetime,${levelNames.join()}\n`;
  for (let step = steps; step > 0; step -= 1) {
    const datetime = iso(last - step * stepSeconds);
    for (let sensor = 0; sensor < sensors; sensor += 1) {
      const level = 45 + ((step * 31 + sensor * 17) % 2000) / 100;
      const levels = levelNames.map((_, index) => (level + (above[index] ?? 0)).toFixed(2));
      yield `${sensorIdOf(sensor)},${datetime},${levels.join(",")}\n`;
    }
  }
}
