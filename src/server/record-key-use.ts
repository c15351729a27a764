import type { KeyUse } from "../auth/key-use.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { updateLastUsed } from "../database/queries/keys/key-use.ts";
import type { Log } from "../log.ts";
import { withDeadline } from "../system/with-deadline.ts";
import { repeat } from "./repeat.ts";

export interface KeyUseRecorderOptions {
  readonly database: Pick<OpenDatabase, "sessionFor">;
  readonly keyUse: KeyUse;
  readonly log: Log;
  /** The pause between two writes. Default: 20 seconds, so that each use is written within a minute. */
  readonly pauseMilliseconds?: number;
}

/** Writes the last uses of keys repeatedly. After a failure they are kept for the next write. */
export function startRecordingKeyUse({
  database,
  keyUse,
  log,
  pauseMilliseconds = 20_000,
}: KeyUseRecorderOptions) {
  const session = database.sessionFor(jobSession);
  let hasFailed = false;
  const write = async () => {
    const unwritten = keyUse.takeUnwritten();
    try {
      await updateLastUsed(session, unwritten);
      hasFailed = false;
    } catch (cause) {
      keyUse.keepUnwritten(unwritten);
      // A read-only database fails each time: only the first failure is logged.
      if (!hasFailed) log.warn({ cause }, "when keys were last used could not be written");
      hasFailed = true;
    }
  };
  const writes = repeat(write, () => pauseMilliseconds, { startsLater: true });
  return {
    /** Writes the rest, within a second: the database may be frozen. Call it after the last request. */
    stop: () => withDeadline(writes.stop().then(write), 1000, undefined),
  };
}
