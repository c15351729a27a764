import { setTimeout as delay } from "node:timers/promises";
import { causesOf, hasErrorCode } from "../../system/error-code.ts";
import { isDatabaseUnreachable } from "./connection-errors.ts";

/**
 * Repeats the work, for a minute at most, while the owner of the embedded database ends and another process becomes its
 * owner. The work must be idempotent: it may have been done before its connection was lost.
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

/** The longest time for opening the database. */
const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;
