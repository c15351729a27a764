import { sampleId } from "../../acoustics/ids.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { equivalentLevel } from "../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { ClassifiedSample } from "../../database/queries/samples/samples.ts";
import { mapInSteps, presentRecords } from "../in-slices.ts";
import { type AudioAt, noAudioAt } from "../audio/lease-audio.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentClassification } from "./read-classifications.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** A sample in the form of the answer, with the row and the limit from which further fields are computed. */
export type SampleRecord = ReturnType<Presenter>;

type Presenter = ReturnType<typeof createPresenter>;

/** The records of a sensor's samples in the order of `rows`, with the limits of the present schedule. */
export async function presentSamples(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  rows: readonly ClassifiedSample[],
  audioAt: AudioAt,
): Promise<SampleRecord[]> {
  const present = createPresenter(context, sensor, weighting, audioAt);
  return presentRecords(context, mapInSteps(rows, present));
}

/** The record of one sample, without its audio. */
export function presentOneSample(
  context: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  row: ClassifiedSample,
): SampleRecord {
  return createPresenter(context, sensor, weighting, noAudioAt)(row);
}

function createPresenter(
  { request }: OperationContext,
  sensor: ReadableSensor,
  weighting: Weighting,
  audioAt: AudioAt,
) {
  const { sensorId, reading } = sensor;
  const limitAt = createLimitLookup(reading.schedule, weighting);
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
