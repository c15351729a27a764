import { smallint } from "drizzle-orm/pg-core";

/** The levels of a sample, in hundredths of a dB. */
export function levelColumns() {
  return {
    laeq: smallint(),
    lceq: smallint(),
    lzeq: smallint(),
    lafmax: smallint(),
    lafmin: smallint(),
    lcpeak: smallint(),
    la10: smallint(),
    la50: smallint(),
    la90: smallint(),
  };
}
