import { compareIds } from "../../acoustics/ids.ts";
import { secondsInside } from "../../acoustics/time/contract-period.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { type Database, jobSession } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { createSampleReader } from "../../database/queries/samples/sample-columns.ts";
import {
  selectSettingsOfProject,
  type SensorSettings,
} from "../../database/queries/sites/sensor-settings.ts";
import { selectSensorsById } from "../../database/queries/sites/sensors.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { clampRange, openSource } from "../../operations/aggregates/open-source.ts";
import { runAtOnce } from "../../operations/in-slices.ts";
import { exportLines, type ExportKindName, type ExportOptions } from "./export-lines.ts";
import { exportColumns } from "./export-columns.ts";
import { sampleLines } from "./sample-lines.ts";

/** The data of a project that a command exports. */
export interface ExportRequest {
  readonly kind: ExportKindName | "samples";
  readonly projectId: string;
  /** Empty: all of the project. */
  readonly sensorIds: readonly string[];
  /** Null: the contract; of `samples`, everything. */
  readonly range: Interval | null;
  readonly options: ExportOptions;
}

/**
 * The texts of an export, sensor by sensor in the order of their ids. Throws `InvalidInput` for an unknown project or
 * sensor, and for a project without a valid contract, which `samples` does not need.
 */
export async function* exportTexts(
  database: Pick<OpenDatabase, "db" | "sessionFor">,
  { kind, projectId, sensorIds, range, options }: ExportRequest,
  report: (fraction: number, text: string) => void,
): AsyncGenerator<string, void> {
  const session = database.sessionFor({ ...jobSession, signal: new AbortController().signal });
  const settings = await selectSettingsOfProject(session, projectId);
  if (settings === null) throw new InvalidInput([`there is no project ${projectId}`]);
  const known = new Map(settings.map((sensor) => [sensor.sensorId as string, sensor]));
  const unknown = sensorIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new InvalidInput(unknown.map((id) => `the project ${projectId} has no sensor ${id}`));
  }
  const chosen = sensorIds.length === 0 ? [...known.keys()] : [...new Set(sensorIds)];
  const sensors = chosen.toSorted(compareIds).flatMap((id) => known.get(id) ?? []);
  const seconds = range && secondsInside(range);
  // A range without a whole second has no sample.
  const isEmpty = range !== null && seconds === null;
  const linesOf =
    kind === "samples"
      ? (sensor: SensorSettings) => sampleLines(database.db, sensor, seconds)
      : createLines(session, kind, projectId, sensors, range, options);
  yield `${exportColumns[kind]}\n`;
  let written = 0;
  for (const [index, sensor] of isEmpty ? [] : sensors.entries()) {
    for await (const text of linesOf(sensor)) {
      yield text;
      written += text.length;
      const megabytes = (written / 1e6).toFixed(1);
      report(index / sensors.length, `${megabytes} MB, ${index} of ${sensors.length} sensors`);
    }
    // A sensor that is removed under way seems to have no further samples.
    const { sensorId, sensorNo } = sensor;
    const found = await selectSensorsById(session, everything, [sensorId]);
    if (found.get(sensorId)?.sensorNo === sensorNo) continue;
    throw new InvalidInput([`the sensor ${sensorId} was removed while it was read`]);
  }
}

/** Checks that every sensor can be read. Returns a function that gives the lines of one. */
function createLines(
  session: Database,
  kind: ExportKindName,
  projectId: string,
  sensors: readonly SensorSettings[],
  range: Interval | null,
  options: ExportOptions,
): (sensor: SensorSettings) => AsyncGenerator<string, void> {
  const readable = new Map(
    sensors.map((sensor) => {
      const { reading, contractIssue } = sensor;
      if (reading !== null) return [sensor, { ...sensor, reading }];
      throw new InvalidInput([`the project ${projectId}: ${contractIssue}`]);
    }),
  );
  const reader = createSampleReader(session, everything);
  return async function* linesOf(sensor) {
    const found = readable.get(sensor);
    if (found === undefined) return;
    const { seconds } = clampRange(found, range ?? found.reading.contract);
    if (seconds === null) return;
    const opened = await openSource(found, seconds, {
      reader,
      newest: reader.newest,
      // A command has its thread for itself.
      run: async (steps) => runAtOnce(steps),
      withSlot: (read) => read(),
      checkCount: () => undefined,
    });
    yield* exportLines[kind]({ ...opened, ...found }, options);
  };
}
