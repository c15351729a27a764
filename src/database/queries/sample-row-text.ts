import { sql } from "drizzle-orm";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { samples } from "#database/tables/samples.ts";
import type { SampleRow } from "./samples.ts";

/*
 * Rows of whole numbers as one text, `row(…)::text` after `row(…)::text`: the server writes it, and this process
 * reads it, faster than rows of several columns. Example of two rows of three numbers: `(1577836800,6512,)(1577837100,-150,0)`.
 */

/** The aggregate of rows of `samples` as such a text, in the order of the rows; null without a row. */
export const sampleRowText = sql`string_agg(row(date_part('epoch', ${samples.datetime}),
  ${samples.laeq}, ${samples.lceq}, ${samples.lzeq}, ${samples.lafmax}, ${samples.lafmin},
  ${samples.lcpeak}, ${samples.la10}, ${samples.la50}, ${samples.la90})::text, '')`;

/** The rows in a text of `sampleRowText`. */
export function readSampleRows(text: string): SampleRow[] {
  const rows: SampleRow[] = [];
  const numbers = createNumberReader(text);
  // JavaScript evaluates the members in the order in which they are written: the order of the columns.
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

/** Reads the numbers of a row text one after the other. */
export interface NumberReader {
  hasMore(): boolean;
  /** Null for a column that is null. */
  next(): number | null;
}

export function createNumberReader(text: string): NumberReader {
  let index = 0;
  return {
    hasMore: () => index < text.length,
    next() {
      if (text.charCodeAt(index) === opening) index++;
      const isNegative = text.charCodeAt(index) === minus;
      if (isNegative) index++;
      const start = index;
      let value = 0;
      let code = text.charCodeAt(index);
      while (code >= zero && code <= nine) {
        value = value * 10 + code - zero;
        code = text.charCodeAt(++index);
      }
      const isNumber = index > start;
      // Skips the comma or the closing parenthesis.
      index++;
      if (!isNumber) return null;
      return isNegative ? -value : value;
    },
  };
}

const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const opening = 0x28;
