import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import type { BucketKind } from "../../acoustics/aggregates/buckets.ts";
import type { SensorId } from "../../acoustics/ids.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { selectLoudSamples } from "../../database/queries/events/loud-samples.ts";
import type { GrantedSensorNo, Grants } from "../../database/queries/keys/grants.ts";
import type { Database } from "../../database/client/statement.ts";
import type { ReadingSettings } from "../../database/queries/sites/sensor-settings.ts";
import type { SampleSource } from "../aggregates/each-sample.ts";
import type { OpenedSource } from "../aggregates/open-source.ts";
import { createAnnotator } from "../assessment/annotate-episodes.ts";
import type { EpisodeSource } from "../assessment/read-episodes.ts";
import { type OpenExclusions, readExclusions } from "../exclusions/open-exclusions.ts";

/** The options of an export besides its sensors and its range. Each kind uses some of them. */
export interface ExportOptions {
  readonly weighting: Weighting;
  readonly bucket: BucketKind;
  readonly minCoverage: number;
  /** Ids as they were sent; empty: all criteria. */
  readonly criterionIds: readonly string[];
  /** The instant whose rules apply; null: the present rules. */
  readonly asOf: Instant | null;
  readonly joinSeconds: number;
  readonly minSeconds: number;
}

/** A sensor to export, and the range of its samples. */
export interface ExportedSensor extends OpenedSource {
  readonly sensorId: SensorId;
  readonly reading: ReadingSettings;
  /** The requested criteria that apply to the sensor; empty for other kinds than assessments. */
  readonly criteria: readonly Criterion[];
  readonly calendar: Calendar;
  readonly openExclusions: OpenExclusions;
  readonly events: Pick<EpisodeSource, "select" | "annotate">;
}

export interface ExportSession {
  readonly database: Database;
  readonly grants: Grants;
  readonly now: Instant;
  /** Resolves to false if the answer must end. */
  readonly mayGoOn: (sensorNo: GrantedSensorNo) => Promise<boolean>;
}

/** The values from which the lines of a sensor are composed. No statement is sent before the first line is read. */
export function exportSensor(
  { database, grants, now, mayGoOn }: ExportSession,
  sensor: {
    readonly sensorId: SensorId;
    readonly sensorNo: GrantedSensorNo;
    readonly reading: ReadingSettings;
  },
  opened: OpenedSource,
  { criteria, calendar }: Pick<ExportedSensor, "criteria" | "calendar">,
): ExportedSensor {
  const { sensorId, sensorNo, reading } = sensor;
  const annotation = { database, grants, now, sensorNo, model: reading.model };
  return {
    ...opened,
    source: checkWhileReading(opened.source, mayGoOn),
    sensorId,
    reading,
    criteria,
    calendar,
    openExclusions: readExclusions(database, grants, sensorNo),
    events: {
      select: (search) =>
        whileAllowed(selectLoudSamples(database, grants, search), sensorNo, mayGoOn),
      annotate: createAnnotator(
        annotation,
        new Set(["label", "labelSeconds", "recordings", "firstRecordingId"]),
      ),
    },
  };
}

type MayGoOn = ExportSession["mayGoOn"];

/**
 * A source for an answer that lasts minutes: during each statement that reads samples, `mayGoOn` checks that the sensor
 * may still be read. A withdrawn grant is an error, and never looks like the end of the samples.
 */
function checkWhileReading(source: SampleSource, mayGoOn: MayGoOn): SampleSource {
  const { reader } = source;
  const read: typeof reader.read = (search) =>
    whileAllowed(reader.read(search), search.sensorNo, mayGoOn);
  return { ...source, reader: { ...reader, read } };
}

/** The result of a statement about a sensor. Rejects if the sensor may no longer be read. */
async function whileAllowed<Result>(
  pending: Promise<Result>,
  sensorNo: GrantedSensorNo,
  mayGoOn: MayGoOn,
): Promise<Result> {
  const [result, isAllowed] = await Promise.all([pending, mayGoOn(sensorNo)]);
  if (!isAllowed) throw new Error(`sensor number ${sensorNo} may no longer be read`);
  return result;
}
