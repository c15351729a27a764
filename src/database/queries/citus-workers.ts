import { sql } from "drizzle-orm";
import {
  type Database,
  defineStatement,
  type StatementValues,
} from "#database/client/statement.ts";

/** A worker of a Citus cluster. */
export interface CitusWorker {
  /** Host and port, as the coordinator knows them. */
  readonly name: string;
  /** Whether the coordinator can connect to it now. */
  readonly isReachable: boolean;
}

/** The workers that hold telemetry, each with whether it answers; none on a plain server. */
export async function selectCitusWorkers(database: Database): Promise<readonly CitusWorker[]> {
  const [found] = await extension(database, {});
  return found === undefined ? [] : workers(database, {});
}

const extension = defineStatement<StatementValues, { name: string }>(
  "select-citus-extension",
  () => sql`select extname as name from pg_extension where extname = 'citus'`,
);

const workers = defineStatement<StatementValues, CitusWorker>(
  "select-citus-workers",
  () => sql`
    select nodename || ':' || nodeport as name,
      citus_check_connection_to_node(nodename, nodeport) as "isReachable"
    from pg_dist_node
    where noderole = 'primary' and isactive and groupid <> 0
    order by nodename, nodeport`,
);
