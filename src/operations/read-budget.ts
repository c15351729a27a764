import { RequestError } from "../http/requests/request-error.ts";

/**
 * How many records one request may read. The cost of a document only assumes how many sensors a project
 * has; the budget counts what the fields really ask for.
 */
export interface ReadBudget {
  /** True if the request reads so many records that working on them all would hold the thread. */
  readonly hasManyRecords: boolean;
  /** Takes records before they are read. Throws as `requireNotExceeded` does. */
  take(records: number): void;
  /**
   * Throws `invalid_request` once the fields of the request have together taken more than the budget: the request is
   * then refused as a whole.
   */
  requireNotExceeded(): void;
  /**
   * Takes what explaining a limit costs: a record, and ten more of a request for the schedule. Throws as `take` does.
   */
  takeExplanation(): void;
  /**
   * Takes what the rules of an explanation cost beyond it: a record for each rule after the tenth. Throws as `take`
   * does.
   */
  takeRules(rules: number): void;
  /**
   * Takes the samples that a search for events may look at, before it does. Throws `invalid_request` once the
   * searches in progress may look at more, together with those that have ended, than one request may.
   */
  takeSearch(samples: number): void;
  /** Gives back what a search has taken and not looked at. */
  giveBackSearch(samples: number): void;
}

/** A page of 2000 samples at 50 sensors. */
export const recordsPerRequest = 100_000;

/** The largest page: it is presented in a few milliseconds. */
const recordsAtOnce = 2000;

/** The least that a page of events takes: its search may look at many samples and find few. */
export const recordsPerSearch = 1000;

/** A year of five-minute samples at 50 sensors, and as much again for what a search takes before it knows. */
const samplesSearchedPerRequest = 10_000_000;

/**
 * How many segments of limit timelines are one record: a segment has 4 members, a sample 18. A year of 500 windows
 * that follow each other every day has 183,000 segments, and stays within the budget. Twice as many would hold the
 * thread for more than 100 ms when the document copies them.
 */
export const segmentsPerRecord = 2;

/** So many rules the cost of a document assumes in an explanation. A rule has as many values as a sample. */
const rulesOfExplanation = 10;

const tooManyRecords = RequestError.tooMuch(
  `A request may read at most ${recordsPerRequest.toLocaleString("en")} records, and each page counts its limit: ask for smaller pages, shorter timelines or fewer sensors at once.`,
);
const tooManySamples = RequestError.tooMuch(
  `A request may search at most ${samplesSearchedPerRequest.toLocaleString("en")} samples for events: ask for shorter ranges or fewer sensors at once.`,
);

export function createReadBudget(): ReadBudget {
  let left = recordsPerRequest;
  let samplesLeft = samplesSearchedPerRequest;
  let recordsOfSchedule = 10;
  const requireNotExceeded = () => {
    if (left < 0) throw tooManyRecords;
  };
  const take = (records: number) => {
    left -= records;
    requireNotExceeded();
  };
  return {
    get hasManyRecords() {
      return recordsPerRequest - left > recordsAtOnce;
    },
    take,
    requireNotExceeded,
    takeExplanation() {
      const records = 1 + recordsOfSchedule;
      recordsOfSchedule = 0;
      take(records);
    },
    takeRules(rules) {
      take(Math.max(0, rules - rulesOfExplanation));
    },
    takeSearch(samples) {
      samplesLeft -= samples;
      if (samplesLeft < 0) throw tooManySamples;
    },
    giveBackSearch(samples) {
      samplesLeft += samples;
    },
  };
}
