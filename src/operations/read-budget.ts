import { RequestError } from "#http/request-error.ts";

/**
 * How much one request may read. What a document costs is only assumed before: how many sensors there
 * are is known where they have been read.
 */
export interface ReadBudget {
  /**
   * Takes records out of the budget, before any of them is read. Throws `invalid_request` from the
   * moment on when more has been asked for than there was: 0 asks whether that has happened.
   */
  take(records: number): void;
  /** Why the request is refused as a whole, or null. */
  refusal(): RequestError | null;
}

/** A page of 2000 samples at 50 sensors. */
export const recordsPerRequest = 100_000;

/** What a page of events takes at least: its search may look at many samples, and find few. */
export const recordsPerSearch = 1000;

/** What a day takes whose limits are worked out. */
export const recordsPerDayOfLimits = 10;

export function createReadBudget(): ReadBudget {
  let left = recordsPerRequest;
  const refusal = () => (left < 0 ? RequestError.tooManyRecords(recordsPerRequest) : null);
  return {
    take(records) {
      left -= records;
      const error = refusal();
      if (error !== null) throw error;
    },
    refusal,
  };
}
