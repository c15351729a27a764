import { levelAt } from "../../acoustics/aggregates/sample-columns.ts";
import { levelNames } from "../../acoustics/levels/level-names.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { selectStoredSamples } from "../../database/queries/samples/samples.ts";
import { levelCell } from "./cells.ts";
import type { ExportRow } from "./export-columns.ts";

/** All that is stored of the samples of one sensor, in or out of the contract; null: without bounds. */
export async function* sampleRows(
  db: Queryable,
  { sensorId, sensorNo }: { readonly sensorId: string; readonly sensorNo: number },
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

const rowsAtOnce = 5000;
