import type { Grants } from "./grants.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import {
  type Asked,
  atSeconds,
  type Heard,
  type HeardStatements,
  inRange,
} from "./classification-statements.ts";
import type { Database } from "#database/client/statement.ts";

/** What is asked of one sensor: the seconds of its samples, by one model. */
export interface ClassificationSearch {
  readonly sensorNo: number;
  readonly modelNo: number;
  /** 0 to 1, inside; what is less sure is not found. */
  readonly minConfidence: number;
  /** Whole Unix seconds. */
  readonly seconds: readonly number[];
  /** Whether the sensor has no sample between them: then all that was heard there is read as one range. */
  readonly areConsecutive: boolean;
}

export interface ClassificationRow {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * What the model heard where it was sure enough, by the sensor's key and then the second: the highest
 * confidence, and of equal ones the first label by its bytes. Seconds between those asked for may be
 * found as well. One statement whatever the number of sensors, of which none may stand here twice,
 * and a second one where the seconds of only some are consecutive. Sensors that the principal may not
 * read have none.
 */
export async function selectClassifications(
  db: Database,
  grants: Grants,
  searches: readonly ClassificationSearch[],
): Promise<Map<number, Map<number, ClassificationRow>>> {
  const asked = searches.filter(({ seconds }) => seconds.length > 0);
  const inRanges = asked.filter((search) => search.areConsecutive).map(valuesOf);
  const scattered = asked.filter((search) => !search.areConsecutive).map(valuesOf);
  const heard = await Promise.all([
    selectHeard(db, grants, inRange, inRanges),
    selectHeard(db, grants, atSeconds, scattered),
  ]);
  const found = new Map(
    searches.map(({ sensorNo }) => [sensorNo, new Map<number, ClassificationRow>()]),
  );
  for (const { sensorNo, seconds, labels, confidences } of heard.flat()) {
    const bySecond = found.get(sensorNo);
    for (const [index, second] of (seconds ?? []).entries()) {
      // The three lists are equally long.
      bySecond?.set(second, {
        label: labels?.[index] ?? "",
        confidence: confidences?.[index] ?? 0,
      });
    }
  }
  return found;
}

function valuesOf(search: ClassificationSearch): Asked {
  const { sensorNo, modelNo, minConfidence, seconds, areConsecutive } = search;
  const [one = 0] = seconds;
  const [first, last] = seconds.reduce(
    ([low, high], second) => [Math.min(low, second), Math.max(high, second)],
    [one, one],
  );
  const scattered = areConsecutive ? [] : seconds;
  return { sensorNo, modelNo, minConfidence, first, last, seconds: scattered };
}

async function selectHeard(
  db: Database,
  grants: Grants,
  { ofOneSensor, ofManySensors }: HeardStatements,
  [sensor, ...others]: readonly Asked[],
): Promise<readonly Heard[]> {
  if (sensor === undefined) return [];
  return others.length === 0
    ? ofOneSensor(db, { ...sensor, grants, seconds: arrayLiteral(sensor.seconds) })
    : ofManySensors(db, { asked: JSON.stringify([sensor, ...others]), grants });
}
