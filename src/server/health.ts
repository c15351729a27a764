import type { AudioStore } from "../audio/audio-store.ts";
import { createMigrationCheck } from "../database/client/migrate.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession, type StatementObserver } from "../database/client/statement.ts";
import { type CitusWorker, selectWorkers } from "../database/scale-out/citus-workers.ts";
import type { StandbyState, Standbys } from "../database/scale-out/standbys.ts";
import { sendText } from "../http/answers/send.ts";
import { errorKinds } from "../http/answers/error-kinds.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { readBuildInfo } from "../system/build-info.ts";
import { withDeadline } from "../system/with-deadline.ts";

/** The state of each part that requests need. */
export interface Health {
  readonly database: "ready" | "unreachable";
  readonly migrations: "ready" | "missing" | "unknown";
  readonly audioStore: "ready" | "unreadable";
  /** Workers of Citus. If one does not answer, only its own sensors fail: the server stays ready. */
  readonly workers: readonly CitusWorker[];
}

/** Checks each part. Resolves within the deadline: a part that has not answered by then is not ready. */
export type CheckHealth = () => Promise<Health>;

export interface HealthOptions {
  readonly database: Pick<OpenDatabase, "sessionFor">;
  readonly observer: StatementObserver;
  readonly store: AudioStore;
  /** True if the coordinator of Citus is queried for its workers. */
  readonly hasWorkers: boolean;
  readonly statementTimeoutMilliseconds: number;
}

export function createHealthCheck(options: HealthOptions): CheckHealth {
  const { observer, store, statementTimeoutMilliseconds } = options;
  const storeMilliseconds = statementTimeoutMilliseconds + storeGraceMilliseconds;
  const hasEveryMigration = createMigrationCheck();
  // Simultaneous callers share one check, because the path needs no key and has no limiter.
  let inProgress: Promise<Health> | null = null;
  return () => (inProgress ??= check().finally(() => (inProgress = null)));

  async function check(): Promise<Health> {
    const signal = AbortSignal.timeout(storeMilliseconds);
    const database = options.database.sessionFor({ ...jobSession, observer, signal });
    const [isMigrated, isReadable, workers] = await Promise.all([
      answerOf(hasEveryMigration(database), statementTimeoutMilliseconds),
      answerOf(
        store.check().then(() => true),
        storeMilliseconds,
      ),
      answerOf(
        options.hasWorkers ? selectWorkers(database) : Promise.resolve([]),
        statementTimeoutMilliseconds,
      ),
    ]);
    return {
      database: isMigrated === null ? "unreachable" : "ready",
      migrations: isMigrated === null ? "unknown" : isMigrated ? "ready" : "missing",
      audioStore: isReadable === null ? "unreadable" : "ready",
      workers: workers ?? [],
    };
  }
}

/** Answers 200 with the version, and the commit if the build had one. */
export function answerLive(): Handler {
  const text = JSON.stringify({ status: "live", ...readBuildInfo() });
  return (_request, response) => sendText(response, 200, jsonType, text);
}

/**
 * Answers 200 while every part is ready, else 503. The body always has the state of each part, worker and standby, and
 * how often the thread of the listener was started again.
 */
export function answerReady(
  checkHealth: CheckHealth,
  standbys: Pick<Standbys, "state"> | null,
  restarts: number,
): Handler {
  return async (_request, response) => {
    const { workers, ...parts } = await checkHealth();
    const isReady = Object.values(parts).every((part) => part === "ready");
    const headers = isReady ? jsonType : { ...jsonType, ...errorKinds.unavailable.headers };
    const states = workers.map(({ name, isReachable }) => [
      name,
      isReachable ? "ready" : "unreachable",
    ]);
    const text = JSON.stringify({
      status: isReady ? "ready" : "unavailable",
      parts: { ...parts, ...(workers.length > 0 && { workers: Object.fromEntries(states) }) },
      ...(standbys && { standby: presentStandby(standbys.state()) }),
      ...(restarts > 0 && { restarts }),
    });
    sendText(response, isReady ? 200 : 503, headers, text);
  };
}

function presentStandby({ state, lagMilliseconds }: StandbyState) {
  const lagSeconds = lagMilliseconds === null ? null : Math.round(lagMilliseconds) / 1000;
  return { state, lagSeconds };
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" };

/** The check of the store may first wait for the answer or the deadline of the database. */
const storeGraceMilliseconds = 1000;

/** Null: a failure, or no answer in time. */
function answerOf<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return withDeadline(work, milliseconds, null).catch(() => null);
}
