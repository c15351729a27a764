import { levelAt } from "../acoustics/aggregates/sample-columns.ts";
import type { Exclusion } from "../acoustics/assessment/exclusions.ts";
import { levelNames } from "../acoustics/levels/level-names.ts";
import type { SecondRange } from "../acoustics/time/contract-period.ts";
import type { Queryable } from "../database/client/pool.ts";
import type { Database } from "../database/client/statement.ts";
import { selectExclusions } from "../database/queries/exclusions/exclusions.ts";
import { everything } from "../database/queries/keys/grants.ts";
import { selectStoredSamples } from "../database/queries/samples/samples.ts";
import type { SensorSettings } from "../database/queries/sites/sensor-settings.ts";
import { levelCell } from "./cells.ts";
import type { ExportRow } from "./export-columns.ts";

type StoredSensor = Pick<SensorSettings, "sensorId" | "sensorNo">;

/**
 * All stored members of the samples of one sensor, inside and outside the contract. A range of null means no bounds.
 */
export async function* sampleRows(
  db: Queryable,
  { sensorId, sensorNo }: StoredSensor,
  seconds: SecondRange | null,
): AsyncGenerator<readonly ExportRow[], void> {
  let after: number | null = null;
  for (;;) {
    const range = { ...seconds, after };
    const found = await selectStoredSamples(db, sensorNo, range, rowsAtOnce);
    const { seconds: starts, levels, collectedLimits, collectedClassifications } = found;
    const last = starts.at(-1);
    if (last === undefined) return;
    yield Array.from(starts, (second, index) => {
      const row: (string | number | null)[] = [sensorId, second];
      for (const name of levelNames) row.push(levelCell(levelAt(levels[name], index)));
      row.push(levelCell(collectedLimits[index] ?? null), collectedClassifications[index] ?? null);
      return row;
    });
    if (starts.length < rowsAtOnce) return;
    after = last;
  }
}

/**
 * The exclusions of one sensor that overlap a range, each whole; null: all of them, inside and outside the contract.
 */
export async function* exclusionRows(
  session: Database,
  { sensorId, sensorNo }: StoredSensor,
  seconds: SecondRange | null,
): AsyncGenerator<readonly ExportRow[], void> {
  const search = { sensorNo, seconds };
  let after: Exclusion | undefined;
  for (;;) {
    const rows: readonly Exclusion[] = await selectExclusions(
      session,
      everything,
      search,
      rowsAtOnce,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ start, end, reason, note }) => [sensorId, start, end, reason, note]);
    if (rows.length < rowsAtOnce) return;
    after = last;
  }
}

const rowsAtOnce = 5000;
