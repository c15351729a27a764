import { sql } from "drizzle-orm";

/** A stored instant that is later than now by more than this was written by a clock that was wrong. */
export const clockTolerance = sql`interval '1 minute'`;
