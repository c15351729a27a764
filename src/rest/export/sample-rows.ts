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
    const rows = await selectStoredSamples(db, sensorNo, range, rowsAtOnce);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => [
      sensorId,
      row.second,
      ...levelNames.map((name) => levelCell(row[name])),
      levelCell(row.collectedLimit),
      row.collectedClassification,
    ]);
    if (rows.length < rowsAtOnce) return;
    after = last.second;
  }
}

const rowsAtOnce = 5000;
