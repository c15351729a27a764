import { setTimeout } from "node:timers/promises";
import { isOnlyRequest } from "../../http/requests/requests-at-work.ts";

/** The way in which a search shares the database server with other requests. It changes the duration, and no answer. */
export interface SearchPace {
  /** True while a long step may use two statements at once. */
  readonly mayHalve: () => boolean;
  /** Called after a long step, with its duration in milliseconds. */
  readonly rest: (milliseconds: number) => Promise<unknown> | undefined;
}

/** The pace of a command: one statement at a time. */
export const commandPace: SearchPace = { mayHalve: () => false, rest: () => undefined };

/**
 * The only request searches in halves, on two processors. With other requests at work, it pauses after a long step for
 * twice the duration of the step: most pages of others then run without a search, even if a client searches without a
 * pause.
 */
export function createPace(
  isOnly: () => boolean,
  wait: (milliseconds: number) => Promise<unknown>,
): SearchPace {
  return {
    mayHalve: isOnly,
    rest: (milliseconds) =>
      isOnly() ? undefined : wait(Math.min(restsPerStep * milliseconds, longestRest)),
  };
}

const restsPerStep = 2;
/** In milliseconds. A step may also be long because the server is busy. */
const longestRest = 50;

/** A client that sends one page after the other has a page at work most of this time. */
const quietMilliseconds = 50;

export const requestPace = createPace(() => isOnlyRequest(quietMilliseconds), setTimeout);
