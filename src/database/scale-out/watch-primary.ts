import { nameOfHost, type ServerHost } from "../../system/server-addresses.ts";
import { type Probe, type ServerState, watchServer } from "./server-state.ts";
import { createWalHistory } from "./wal-history.ts";

/** The watch of several servers, one of which is the primary. */
export type PrimaryWatch = ReturnType<typeof watchPrimary>;

export interface PrimaryWatchOptions {
  readonly hosts: readonly ServerHost[];
  openProbe(host: ServerHost): Probe;
  /** The pause between an answer and the next query. */
  readonly pauseMilliseconds: number;
  /** How long `find` waits. */
  readonly findMilliseconds: number;
  /** Called when the primary has changed: connections opened before must be closed. */
  changed(primary: ServerHost): void;
}

/**
 * Watches all servers at the same time, so that a silent one delays nothing. Of two servers that are not standbys, the
 * one that was promoted last is the primary: the other is an earlier primary that was cut off. A primary that does not
 * answer stays the primary until another one is found.
 */
export function watchPrimary(options: PrimaryWatchOptions) {
  const { hosts, pauseMilliseconds, findMilliseconds } = options;
  const states = new Map<ServerHost, ServerState | null>();
  const probes = new Map(hosts.map((host) => [host, options.openProbe(host)]));
  const waiting = new Set<(host: ServerHost) => void>();
  let primary: Primary | null = null;
  let history = createWalHistory();
  let isChecking = false;

  const setState = (host: ServerHost, state: ServerState | null) => {
    states.set(host, state);
    const newest = newestPrimary(hosts, states, primary);
    if (
      newest !== null &&
      (newest.host !== primary?.host || newest.timeline !== primary.timeline)
    ) {
      const isMoved = primary !== null && newest.host !== primary.host;
      primary = newest;
      history = createWalHistory();
      if (isMoved) options.changed(newest.host);
    }
    if (host !== primary?.host || state?.isStandby !== false) return;
    if (state.position !== null) history.note(state.position, state.queriedAt);
    for (const resolve of waiting) resolve(host);
  };
  const watches = [...probes].map(([host, probe]) =>
    watchServer(probe, pauseMilliseconds, (state) => setState(host, state)),
  );
  /** Only a new session shows if new connections can write. */
  const check = async ({ host }: Primary) => {
    const probe = options.openProbe(host);
    const state = await probe.readState().catch(() => null);
    if (state?.isReadOnly === false && primary?.host === host) {
      probes.get(host)?.renew();
      options.changed(host);
    }
    await probe.close();
  };
  return {
    /** Resolves to the primary, at once if it is known. Rejects if none is found in time. */
    async find(): Promise<ServerHost> {
      // The last primary may have become a standby, and there may be no other yet.
      if (primary !== null && states.get(primary.host)?.isStandby !== true) return primary.host;
      return new Promise((resolve, reject) => {
        const finish = (host: ServerHost | null) => {
          clearTimeout(timer);
          waiting.delete(finish);
          if (host !== null) resolve(host);
          else reject(noPrimary(hosts));
        };
        const timer = setTimeout(finish, findMilliseconds, null);
        waiting.add(finish);
      });
    },
    /** The positions of the primary. Another primary, or a promotion, begins a new history. */
    get history() {
      return history;
    },
    /** To be called when the primary has refused a write because it only reads. */
    writeRefused() {
      if (primary === null || isChecking) return;
      isChecking = true;
      // Not again at once: a primary may stay read-only for long, for every session.
      void check(primary).finally(() => {
        setTimeout(() => (isChecking = false), pauseMilliseconds).unref();
      });
    },
    async close() {
      await Promise.all(watches.map((watch) => watch.close()));
    },
  };
}

interface Primary {
  readonly host: ServerHost;
  readonly timeline: number;
}

/** The server that was promoted last, of those that are not standbys and of the last primary. */
function newestPrimary(
  hosts: readonly ServerHost[],
  states: ReadonlyMap<ServerHost, ServerState | null>,
  last: Primary | null,
): Primary | null {
  const primaries = hosts.flatMap((host) => {
    const timeline = states.get(host)?.timeline ?? null;
    return timeline === null ? [] : [{ host, timeline }];
  });
  // The present state of the last one replaces its earlier state.
  const known = primaries.find(({ host }) => host === last?.host) ?? last;
  return primaries.reduce(
    (newest, each) => (newest === null || each.timeline > newest.timeline ? each : newest),
    known,
  );
}

function noPrimary(hosts: readonly ServerHost[]): Error {
  const message = `no primary answers at ${hosts.map(nameOfHost).join(" or ")}`;
  return Object.assign(new Error(message), { code: "NO_PRIMARY" });
}
