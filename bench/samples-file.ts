import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { iso } from "./pages.ts";
import { sensorIdOf } from "./site.ts";
import { stepSeconds } from "./telemetry.ts";

export interface SamplesFile {
  /** The number of samples of each sensor. */
  readonly steps: number;
  readonly sensors: number;
  /** All samples are before this second. */
  readonly last: number;
}

/** Writes a CSV file for `acoustic import samples`. */
export async function writeSamplesFile(path: string, file: SamplesFile): Promise<void> {
  await pipeline(Readable.from(composeCsv(file)), createWriteStream(path));
}

/** Rows in the order of arrival: all sensors at one step, then at the next. */
function* composeCsv({ steps, sensors, last }: SamplesFile): Generator<string> {
  yield "sensor_id,datetime,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90\n";
  for (let step = steps; step > 0; step -= 1) {
    const datetime = iso(last - step * stepSeconds);
    let rows = "";
    for (let sensor = 0; sensor < sensors; sensor += 1) {
      const level = 45 + ((step * 31 + sensor * 17) % 2000) / 100;
      const levels = [0, 4.12, 7.55, 9.31, -7.07, 25.4, 2.51, -1.26, -4.5].map((above) =>
        (level + above).toFixed(2),
      );
      rows += `${sensorIdOf(sensor)},${datetime},${levels.join(",")}\n`;
    }
    yield rows;
  }
}
