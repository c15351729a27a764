import type { SampleRow } from "#database/queries/samples.ts";
import { decibelsOf } from "#acoustics/levels/decibel.ts";
import { sampleId } from "#acoustics/ids.ts";
import { formatInstant, type Instant, instantOfSecond } from "#acoustics/time/instant.ts";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import { createLimitLookup } from "#acoustics/limits/limit-timeline.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import type { Sample } from "#graphql/generated/resolvers.ts";
import type { Annotations } from "./annotations.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/** The records of a sensor's samples in the order of `rows`, with the limits of today's schedule. */
export function createSampleRecords(
  { sensorId, reading }: ReadableSensor,
  rows: readonly SampleRow[],
  weighting: Weighting,
  annotationsAt: (second: number) => Annotations,
  now: Instant,
): Sample[] {
  const limitAt = createLimitLookup(reading.schedule, weighting);
  const equivalent = equivalentLevel[weighting];
  const limitRecalculatedAt = formatInstant(now);
  // Member by member: spreading would look each one up by its name, thousands of times a page.
  return rows.map((row) => {
    const { second } = row;
    const instant = instantOfSecond(second);
    const { limit, limitSource } = limitAt(instant);
    const { classification, audioUrl, audioExpiresAt } = annotationsAt(second);
    return {
      id: sampleId(sensorId, second),
      datetime: formatInstant(instant),
      fweighting: weighting,
      Leq: decibelsOf(row[equivalent]),
      LAeq: decibelsOf(row.LAeq),
      LCeq: decibelsOf(row.LCeq),
      LZeq: decibelsOf(row.LZeq),
      LAFmax: decibelsOf(row.LAFmax),
      LAFmin: decibelsOf(row.LAFmin),
      LCpeak: decibelsOf(row.LCpeak),
      LA10: decibelsOf(row.LA10),
      LA50: decibelsOf(row.LA50),
      LA90: decibelsOf(row.LA90),
      classification,
      limit: decibelsOf(limit),
      limitSource,
      limitRecalculatedAt,
      audioUrl,
      audioExpiresAt,
    };
  });
}
