import type { DayAvailabilityQuery } from "../../../graphql/generated/day-availability.ts";

/** A sensor with its availability in the shown range. */
export type SensorAvailability = NonNullable<DayAvailabilityQuery["sensor"]>;
