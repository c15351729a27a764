import type { StatementObserver } from "../database/client/statement.ts";
import type { Log } from "../log.ts";

/**
 * Logs statements that fail or are slow, and at the level `debug` every statement: its name and the id of its
 * request, never its text or values. `next` observes them as well.
 */
export function observeStatements(log: Log, next: StatementObserver): StatementObserver {
  return {
    started: next.started,
    ended(statement) {
      next.ended(statement);
      const { name, requestId, error } = statement;
      const milliseconds = Math.round(statement.milliseconds * 10) / 10;
      const line = { ...(requestId === null ? {} : { requestId }), statement: name, milliseconds };
      if (error !== undefined) log.warn({ ...line, cause: error }, "statement failed");
      else if (milliseconds >= slowMilliseconds) log.warn(line, "statement was slow");
      else if (log.isLevelEnabled("debug")) log.debug(line, "statement");
    },
  };
}

const slowMilliseconds = 1000;
