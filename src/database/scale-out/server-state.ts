import { sql } from "drizzle-orm";
import { type Database, defineConstantStatement } from "../client/statement.ts";

/** The state that a server reports about its replay. */
export interface ServerState {
  readonly isStandby: boolean;
  /** The age of the last replayed commit while more is received or nothing is streamed; null: it is not known. */
  readonly lagMilliseconds: number | null;
}

/** Queries the state of a server. Rejects where it does not answer in time. */
export async function selectServerState(database: Database): Promise<ServerState> {
  const [row] = await serverState(database);
  if (row === undefined) throw new Error("a server did not report its state");
  return row;
}

/** A standby that has replayed all it has received is only up to date while it is connected to its primary. */
const serverState = defineConstantStatement<ServerState>(
  "select-server-state",
  sql`
    select pg_is_in_recovery() as "isStandby",
      case when pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
          and exists (select from pg_stat_wal_receiver where pid is not null) then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000
      end::float8 as "lagMilliseconds"`,
);

/** Reports each answer to a repeated query; null: none in time. Its timers do not keep a process running. */
export function watchServer(
  readState: () => Promise<ServerState>,
  pauseMilliseconds: number,
  report: (state: ServerState | null) => void,
) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const query = async () => {
    const state = await readState().catch(() => null);
    if (isClosed) return;
    report(state);
    timer = setTimeout(() => void query(), pauseMilliseconds).unref();
  };
  void query();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
