import { sampleId } from "#acoustics/ids.ts";
import { decibelsOf } from "#acoustics/levels/decibel.ts";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { createLimitLookup } from "#acoustics/limits/limit-timeline.ts";
import { formatInstant, instantOfSecond } from "#acoustics/time/instant.ts";
import type { SampleRow } from "#database/queries/samples.ts";
import { annotateRecords, type AnnotationsAt } from "./annotate-records.ts";
import { presentRecords } from "./in-slices.ts";
import type { OperationContext } from "./operation-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/** A sample, as clients see it. */
export type SampleRecord = Awaited<ReturnType<typeof presentSamples>>[number];

/** The records of a sensor's samples in the order of `rows`, with the limits of today's schedule. */
export async function presentSamples(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  rows: readonly SampleRow[],
  annotationsAt: AnnotationsAt,
) {
  return presentRecords(context, presentEach(context, sensor, weighting, rows, annotationsAt));
}

/** The record of one sample, without its audio; null stays null. */
export async function presentOneSample(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  row: SampleRow | null,
): Promise<SampleRecord | null> {
  const rows = row === null ? [] : [row];
  const annotations = await annotateRecords(context, sensor, "measurements", rows, false);
  const records = await presentSamples(context, sensor, weighting, rows, annotations);
  return records[0] ?? null;
}

function* presentEach(
  { request }: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  rows: readonly SampleRow[],
  annotationsAt: AnnotationsAt,
) {
  const { sensorId, reading } = sensor;
  const limitAt = createLimitLookup(reading.schedule, weighting);
  const equivalent = equivalentLevel[weighting];
  const limitRecalculatedAt = formatInstant(request.now);
  // Member by member: spreading would look each one up by its name, thousands of times a page.
  const records = [];
  for (const row of rows) {
    const { second: unixSecond } = row;
    const instant = instantOfSecond(unixSecond);
    const { limit, limitSource } = limitAt(instant);
    const { classification, audioUrl, audioExpiresAt } = annotationsAt(unixSecond);
    records.push({
      sensor,
      id: sampleId(sensorId, unixSecond),
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
    });
    yield;
  }
  return records;
}
