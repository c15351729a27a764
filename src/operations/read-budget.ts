import { RequestError } from "../http/requests/request-error.ts";

export type ReadBudget = ReturnType<typeof createReadBudget>;

/** A page of 2000 samples at 50 sensors. */
export const recordsPerRequest = 100_000;

/** The least charge of a page of events: its search may read many samples and find few. */
export const recordsPerSearch = 1000;

/** Twice a year of five-minute samples at 50 sensors, because searches are charged before they read. */
const samplesSearchedPerRequest = 10_000_000;

/** The number of segments of limit timelines in one record: a segment has 4 members, a sample 18. */
export const segmentsPerRecord = 2;

/** The number of rules that the cost of a document assumes in an explanation. A rule has as many values as a sample. */
const rulesOfExplanation = 10;

const tooManyRecords = RequestError.tooMuch(
  `A request may read at most ${recordsPerRequest.toLocaleString("en")} records, and each page counts its limit: request smaller pages, shorter timelines or fewer sensors at once.`,
);
const tooManySamples = RequestError.tooMuch(
  `A request may search at most ${samplesSearchedPerRequest.toLocaleString("en")} samples for events: request shorter ranges or fewer sensors at once.`,
);

/**
 * The number of records that one request may read. The cost of a document only assumes how many sensors a project has;
 * the budget counts the records that the fields actually read. `searchBound`: see `nextSearchSize`.
 */
export function createReadBudget(searchBound?: number) {
  let left = recordsPerRequest;
  let samplesLeft = samplesSearchedPerRequest;
  let recordsOfSchedule = 10;
  const requireNotExceeded = () => {
    if (left < 0) throw tooManyRecords;
  };
  const charge = (records: number) => {
    left -= records;
    requireNotExceeded();
  };
  return {
    searchBound,
    /** Charges records before they are read. Throws the error of `requireNotExceeded`. */
    charge,
    /**
     * Throws `invalid_request` when fields have charged more than the budget. The request is then refused as a whole.
     */
    requireNotExceeded,
    /** Charges the explanation of a limit: a record, and ten more once in a request for the schedule. */
    chargeExplanation() {
      const records = 1 + recordsOfSchedule;
      recordsOfSchedule = 0;
      charge(records);
    },
    /** Charges the rules of an explanation: a record for each rule after the tenth. */
    chargeRules(rules: number) {
      charge(Math.max(0, rules - rulesOfExplanation));
    },
    /**
     * Charges the samples that a search for events may read, before it reads them. Throws `invalid_request` when all
     * searches together may read more samples than one request may.
     */
    chargeSearch(samples: number) {
      samplesLeft -= samples;
      if (samplesLeft < 0) throw tooManySamples;
    },
    /** Refunds samples that a search was charged for and has not read. */
    refundSearch(samples: number) {
      samplesLeft += samples;
    },
  };
}
