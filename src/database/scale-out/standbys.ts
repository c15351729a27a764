import type { StandbyConfig } from "../../config.ts";
import {
  nameOfHost,
  parseServerAddresses,
  type ServerHost,
} from "../../system/server-addresses.ts";
import { isDatabaseUnreachable } from "../client/connection-errors.ts";
import { openPool } from "../client/pool.ts";
import { selectServerState, type ServerState, watchServer } from "./server-state.ts";
import { jobSession, type StandbySession } from "../client/statement.ts";

/** The standbys of a server. A process reads one at a time: the first usable one in the order of the address. */
export type Standbys = ReturnType<typeof openStandbys>;

export interface StandbyState {
  /** `host:port`. */
  readonly name: string;
  /** Only a standby in the state `used` is read. */
  readonly state: "used" | "behind" | "not_a_standby" | "unreachable";
  /** Null: it is not known. */
  readonly lagMilliseconds: number | null;
}

export interface StandbyOptions {
  readonly config: StandbyConfig;
  readonly poolMax: number;
  readonly statementTimeoutMilliseconds: number;
  /** Called when the state or the name changes. */
  changed(state: StandbyState): void;
  readonly onStatement?: (text: string) => void;
}

/** The pause between two queries of a server for its lag: the lag grows meanwhile. */
function lagPauseMilliseconds({ maxLagMilliseconds }: StandbyConfig): number {
  return Math.min(500, maxLagMilliseconds / 4);
}

/** Opens the standbys of an address. None needs to answer, now or later. */
export function openStandbys(options: StandbyOptions) {
  const { config } = options;
  const hosts = parseServerAddresses(config.url)?.hosts;
  if (hosts === undefined) throw new Error("the address of the standby has no such form");
  const counts = { sent: 0, sentAgain: 0 };
  let reported = "";
  let answers = 0;
  const reportChange = () => {
    const state = summary();
    answers += 1;
    // At the start, the other standbys have not answered yet.
    const isEarly = reported === "" && state.state !== "used" && answers < 2 * servers.length;
    if (isEarly || reported === `${state.name} ${state.state}`) return;
    reported = `${state.name} ${state.state}`;
    options.changed(state);
  };
  const [first, ...others] = hosts;
  const open = (host: ServerHost) => openStandby(host, options, reportChange);
  const firstServer = open(first);
  const servers = [firstServer, ...others.map(open)];
  const summary = (): StandbyState => {
    const states = servers.map((server) => server.state());
    return states.find(({ state }) => state === "used") ?? firstServer.state();
  };
  return {
    /** For one request: it reads one standby, and after it has read the primary, only the primary. */
    session(): StandbySession {
      // Chosen by the first statement; null: the primary.
      let chosen: Standby | null | undefined;
      return {
        connect() {
          if (chosen === undefined) chosen = servers.find(isUsed) ?? null;
          else if (chosen !== null && !isUsed(chosen)) chosen = null;
          if (chosen === null) return null;
          counts.sent += 1;
          return chosen.connection;
        },
        failed(error) {
          counts.sentAgain += 1;
          chosen?.failed(error);
          chosen = null;
        },
      };
    },
    /** State of the standby in use, or of the first one. */
    state: summary,
    /** Statements since the start: sent to a standby, and sent again to the primary. */
    counts: counts as Readonly<typeof counts>,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function isUsed(standby: Standby): boolean {
  return standby.state().state === "used";
}

/**
 * Requests to a standby that does not answer occupy their slots. With the pause between two queries, they are sent to
 * the primary after 1.25 s, before other requests have waited too long for a slot.
 */
const answerMilliseconds = 250;

/** One server. */
interface Standby {
  readonly connection: NonNullable<ReturnType<StandbySession["connect"]>>;
  state(): StandbyState;
  failed(error: unknown): void;
  close(): Promise<void>;
}

function openStandby(host: ServerHost, options: StandbyOptions, onAnswer: () => void): Standby {
  const { config, poolMax, statementTimeoutMilliseconds, onStatement } = options;
  const pool = openPool({
    target: { kind: "url", url: host.url },
    poolMax,
    // The other half of the time is left for the primary, if the statement is sent there again.
    statementTimeoutMilliseconds: Math.ceil(statementTimeoutMilliseconds / 2),
    ...(onStatement && { onStatement }),
  });
  const { client, deadline } = pool.sessionFor(jobSession);
  const probe = openPool({
    target: { kind: "url", url: host.url },
    poolMax: 1,
    statementTimeoutMilliseconds: answerMilliseconds,
  });
  let server: ServerState | null = null;
  const watch = watchServer(
    () => selectServerState(probe.sessionFor(jobSession)),
    lagPauseMilliseconds(config),
    (state) => {
      // Statements that wait for a silent server are sent to the primary.
      if (state === null && server !== null) pool.disconnect();
      server = state;
      onAnswer();
    },
  );
  const name = nameOfHost(host);
  return {
    connection: { client, deadline },
    state() {
      if (server === null) return { name, state: "unreachable", lagMilliseconds: null };
      const { isStandby, lagMilliseconds } = server;
      if (!isStandby) return { name, state: "not_a_standby", lagMilliseconds: null };
      const isClose = lagMilliseconds !== null && lagMilliseconds <= config.maxLagMilliseconds;
      return { name, state: isClose ? "used" : "behind", lagMilliseconds };
    },
    failed(error) {
      // It counts as unreachable until it answers the next query.
      if (isDatabaseUnreachable(error)) server = null;
    },
    async close() {
      watch.close();
      await Promise.all([probe.close(0), pool.close()]);
    },
  };
}
