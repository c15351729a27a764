import type { ServerState } from "./server-state.ts";

/** A connection of its own to one server, to ask it. */
export interface Probe {
  /** Rejects where the server does not answer in time. */
  ask(): Promise<ServerState>;
  /** The next query uses a new connection. */
  renew(): void;
  close(): Promise<void>;
}

export interface ServerWatch {
  close(): Promise<void>;
}

/**
 * Asks a server again and again, one question at a time, and tells each answer; null: it does not answer. The watch
 * keeps no process alive.
 */
export function watchServer(
  probe: Probe,
  pauseMilliseconds: number,
  tell: (state: ServerState | null) => void,
): ServerWatch {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const state = await probe.ask().catch(() => null);
    if (isClosed) return;
    tell(state);
    timer = setTimeout(() => void look(), pauseMilliseconds).unref();
  };
  void look();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await probe.close();
    },
  };
}
