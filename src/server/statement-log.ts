import type { StatementWatch } from "#database/client/statement-observer.ts";
import type { Log } from "#log.ts";

/**
 * A watch that writes to the log what fails and what is slow, and at the level `debug` every statement: by
 * its name and the id of the request it was for, never with its text or values.
 */
export function logStatements(log: Log, next: StatementWatch): StatementWatch {
  return {
    began: next.began,
    ended(statement) {
      next.ended(statement);
      const { name, requestId, error } = statement;
      const milliseconds = Math.round(statement.milliseconds * 10) / 10;
      const line = { requestId, statement: name, milliseconds };
      if (error !== undefined) log.warn({ ...line, cause: error }, "statement failed");
      else if (milliseconds >= slowMilliseconds) log.warn(line, "statement was slow");
      else if (log.isLevelEnabled("debug")) log.debug(line, "statement");
    },
  };
}

const slowMilliseconds = 1000;
