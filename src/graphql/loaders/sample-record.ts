import type { SampleRow } from "#database/samples.ts";
import { decibelsOf } from "#domain/decibel.ts";
import { sampleId } from "#domain/ids.ts";
import { formatInstant, type Instant, instantOfSecond } from "#domain/instant.ts";
import { equivalentLevel } from "#domain/levels.ts";
import { createLimitWalk } from "#domain/limit-timeline.ts";
import type { Weighting } from "#domain/weighting.ts";
import type { Sample } from "#graphql/generated/resolvers.ts";
import type { Attachments } from "./attachments.ts";
import type { ReadableSensor } from "./configurations.ts";

/** The records of a sensor's samples in the order of `rows`, with the limits of today's schedule. */
export function createSampleRecords(
  { sensorId, reading }: ReadableSensor,
  rows: readonly SampleRow[],
  weighting: Weighting,
  attachmentsAt: (second: number) => Attachments,
  now: Instant,
): Sample[] {
  const limitAt = createLimitWalk(reading.schedule, weighting);
  const equivalent = equivalentLevel[weighting];
  const limitRecalculatedAt = formatInstant(now);
  // Member by member: spreading would look each one up by its name, thousands of times a page.
  return rows.map((row) => {
    const { second } = row;
    const instant = instantOfSecond(second);
    const { limit, limitSource } = limitAt(instant);
    const { classification, audioUrl, audioExpiresAt } = attachmentsAt(second);
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
