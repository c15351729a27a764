import { RequestError } from "#http/request-error.ts";

/**
 * How many records one request may read. The cost of a document only assumes how many sensors a project
 * has; the budget counts what the fields really ask for.
 */
export interface ReadBudget {
  /** Takes records before they are read. Throws as `requireNotExceeded` does. */
  take(records: number): void;
  /**
   * Throws `invalid_request` once the fields of the request have together taken more than the budget:
   * the request is then refused as a whole.
   */
  requireNotExceeded(): void;
}

/** A page of 2000 samples at 50 sensors. */
export const recordsPerRequest = 100_000;

/** The least that a page of events takes: its search may look at many samples and find few. */
export const recordsPerSearch = 1000;

/** What one day of a limit timeline takes. */
export const recordsPerDayOfLimits = 10;

export function createReadBudget(): ReadBudget {
  let left = recordsPerRequest;
  const requireNotExceeded = () => {
    if (left < 0) throw RequestError.tooManyRecords(recordsPerRequest);
  };
  return {
    take(records) {
      left -= records;
      requireNotExceeded();
    },
    requireNotExceeded,
  };
}
