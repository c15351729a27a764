import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { deliveringPart, type DeliveringSensor } from "../../data/delivering-part.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { readBounds } from "../../graphql/bounds.ts";
import { availabilityDaysDocument } from "../../graphql/generated/availability-days.ts";
import {
  instantText,
  localDay,
  secondOf,
  startOfDay,
  type TimeZone,
} from "../../time/local-time.ts";
import { type DayDelivery, type DeliveryDays, requestsOf } from "./delivery.ts";

/** The days of a project's sensors that are wanted. */
export interface WantedDays {
  readonly project: string;
  readonly zone: TimeZone;
  /** Day numbers, both inside. */
  readonly from: number;
  readonly to: number;
  /** Unix second of now: later samples are not expected. */
  readonly now: number;
  readonly weighting: Weighting;
  readonly sensors: ReadonlyMap<string, DeliveringSensor>;
}

/** Deliveries by the ids of sensors. A request that cannot be answered leaves its days out, and its issues. */
export async function readDeliveries(
  wanted: WantedDays,
  signal: AbortSignal,
): Promise<Answer<ReadonlyMap<string, DeliveryDays>>> {
  const { project, zone, now, weighting, sensors } = wanted;
  const intervals = [...sensors.values()].map(({ interval }) => interval);
  const lastDay = Math.min(wanted.to, localDay(now, zone));
  if (lastDay < wanted.from) return { data: new Map(), issues: [] };
  // The first days are drawn while the server works on the others.
  const most = (await readBounds()).records / 5;
  const answers = await Promise.all(
    requestsOf({ from: wanted.from, to: lastDay }, intervals, most).map(({ from, to }) => {
      const first = instantText(startOfDay(from, zone));
      const last = instantText(Math.min(now, startOfDay(to + 1, zone) - 1));
      return ask(availabilityDaysDocument, { project, first, last, weighting }, signal);
    }),
  );
  const bySensor = new Map<string, Map<number, DayDelivery>>();
  for (const { id, aggregates } of answers.flatMap(({ data }) => data?.project?.sensors ?? [])) {
    const days = bySensor.get(id) ?? new Map<number, DayDelivery>();
    bySensor.set(id, days);
    for (const { startAt, seconds, samples, expectedSamples } of aggregates?.buckets ?? []) {
      const start = secondOf(startAt);
      const part = deliveringPart({ start, end: start + seconds }, sensors.get(id), now);
      if (part.end === part.start) continue;
      const isCut = part.end - part.start < seconds;
      const expected = isCut ? part.expected : expectedSamples;
      days.set(localDay(start, zone), { samples, expected });
    }
  }
  const isAnswered = answers.some(({ data }) => data?.project != null);
  return { data: isAnswered ? bySensor : null, issues: answers.flatMap(({ issues }) => issues) };
}
