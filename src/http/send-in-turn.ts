import { GatewayError } from "#domain/errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import { retrySeconds } from "./hold-back.ts";

/**
 * The work of a request is done, and its answer is to be sent: gives back what the work held, and takes
 * a slot of those that are sent at once, for an answer is in memory until its client has read it. False:
 * nobody waits for it any more. Throws `unavailable` where too many are being sent.
 */
export async function sendInTurn(
  gate: Gate,
  lane: string,
  { release, over, facts }: Exchange,
): Promise<boolean> {
  release();
  const entered = await gate.enter(lane, over);
  if (entered === "over") return false;
  if (entered === "refused") {
    facts.shed = true;
    throw GatewayError.overloaded(retrySeconds);
  }
  over.addEventListener("abort", entered);
  return true;
}
