import { sql } from "drizzle-orm";
import { type Database, defineStatement, type StatementValues } from "../client/statement.ts";

/** A worker of a Citus cluster. */
export interface CitusWorker {
  /** Host and port, as the coordinator knows them. */
  readonly name: string;
  /** It has just answered the coordinator over a new connection. */
  readonly isReachable: boolean;
}

/** The workers that hold telemetry. The database has the extension Citus. */
export function selectWorkers(database: Database): Promise<readonly CitusWorker[]> {
  return workers(database, {});
}

/** The coordinator connects to all of them at the same time, and anew. */
const workers = defineStatement<StatementValues, CitusWorker>(
  "select-citus-workers",
  () => sql`
    select nodename || ':' || nodeport as name, success as "isReachable"
    from run_command_on_workers('select 1') order by nodename, nodeport`,
);
