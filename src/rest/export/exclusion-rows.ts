import type { Exclusion } from "../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExclusions } from "../../database/queries/exclusions/exclusions.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import type { SensorSettings } from "../../database/queries/sites/sensor-settings.ts";
import type { ExportRow } from "./export-columns.ts";

/** The exclusions of one sensor that meet a range, each whole; null: all of them, in or out of the contract. */
export async function* exclusionRows(
  session: Database,
  { sensorId, sensorNo }: Pick<SensorSettings, "sensorId" | "sensorNo">,
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
