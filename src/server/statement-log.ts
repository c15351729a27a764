import type { StatementObserver } from "../database/client/statement.ts";
import type { Log } from "../log.ts";

/**
 * Logs failed and slow statements, and all at level `debug`: name and request, never text or values. Then calls `next`.
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
