import { setTimeout as delay } from "node:timers/promises";
import { causesOf, hasErrorCode } from "../../system/error-code.ts";
import { isDatabaseUnreachable } from "./connection-errors.ts";

/**
 * Does the work again, for a minute at most, while the process that runs the embedded database ends and another one
 * becomes its owner. The work may have been done before its connection was lost: it must bear being repeated.
 */
export async function acrossOwners<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + handoverMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // This process itself may have closed its connections.
      const isClosed = causesOf(error).some((cause) => hasErrorCode(cause, "CONNECTION_ENDED"));
      if (!isDatabaseUnreachable(error) || isClosed || performance.now() > giveUpAt) throw error;
      await delay(pauseMilliseconds);
    }
  }
}

/** As long as opening the database may take. */
const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;
