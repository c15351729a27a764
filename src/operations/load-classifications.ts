import {
  type ClassificationRow,
  type ClassificationSearch,
  selectClassifications,
} from "#database/queries/classifications.ts";
import { createLoader } from "./create-loader.ts";
import type { ReadableSensor } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";

/** What the project's model heard. */
export interface ClassificationRecord {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Name of the model. */
  readonly model: string;
}

/**
 * By second, what the project's current model heard at a sensor with enough confidence; a second
 * that is missing has no classification. Without a model or without seconds nothing is asked.
 */
export type LoadClassifications = (
  sensor: ReadableSensor,
  seconds: readonly number[],
  areConsecutive: boolean,
) => Promise<ReadonlyMap<number, ClassificationRecord>>;

/** For loaders that have checked their scope; what one request asks at once shares a statement. */
export function createClassificationsLoader({
  database,
  principal,
}: OperationContext): LoadClassifications {
  const load = createLoader(async (searches: readonly ClassificationSearch[]) => {
    const found = await selectClassifications(database, principal.grants, mergeSearches(searches));
    return new Map(searches.map((search) => [search, found.get(search.sensorNo) ?? nothing]));
  });
  return async ({ sensorNo, reading: { model } }, seconds, areConsecutive) => {
    const found = new Map<number, ClassificationRecord>();
    if (model === null || seconds.length === 0) return found;
    const { modelNo, name, minConfidence } = model;
    const rows =
      (await load({ sensorNo, modelNo, minConfidence, seconds, areConsecutive })) ?? nothing;
    for (const second of seconds) {
      const row = rows.get(second);
      if (row !== undefined) found.set(second, { ...row, model: name });
    }
    return found;
  };
}

const nothing: ReadonlyMap<number, ClassificationRow> = new Map();

/** One search a sensor. Its model is the same in all of them: a request reads each configuration once. */
function mergeSearches(searches: readonly ClassificationSearch[]): ClassificationSearch[] {
  const bySensor = new Map<number, ClassificationSearch>();
  for (const search of searches) {
    const known = bySensor.get(search.sensorNo);
    const merged = known && {
      ...known,
      seconds: [...new Set([...known.seconds, ...search.seconds])],
      areConsecutive: false,
    };
    bySensor.set(search.sensorNo, merged ?? search);
  }
  return [...bySensor.values()];
}
