import { sql } from "drizzle-orm";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";

/** From now on, storing each batch of 500 rows lasts four tenths of a second: a test can end what imports meanwhile. */
export async function slowImports(db: OpenDatabase["db"]): Promise<void> {
  await db.execute(sql`do $slow$ begin
    create function take_long() returns trigger language plpgsql as $body$
    declare until timestamptz := clock_timestamp() + interval '400 milliseconds';
    begin
      while clock_timestamp() < until loop end loop;
      return null;
    end $body$;
    create trigger take_long after insert on import_counts execute function take_long();
  end $slow$`);
}

export async function quickImports(db: OpenDatabase["db"]): Promise<void> {
  await db.execute(sql`drop function take_long() cascade`);
}
