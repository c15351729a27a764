import type { Sockets } from "./sockets.ts";

/** How long a statement is waited for, and what becomes of its connection then. */
export interface Lifeline {
  readonly deadlineMilliseconds: number;
  /** A statement has had no answer in time. Returns the error to end it with. */
  giveUp(): Error;
}

/**
 * The server ends a statement that takes too long by itself. One that has not even done so is frozen, or
 * cannot be heard: the connections over which nothing has come for as long are thrown away, for they may
 * stay silent without end, and whatever is sent over them after would wait as well.
 */
export function createLifeline(statementTimeoutMilliseconds: number, sockets: Sockets): Lifeline {
  return {
    deadlineMilliseconds: statementTimeoutMilliseconds + graceMilliseconds,
    giveUp() {
      sockets.cutSilentFor(statementTimeoutMilliseconds);
      const message = "the database neither answered nor refused a statement in time";
      return Object.assign(new Error(message), { code: "STATEMENT_OVERDUE" });
    },
  };
}

/** For the server's own refusal to arrive; less than what a request is given beyond the time of a statement. */
const graceMilliseconds = 500;
