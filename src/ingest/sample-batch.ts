import type { SampleBatch } from "#database/queries/samples-write.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import type { BatchBuilder } from "./row-writer.ts";
import type { ImportedSample } from "./samples-row.ts";

/** Gathers samples; of a sensor and second there is one. */
export function createBatchBuilder(): BatchBuilder<ImportedSample, SampleBatch> {
  const sensorNos: number[] = [];
  const seconds: number[] = [];
  const levels = Object.fromEntries(
    levelNames.map((name) => [name, [] as (Hundredths | null)[]]),
  ) as Record<LevelName, (Hundredths | null)[]>;
  const collectedLimits: (Hundredths | null)[] = [];
  const collectedClassifications: (string | null)[] = [];
  /** Index of each sensor's seconds. */
  const indexes = new Map<number, Map<number, number>>();

  const holds = (index: number, sample: ImportedSample): boolean =>
    collectedLimits[index] === sample.collectedLimit &&
    collectedClassifications[index] === sample.collectedClassification &&
    levelNames.every((name) => levels[name][index] === (sample.levels[name] ?? null));

  return {
    batch: { sensorNos, seconds, levels, collectedLimits, collectedClassifications },
    add(sample) {
      let ofSensor = indexes.get(sample.sensorNo);
      if (ofSensor === undefined) indexes.set(sample.sensorNo, (ofSensor = new Map()));
      const index = ofSensor.get(sample.second);
      if (index !== undefined) return holds(index, sample) ? "same" : "other";
      ofSensor.set(sample.second, seconds.length);
      sensorNos.push(sample.sensorNo);
      seconds.push(sample.second);
      for (const name of levelNames) levels[name].push(sample.levels[name] ?? null);
      collectedLimits.push(sample.collectedLimit);
      collectedClassifications.push(sample.collectedClassification);
      return "added";
    },
  };
}
