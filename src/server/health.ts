import type { AudioStore } from "../audio/audio-store.ts";
import { readBuildInfo } from "../system/build-info.ts";
import { createMigrationCheck } from "../database/client/migrate.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import type { StandbyState, Standbys } from "../database/scale-out/standbys.ts";
import { jobSession } from "../database/client/statement.ts";
import type { StatementObserver } from "../database/client/statement-observer.ts";
import { type CitusWorker, selectWorkers } from "../database/scale-out/citus-workers.ts";
import { errorKinds } from "../http/answers/error-kinds.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { sendText } from "../http/answers/send.ts";
import { withDeadline } from "../system/with-deadline.ts";

/** The parts that requests need, and the state of each. */
export interface Health {
  readonly database: "ready" | "unreachable";
  readonly migrations: "ready" | "missing" | "unknown";
  readonly audioStore: "ready" | "unreadable";
  /** Those of Citus. One that is away costs its own sensors alone, so it does not make the service unready. */
  readonly workers: readonly CitusWorker[];
}

/** What readiness tells of a standby. Without one, the service is as ready as with it. */
export interface StandbyHealth {
  readonly state: StandbyState["state"];
  /** Null: it is not known. */
  readonly lagSeconds: number | null;
}

/** Asks each part. Resolves within the deadline: a part that has not answered by then is not ready. */
export type CheckHealth = () => Promise<Health>;

export interface HealthOptions {
  readonly database: Pick<OpenDatabase, "sessionFor">;
  readonly observer: StatementObserver;
  readonly store: AudioStore;
  /** The coordinator of Citus is queried for its workers. */
  readonly hasWorkers: boolean;
  readonly statementTimeoutMilliseconds: number;
}

export function createHealthCheck(options: HealthOptions): CheckHealth {
  const { observer, store, statementTimeoutMilliseconds } = options;
  const hasEveryMigration = createMigrationCheck();
  // Callers that ask at the same time share one check: the path needs no key and has no limiter.
  let inProgress: Promise<Health> | null = null;
  return () => (inProgress ??= check().finally(() => (inProgress = null)));

  async function check(): Promise<Health> {
    const signal = AbortSignal.timeout(statementTimeoutMilliseconds + storeGraceMilliseconds);
    const database = options.database.sessionFor({ ...jobSession, observer, signal });
    const migrating = within(hasEveryMigration(database), statementTimeoutMilliseconds);
    const reaching = options.hasWorkers ? selectWorkers(database) : Promise.resolve([]);
    const checking = store.check().then(() => true);
    const [isMigrated, isReadable, workers] = await Promise.all([
      migrating,
      within(checking, statementTimeoutMilliseconds + storeGraceMilliseconds),
      within(reaching, statementTimeoutMilliseconds),
    ]);
    return {
      database: isMigrated === null ? "unreachable" : "ready",
      migrations: isMigrated === null ? "unknown" : isMigrated ? "ready" : "missing",
      audioStore: isReadable === null ? "unreadable" : "ready",
      workers: workers ?? [],
    };
  }
}

/** 200 while the process answers, with the version that it runs, and the commit where it is known. */
export function answerLive(): Handler {
  const text = JSON.stringify({ status: "live", ...readBuildInfo() });
  return (_request, response) => sendText(response, 200, jsonType, text);
}

/**
 * 200 while every part is ready, else 503 with the state of each. Workers of Citus are named, whatever their state.
 */
export function answerReady(
  checkHealth: CheckHealth,
  standbys: Pick<Standbys, "state"> | null,
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
    });
    sendText(response, isReady ? 200 : 503, headers, text);
  };
}

function presentStandby({ state, lagMilliseconds }: StandbyState): StandbyHealth {
  const lagSeconds = lagMilliseconds === null ? null : Math.round(lagMilliseconds) / 1000;
  return { state, lagSeconds };
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" };

/** The check of the store may have to wait for the database's answer, or its deadline, first. */
const storeGraceMilliseconds = 1000;

/** The value of the work; null if it rejects or has not ended by the deadline. */
function within<Value>(work: Promise<Value>, deadlineMilliseconds: number): Promise<Value | null> {
  return withDeadline(work, deadlineMilliseconds, null).catch(() => null);
}
