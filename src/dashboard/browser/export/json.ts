import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import type { TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { type ExportedSample, sampleRecord } from "./csv.ts";

/** Samples with the values and names of the CSV; null is what the meter did not report. */
export function samplesJson(
  samples: readonly ExportedSample[],
  about: {
    readonly sensorId: string;
    readonly range: LocalRange;
    readonly weighting: Weighting;
    readonly zone: TimeZone;
  },
): string {
  const { sensorId, range, weighting, zone } = about;
  const content = {
    sensor_id: sensorId,
    from: range.from,
    to: range.to,
    timezone: zone,
    weighting,
    samples: samples.map((sample) => sampleRecord(sample, sensorId, zone)),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}
