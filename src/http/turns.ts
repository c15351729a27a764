import { GatewayError } from "#acoustics/errors.ts";
import type { Exchange } from "./request-context.ts";
import type { Gate, Leave } from "./gate.ts";
import { retrySeconds } from "./hold-back.ts";

/**
 * Waits for a slot of a gate. Resolves to what frees it; null: nobody waits for the request any more.
 * Throws `unavailable` where it is refused.
 */
export async function takeTurn(
  gate: Gate,
  lane: string,
  { over, facts }: Pick<Exchange, "over" | "facts">,
): Promise<Leave | null> {
  const entered = await gate.enter(lane, over);
  if (entered === "over") return null;
  if (entered === "refused") {
    facts.shed = true;
    throw GatewayError.overloaded(retrySeconds);
  }
  // Its turn may have come in the moment it was over.
  if (!over.aborted) return entered;
  entered();
  return null;
}

/**
 * The work of a request is done, and its answer is to be sent: gives back what the work held, and takes
 * a slot of those that are sent at once.
 */
export function sendInTurn(gate: Gate, lane: string, exchange: Exchange): Promise<Leave | null> {
  exchange.release();
  return takeTurn(gate, lane, exchange);
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
