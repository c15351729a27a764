import { createAdmission } from "./admission.ts";
import type { AdmissionLimits } from "./admission-limits.ts";
import { createThreadWatch } from "./thread-watch.ts";

/** Bounds what is done at once, fairly between lanes; see `domain/admission.ts`. */
export interface Gate {
  readonly working: number;
  readonly waiting: number;
  /** How many have been refused so far. */
  readonly refused: number;
  /**
   * Resolves once the request may go on, with what frees its slot again, or with why it may not: it
   * is refused, or it was over before its turn came. Whoever has a slot frees it, whatever happens.
   */
  enter(
    lane: string,
    over: AbortSignal,
    options?: { readonly isEarly?: boolean },
  ): Promise<Leave | "refused" | "over">;
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
      for (const next of admission.leave(lane, performance.now())) next.work();
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
    enter: (lane, over, { isEarly = false } = {}) =>
      new Promise((resolve) => {
        if (over.aborted) {
          resolve("over");
          return;
        }
        const ticket: Ticket = {
          work: () => {
            over.removeEventListener("abort", withdraw);
            resolve(leaveOnce(lane));
          },
          refuse: () => {
            over.removeEventListener("abort", withdraw);
            refused += 1;
            resolve("refused");
          },
        };
        const withdraw = () => {
          if (admission.withdraw(lane, ticket)) resolve("over");
        };
        const arrival = admission.arrive(lane, ticket, {
          now: performance.now(),
          isEarly,
          isThreadBusy: isThreadBusy(),
        });
        for (const other of arrival.begun) other.work();
        if (arrival.outcome === "works") ticket.work();
        if (arrival.outcome === "waits") over.addEventListener("abort", withdraw);
        arrival.refused?.refuse();
      }),
  };
}

interface Ticket {
  work(): void;
  refuse(): void;
}
