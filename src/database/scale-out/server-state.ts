import { sql } from "drizzle-orm";
import { type Database, defineConstantStatement } from "../client/statement.ts";

/** The state that a server reports. Positions are octets of the write-ahead log. */
export interface ServerState {
  /** In milliseconds of this process. All commits before it are at or before the position. */
  readonly queriedAt: number;
  readonly answeredAt: number;
  readonly isStandby: boolean;
  /**
   * The last position that a primary has written or a standby has replayed; null: a standby that has replayed nothing.
   */
  readonly position: number | null;
  /** Increases with each promotion; null for a standby. */
  readonly timeline: number | null;
  /** True if new sessions cannot write. */
  readonly isReadOnly: boolean;
}

/** Queries the state of a server. Rejects where it does not answer in time. */
export async function selectServerState(
  database: Database,
  clock: () => number = () => performance.now(),
): Promise<ServerState> {
  const queriedAt = clock();
  const [row] = await serverState(database);
  if (row === undefined) throw new Error("a server did not report its state");
  return { ...row, queriedAt, answeredAt: clock() };
}

/** A WAL file is named by the timeline in eight hexadecimal digits, and the position. */
const serverState = defineConstantStatement<Omit<ServerState, "queriedAt" | "answeredAt">>(
  "select-server-state",
  sql`
    select standby as "isStandby",
      case when standby then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')
        else pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end::float8 as position,
      case when standby then null
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end::float8 as timeline,
      current_setting('transaction_read_only')::boolean as "isReadOnly"
    from pg_is_in_recovery() standby`,
);

/** A connection for queries of the state of one server. */
export interface Probe {
  /** Rejects where the server does not answer in time. */
  readState(): Promise<ServerState>;
  /** Makes the next query use a new connection. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * Queries the state of a server repeatedly, and reports each answer; null: none in time. Its timers do not keep a
 * process running.
 */
export function watchServer(
  probe: Probe,
  pauseMilliseconds: number,
  report: (state: ServerState | null) => void,
) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const query = async () => {
    const state = await probe.readState().catch(() => null);
    if (isClosed) return;
    report(state);
    timer = setTimeout(() => void query(), pauseMilliseconds).unref();
  };
  void query();
  return {
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await probe.close();
    },
  };
}
