import type { SampleRow } from "#database/samples.ts";
import type { Hundredths } from "#domain/decibel.ts";
import { sampleId } from "#domain/ids.ts";
import { type Instant, instantOfSecond } from "#domain/instant.ts";
import { equivalentLevel, type Levels } from "#domain/levels.ts";
import type { ApplicableLimit } from "#domain/limit-rules.ts";
import { createLimitWalk } from "#domain/limit-timeline.ts";
import type { Weighting } from "#domain/weighting.ts";
import type { Attachments } from "./attachments.ts";
import type { ReadableSensor } from "./configurations.ts";

/** A sample as the API shows it, before its instants and levels are written as JSON. */
export type SampleRecord = Levels &
  ApplicableLimit &
  Attachments & {
    readonly id: string;
    readonly datetime: Instant;
    readonly fweighting: Weighting;
    readonly Leq: Hundredths | null;
    readonly limitRecalculatedAt: Instant;
  };

/** The records of a sensor's samples in the order of `rows`, with the limits of today's schedule. */
export function createSampleRecords(
  { sensorId, reading }: ReadableSensor,
  rows: readonly SampleRow[],
  weighting: Weighting,
  attachmentsAt: (second: number) => Attachments,
  now: Instant,
): SampleRecord[] {
  const limitAt = createLimitWalk(reading.schedule, weighting);
  const equivalent = equivalentLevel[weighting];
  // Member by member: spreading would look each one up by its name, thousands of times a page.
  return rows.map((row) => {
    const { second } = row;
    const datetime = instantOfSecond(second);
    const { limit, limitSource } = limitAt(datetime);
    const { classification, audioUrl, audioExpiresAt } = attachmentsAt(second);
    return {
      id: sampleId(sensorId, second),
      datetime,
      fweighting: weighting,
      Leq: row[equivalent],
      LAeq: row.LAeq,
      LCeq: row.LCeq,
      LZeq: row.LZeq,
      LAFmax: row.LAFmax,
      LAFmin: row.LAFmin,
      LCpeak: row.LCpeak,
      LA10: row.LA10,
      LA50: row.LA50,
      LA90: row.LA90,
      classification,
      limit,
      limitSource,
      limitRecalculatedAt: now,
      audioUrl,
      audioExpiresAt,
    } as SampleRecord;
  });
}
