import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import {
  addMilliseconds,
  getTimeZoneTransition,
  offsetNanoseconds,
  type Record as ZonedRecord,
} from "temporal-polyfill/fns/ZonedDateTime";

/** The part of Temporal that `acoustics/time/time-zone.ts` uses for offsets: a third of the polyfill. */
export interface ZonedInstants {
  readonly Instant: {
    fromEpochMilliseconds(milliseconds: number): { toZonedDateTimeISO(zone: string): ZonedInstant };
  };
}

interface ZonedInstant {
  readonly timeZoneId: string;
  readonly epochMilliseconds: number;
  readonly offsetNanoseconds: number;
  add(duration: { readonly milliseconds: number }): ZonedInstant;
  getTimeZoneTransition(direction: "next" | "previous"): ZonedInstant | null;
}

export const zonedInstants: ZonedInstants = {
  Instant: {
    fromEpochMilliseconds: (milliseconds) => ({
      toZonedDateTimeISO: (zone) =>
        zonedOf(toZonedDateTimeISO(fromEpochMilliseconds(milliseconds), zone)),
    }),
  },
};

function zonedOf(record: ZonedRecord): ZonedInstant {
  return {
    timeZoneId: record.timeZoneId,
    epochMilliseconds: record.epochMilliseconds,
    offsetNanoseconds: offsetNanoseconds(record),
    add: ({ milliseconds }) => zonedOf(addMilliseconds(record, milliseconds)),
    getTimeZoneTransition: (direction) => {
      const change = getTimeZoneTransition(record, direction);
      return change == null ? null : zonedOf(change);
    },
  };
}
