import type { Exclusion } from "../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { selectStoredExclusions } from "../../database/queries/exclusions/stored-exclusions.ts";
import { csvLine } from "./csv-line.ts";

/** The exclusions of one sensor that meet a range, each whole; null: all of them, in or out of the contract. */
export async function* exclusionLines(
  db: Queryable,
  { sensorId, sensorNo }: { readonly sensorId: string; readonly sensorNo: number },
  seconds: SecondRange | null,
): AsyncGenerator<string, void> {
  let after: Exclusion | null = null;
  for (;;) {
    const rows: readonly Exclusion[] = await selectStoredExclusions(
      db,
      sensorNo,
      seconds,
      after,
      rowsAtOnce,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows
      .map(({ start, end, reason, note }) =>
        csvLine([
          sensorId,
          formatInstant(instantOfSecond(start)),
          formatInstant(instantOfSecond(end)),
          reason,
          note,
        ]),
      )
      .join("");
    if (rows.length < rowsAtOnce) return;
    after = last;
  }
}

const rowsAtOnce = 5000;
