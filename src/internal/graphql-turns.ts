import { GatewayError } from "#domain/errors.ts";
import { requestOver } from "#domain/request-over.ts";
import type { Turns } from "#graphql/http.ts";
import type { Exchange } from "#http/exchange.ts";
import type { Gate } from "#http/gate.ts";
import { retrySeconds } from "#http/hold-back.ts";
import { sendFromMemory } from "#http/send-in-turn.ts";

/**
 * What bounds GraphQL. Small documents are worked on beside the requests of v0, the large ones by
 * themselves: each of these takes the memory of all others together.
 */
export interface GraphqlGates {
  readonly work: Readonly<Record<"small" | "large", Gate>>;
  /** A tiny answer needs no turn: it fits into the buffers of its connection. */
  readonly answers: Readonly<Record<"small" | "large", Gate>>;
}

/** The turns of one request. */
export function createTurns(gates: GraphqlGates, lane: string, exchange: Exchange): Turns {
  return {
    async beginWork(size) {
      const gate = gates.work[size === "large" ? "large" : "small"];
      const entered = await gate.enter(lane, exchange.over);
      if (typeof entered === "function") return entered;
      if (entered === "refused") exchange.facts.shed = true;
      throw entered === "over" ? requestOver : GatewayError.overloaded(retrySeconds);
    },
    async beginSending(size) {
      if (size === "tiny") exchange.release();
      else await sendFromMemory(gates.answers[size], lane, exchange);
    },
  };
}
