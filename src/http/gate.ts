import type { ServerResponse } from "node:http";
import { createAdmission } from "#domain/admission.ts";
import type { AdmissionLimits } from "#domain/admission-limits.ts";
import { createThreadWatch } from "./thread-watch.ts";

/** Bounds what is worked on at once, fairly between lanes; see `domain/admission.ts`. */
export interface Gate {
  readonly working: number;
  readonly waiting: number;
  /** How many have been refused so far. */
  readonly refused: number;
  /**
   * Resolves once the request may be worked on, with what frees its slot again; null where it is
   * refused or its client has gone. A response that is closed leaves by itself, be it at work or still
   * waiting.
   */
  enter(lane: string, response: ServerResponse, isEarly?: boolean): Promise<Leave | null>;
}

/** Frees the slot; more than once is the same as once. */
export type Leave = () => void;

export function createGate(limits: AdmissionLimits): Gate {
  const admission = createAdmission<Ticket>(limits);
  const isThreadBusy = createThreadWatch();
  let refused = 0;
  const leaveOnce = (lane: string): Leave => {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      for (const next of admission.leave(lane, performance.now())) next.settle("works");
    };
  };
  return {
    get working() {
      return admission.working;
    },
    get waiting() {
      return admission.waiting;
    },
    get refused() {
      return refused;
    },
    enter: (lane, response, isEarly = false) =>
      new Promise((resolve) => {
        // Nobody would hear of its end.
        if (hasNoReader(response)) {
          resolve(null);
          return;
        }
        const settle = (outcome: "works" | "refused") => {
          if (outcome === "refused") {
            refused += 1;
            resolve(null);
            return;
          }
          const leave = leaveOnce(lane);
          response.once("close", leave);
          resolve(leave);
        };
        const ticket: Ticket = { settle };
        const arrival = admission.arrive(lane, ticket, {
          now: performance.now(),
          isEarly,
          isThreadBusy: isThreadBusy(),
        });
        if (arrival.outcome === "works") settle("works");
        if (arrival.outcome === "waits") {
          // Who went away while waiting takes no slot; that nobody reads the answer is no refusal.
          response.once("close", () => {
            if (admission.withdraw(lane, ticket)) resolve(null);
          });
        }
        arrival.refused?.settle("refused");
      }),
  };
}

/** Whether the client of a response has gone, be it that the response has not been told yet. */
export function hasNoReader(response: ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed;
}

interface Ticket {
  settle(outcome: "works" | "refused"): void;
}
