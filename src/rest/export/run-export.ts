import type { Interval } from "../../acoustics/time/interval.ts";
import { secondsInside } from "../../acoustics/time/contract-period.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { jobSession } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import type { SensorSettings } from "../../database/queries/sites/sensor-settings.ts";
import { selectSensorsById } from "../../database/queries/sites/sensors.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { readCommandRules } from "./command-rules.ts";
import { openCommandSensors, readCommandSensors } from "./command-sensors.ts";
import { exportLines, type ExportKindName } from "./export-lines.ts";
import { exportColumns } from "./export-columns.ts";
import { exclusionLines } from "./exclusion-lines.ts";
import type { ExportOptions } from "./exported-sensor.ts";
import { sampleLines } from "./sample-lines.ts";

/** The data of a project that a command exports. */
export interface ExportRequest {
  readonly kind: ExportKindName | "samples" | "exclusions";
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
  const sensors = await readCommandSensors(session, { projectId, sensorIds });
  const seconds = range && secondsInside(range);
  // A range without a whole second has no sample.
  const isEmpty = range !== null && seconds === null;
  const linesOf =
    kind === "samples"
      ? (sensor: SensorSettings) => sampleLines(database.db, sensor, seconds)
      : kind === "exclusions"
        ? (sensor: SensorSettings) => exclusionLines(session, sensor, seconds)
        : await createLines(session, kind, sensors, { projectId, range, options });
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
async function createLines(
  session: Parameters<typeof readCommandSensors>[0],
  kind: ExportKindName,
  sensors: readonly SensorSettings[],
  { projectId, range, options }: Pick<ExportRequest, "projectId" | "range" | "options">,
): Promise<(sensor: SensorSettings) => AsyncGenerator<string, void>> {
  const rules =
    kind === "assessments"
      ? await readCommandRules(session, projectId, options)
      : { criteria: [], holidays: null };
  const open = openCommandSensors(session, sensors, range, rules, options);
  return async function* linesOf(sensor) {
    const opened = await open(sensor);
    if (opened !== null) yield* exportLines[kind](opened, options);
  };
}
