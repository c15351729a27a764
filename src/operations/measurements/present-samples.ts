import { sampleId } from "../../acoustics/ids.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { equivalentLevel } from "../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { evaluateLimit } from "../../acoustics/limits/limit-at-instant.ts";
import type { ApplicableLimit } from "../../acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { formatInstant, type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { ClassifiedSample } from "../../database/queries/samples/samples.ts";
import { type AudioAt, noAudioAt } from "../audio/lease-audio.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentClassification } from "./read-classifications.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** A sample in the form of the answer, with the row and the limit from which further fields are computed. */
export type SampleRecord = ReturnType<Presenter>;

type Presenter = ReturnType<typeof createPresenter>;

/** The records of a sensor's samples in the order of `rows`, with the limits of the present schedule. */
export function presentSamples(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  rows: readonly ClassifiedSample[],
  audioAt: AudioAt,
): SampleRecord[] {
  const limitAt = createLimitLookup(sensor.reading.schedule, weighting);
  return rows.map(createPresenter(context, sensor, weighting, limitAt, audioAt));
}

/** The record of one sample, without its audio. */
export function presentOneSample(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  row: ClassifiedSample,
): SampleRecord {
  // A lookup costs more than one limit, and an answer may have the samples of thousands of sensors.
  const limitAt = (instant: Instant) => evaluateLimit(sensor.reading.schedule, weighting, instant);
  return createPresenter(context, sensor, weighting, limitAt, noAudioAt)(row);
}

function createPresenter(
  { request }: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  limitAt: (instant: Instant) => ApplicableLimit,
  audioAt: AudioAt,
) {
  const { sensorId } = sensor;
  const equivalent = equivalentLevel[weighting];
  const limitRecalculatedAt = formatInstant(request.now);
  return (row: ClassifiedSample) => {
    const { second: unixSecond } = row;
    const instant = instantOfSecond(unixSecond);
    const limitThen = limitAt(instant);
    const { audioUrl, audioExpiresAt } = audioAt(unixSecond);
    // Member by member: spreading would look up each member by its name, thousands of times a page.
    return {
      sensor,
      row,
      limitThen,
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
      classification: presentClassification(sensor, row.classification),
      limit: decibelsOf(limitThen.limit),
      limitSource: limitThen.limitSource,
      limitRecalculatedAt,
      audioUrl,
      audioExpiresAt,
    };
  };
}
