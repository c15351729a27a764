import type { KeyUse } from "../auth/key-use.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { updateLastUsed } from "../database/queries/keys/key-use.ts";
import type { Log } from "../log.ts";
import { withDeadline } from "../system/with-deadline.ts";

export interface KeyUseRecorder {
  /** Writes what is left, within a second: the database may be frozen. To be called after the last request. */
  stop(): Promise<void>;
}

export interface KeyUseRecorderOptions {
  readonly database: Pick<OpenDatabase, "sessionFor">;
  readonly keyUse: KeyUse;
  readonly log: Log;
  /**
   * Between the end of a write and the next one. Default: 20 seconds, so that each use is written within a minute.
   */
  readonly pauseMilliseconds?: number;
}

/** Writes again and again when keys were last used. What cannot be written is kept for the next time. */
export function startRecordingKeyUse({
  database,
  keyUse,
  log,
  pauseMilliseconds = 20_000,
}: KeyUseRecorderOptions): KeyUseRecorder {
  const session = database.sessionFor({ ...jobSession, signal: new AbortController().signal });
  let isStopped = false;
  let hasFailed = false;
  let inProgress = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    const taken = keyUse.take();
    try {
      await updateLastUsed(session, taken);
      hasFailed = false;
    } catch (cause) {
      keyUse.giveBack(taken);
      // A database that only reads fails each time.
      if (!hasFailed) log.warn({ cause }, "when keys were last used could not be written");
      hasFailed = true;
    }
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      inProgress = write().then(schedule);
    }, pauseMilliseconds).unref();
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await withDeadline(inProgress.then(write), 1000, null);
    },
  };
}
