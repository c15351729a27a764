import { getTableName, sql } from "drizzle-orm";
import { samples } from "#database/tables/samples.ts";
import { type ConnectionTarget, openPool } from "./pool.ts";
import { type Database, defineStatement, jobSession, type StatementValues } from "./statement.ts";
import { type CitusWorker, watchWorkers, type WorkerWatch } from "./watch-workers.ts";

/**
 * Watches the workers of the database, over connections of its own: those of requests may all wait for a worker. What
 * lies on a worker that is frozen is refused after the sum of the two times, which is less than a second.
 */
export function openWorkerWatch(target: ConnectionTarget): WorkerWatch {
  const pool = openPool({
    target,
    // One for checks, and one for where sensors are.
    poolMax: 2,
    statementTimeoutMilliseconds: 2 * connectMilliseconds,
    workerConnectMilliseconds: connectMilliseconds,
  });
  const { signal } = new AbortController();
  const session = pool.sessionFor({ ...jobSession, signal });
  return watchWorkers({
    askWorkers: () => selectWorkers(session),
    askWorkerOf: async (sensorNo) => (await workerOfSensor(session, { sensorNo }))[0]?.name ?? null,
    suspectMilliseconds: 250,
    pauseMilliseconds: 500,
    close: () => pool.close(0),
  });
}

const connectMilliseconds = 400;

/** The workers that hold telemetry, each with whether it answers; none on a plain server. */
async function selectWorkers(database: Database): Promise<readonly CitusWorker[]> {
  const [found] = await extension(database, {});
  return found === undefined ? [] : workers(database, {});
}

const extension = defineStatement<StatementValues, { name: string }>(
  "select-citus-extension",
  () => sql`select extname as name from pg_extension where extname = 'citus'`,
);

/** The coordinator connects to all of them at the same time, and anew. */
const workers = defineStatement<StatementValues, CitusWorker>(
  "select-citus-workers",
  () => sql`
    select nodename || ':' || nodeport as name, success as "isReachable"
    from run_command_on_workers('select 1') order by nodename, nodeport`,
);

const workerOfSensor = defineStatement<{ sensorNo: number }, Pick<CitusWorker, "name">>(
  "select-worker-of-sensor",
  (value) => sql`
    select nodename || ':' || nodeport as name
    from pg_dist_placement join pg_dist_node using (groupid)
    where noderole = 'primary'
      and shardid = get_shard_id_for_distribution_column(${getTableName(samples)}, ${value("sensorNo")}::integer)`,
);
