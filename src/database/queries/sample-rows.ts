import { sql } from "drizzle-orm";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { createNumberReader } from "#database/client/row-text.ts";
import type { SampleRow } from "./samples.ts";
import { samples } from "#database/tables/samples.ts";

/**
 * The aggregate of the rows of `samples`, in the order in which they come; null without a row. See
 * `row-text.ts` for its form.
 */
export const sampleRowsOf = sql`string_agg(row(date_part('epoch', ${samples.datetime}),
  ${samples.laeq}, ${samples.lceq}, ${samples.lzeq}, ${samples.lafmax}, ${samples.lafmin},
  ${samples.lcpeak}, ${samples.la10}, ${samples.la50}, ${samples.la90})::text, '')`;

/** The rows that the aggregate wrote. */
export function readSampleRows(text: string): SampleRow[] {
  const rows: SampleRow[] = [];
  const numbers = createNumberReader(text);
  // Members are evaluated in the order in which they are written, which is that of the columns.
  while (numbers.hasMore()) {
    rows.push({
      second: numbers.next() ?? 0,
      LAeq: numbers.next() as Hundredths | null,
      LCeq: numbers.next() as Hundredths | null,
      LZeq: numbers.next() as Hundredths | null,
      LAFmax: numbers.next() as Hundredths | null,
      LAFmin: numbers.next() as Hundredths | null,
      LCpeak: numbers.next() as Hundredths | null,
      LA10: numbers.next() as Hundredths | null,
      LA50: numbers.next() as Hundredths | null,
      LA90: numbers.next() as Hundredths | null,
    });
  }
  return rows;
}
