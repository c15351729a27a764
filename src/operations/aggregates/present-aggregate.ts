import type { Aggregate } from "#acoustics/aggregates/aggregate.ts";
import { decibelsOf, type Hundredths, subtractLevels } from "#acoustics/levels/decibel.ts";
import { formatInstant, instantOfSecond } from "#acoustics/time/instant.ts";
import { formatLocalDateTime } from "#acoustics/time/local-day.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import type { CutBucket } from "./list-aggregates.ts";

/**
 * A summary with its levels in dB, as clients see it. A member is worked out when it is read: thousands of buckets are
 * presented, and few documents select every field.
 */
export class PresentedSummary {
  readonly #summary: Aggregate;

  constructor(summary: Aggregate) {
    this.#summary = summary;
  }

  get seconds() {
    return this.#summary.seconds;
  }

  get samples() {
    return this.#summary.samples;
  }

  get expectedSamples() {
    return this.#summary.expectedSamples;
  }

  get coveredSeconds() {
    return this.#summary.coveredSeconds;
  }

  get coverage() {
    return this.#summary.coverage;
  }

  get Leq() {
    return decibelsOf(this.#summary.Leq);
  }

  get Leq10() {
    return decibelsOf(this.#summary.Leq10);
  }

  get Leq50() {
    return decibelsOf(this.#summary.Leq50);
  }

  get Leq90() {
    return decibelsOf(this.#summary.Leq90);
  }

  get LeqMax() {
    return decibelsOf(this.#summary.LeqMax);
  }

  get LeqMin() {
    return decibelsOf(this.#summary.LeqMin);
  }

  get LAFmax() {
    return decibelsOf(this.#summary.LAFmax);
  }

  get LAFmin() {
    return decibelsOf(this.#summary.LAFmin);
  }

  get LCpeak() {
    return decibelsOf(this.#summary.LCpeak);
  }

  get limitedSeconds() {
    return this.#summary.limitedSeconds;
  }

  get events() {
    return this.#summary.events;
  }

  get overSeconds() {
    return this.#summary.overSeconds;
  }

  get overFraction() {
    return this.#summary.overFraction;
  }

  get maxOver() {
    return decibelsOf(this.#summary.maxOver);
  }

  get lowestLimit() {
    return decibelsOf(this.#summary.lowestLimit);
  }

  get highestLimit() {
    return decibelsOf(this.#summary.highestLimit);
  }
}

/** The aggregate of a bucket, as clients see it. */
export class PresentedAggregate extends PresentedSummary {
  readonly #leq: Hundredths | null;
  readonly #bucket: CutBucket;
  readonly #timeZone: TimeZone;

  constructor(bucket: CutBucket, timeZone: TimeZone, summary: Aggregate) {
    super(summary);
    this.#leq = summary.Leq;
    this.#bucket = bucket;
    this.#timeZone = timeZone;
  }

  get startAt() {
    return formatInstant(instantOfSecond(this.#bucket.start));
  }

  get endAt() {
    return formatInstant(instantOfSecond(this.#bucket.end));
  }

  get localStartAt() {
    return formatLocalDateTime(this.#timeZone, this.#bucket.start);
  }

  get partial() {
    return this.#bucket.isPartial;
  }

  get limit() {
    return decibelsOf(this.#bucket.limit);
  }

  get limitSource() {
    return this.#bucket.limitSource;
  }

  get over() {
    const { limit } = this.#bucket;
    const isKnown = this.#leq !== null && limit !== null;
    return isKnown ? decibelsOf(subtractLevels(this.#leq, limit)) : null;
  }
}
