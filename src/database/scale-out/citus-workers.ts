import { sql } from "drizzle-orm";
import { defineConstantStatement } from "../client/statement.ts";

/** A worker of a Citus cluster. */
export interface CitusWorker {
  /** Host and port, as configured on the coordinator. */
  readonly name: string;
  /** It has just answered the coordinator over a new connection. */
  readonly isReachable: boolean;
}

/**
 * The workers that store telemetry, on Citus. The coordinator opens a new connection to all of them at the same time.
 */
export const selectWorkers = defineConstantStatement<CitusWorker>(
  "select-citus-workers",
  sql`
    select nodename || ':' || nodeport as name, success as "isReachable"
    from run_command_on_workers('select 1') order by nodename, nodeport`,
);
