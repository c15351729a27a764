import {
  type ModelSelection,
  selectClassifications,
} from "../../database/queries/samples/classifications.ts";
import type { Database } from "../../database/client/statement.ts";
import type { GrantedSensorNo, Grants } from "../../database/queries/keys/grants.ts";
import { selectRecordings } from "../../database/queries/recordings/stored-recordings.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { isWanted, type WantedFields } from "../aggregates/open-source.ts";
import type { AnnotationAt } from "./read-episodes.ts";
import type { LoudEvent } from "./search-loud-events.ts";

/** Source of the labels and recordings of events. */
export interface AnnotationSource {
  readonly database: Database;
  readonly grants: Grants;
  readonly now: Instant;
  readonly sensorNo: GrantedSensorNo;
  /** The model whose labels are served; null for none. */
  readonly model: ModelSelection | null;
}

/**
 * Reads the annotations of events for the selected fields of episodes: labels of the configured model, and recordings
 * that could be leased now. Nothing is read for other fields.
 */
export function createAnnotator(
  { database, grants, now, sensorNo, model }: AnnotationSource,
  wanted: WantedFields,
): (events: readonly Pick<LoudEvent, "second">[]) => Promise<AnnotationAt> {
  const withLabels = model !== null && isWanted(wanted, ["label", "labelSeconds"]);
  const withRecordings = isWanted(wanted, ["recordings", "firstRecordingId"]);
  return async (events) => {
    const labels = new Map<number, string>();
    const recorded = new Set<number>();
    for (let start = 0; start < events.length; start += eventsAtOnce) {
      const seconds = events.slice(start, start + eventsAtOnce).map(({ second }) => second);
      const search = { sensorNo, seconds };
      const keys = seconds.map((second) => ({ sensorNo, second }));
      const [classified, found] = await Promise.all([
        withLabels ? selectClassifications(database, grants, [{ ...search, ...model }]) : null,
        withRecordings ? selectRecordings(database, grants, keys, now) : null,
      ]);
      for (const [second, { label }] of classified?.get(sensorNo) ?? []) labels.set(second, label);
      for (const second of found?.get(sensorNo)?.keys() ?? []) recorded.add(second);
    }
    return (second) => ({
      label: labels.get(second) ?? null,
      hasRecording: recorded.has(second),
    });
  };
}

/** The bound of a page, so that the rows of one statement are read in a few milliseconds. */
const eventsAtOnce = 2000;
