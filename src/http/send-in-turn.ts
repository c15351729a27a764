import { GatewayError } from "#domain/errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Gate, Leave } from "./gate.ts";
import { retrySeconds } from "./hold-back.ts";

/**
 * The work of a request is done, and its answer is to be sent: gives back what the work held, and takes
 * a slot of those that are sent at once. Resolves to what frees the slot; null: nobody waits for the
 * answer any more. Throws `unavailable` where too many are being sent.
 */
export async function sendInTurn(
  gate: Gate,
  lane: string,
  { release, over, facts }: Exchange,
): Promise<Leave | null> {
  release();
  const entered = await gate.enter(lane, over);
  if (entered === "over") return null;
  if (entered === "refused") {
    facts.shed = true;
    throw GatewayError.overloaded(retrySeconds);
  }
  return entered;
}

/** The same for an answer that is in memory until its client has read it; false: nobody waits for it. */
export async function sendFromMemory(
  gate: Gate,
  lane: string,
  exchange: Exchange,
): Promise<boolean> {
  const leave = await sendInTurn(gate, lane, exchange);
  if (leave !== null) exchange.over.addEventListener("abort", leave);
  return leave !== null;
}
