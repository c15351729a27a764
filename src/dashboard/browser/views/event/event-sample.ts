import type { EventSampleQuery } from "../../graphql/generated/event-sample.ts";

/** The sample of the page of one event. */
export type EventSample = NonNullable<NonNullable<EventSampleQuery["sensor"]>["sample"]>;
