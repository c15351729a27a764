import { requestOver } from "#http/request-over.ts";
import type { Turns } from "./yoga.ts";
import type { Exchange } from "#http/request-context.ts";
import type { Gate } from "#http/gate.ts";
import { sendFromMemory, takeTurn } from "#http/turns.ts";

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
      const leave = await takeTurn(gate, lane, exchange);
      if (leave === null) throw requestOver;
      return leave;
    },
    async beginSending(size) {
      if (size === "tiny") exchange.release();
      else await sendFromMemory(gates.answers[size], lane, exchange);
    },
  };
}
