import type { ServerState } from "./server-state.ts";

/** A connection for queries of the state of one server. */
export interface Probe {
  /** Rejects where the server does not answer in time. */
  readState(): Promise<ServerState>;
  /** The next query uses a new connection. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * Queries the state of a server repeatedly, one query at a time, and reports each answer; null: none in time. The watch
 * keeps no process alive.
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
