import type { Interval } from "../acoustics/time/instant.ts";
import { secondsInside } from "../acoustics/time/contract-period.ts";
import type { TimeZone } from "../acoustics/time/time-zone.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { everything } from "../database/queries/keys/grants.ts";
import type { SensorSettings } from "../database/queries/sites/sensor-settings.ts";
import { selectSensorsById } from "../database/queries/sites/sensors.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import {
  openCommandSensors,
  readCommandRules,
  withoutCriteria,
  readCommandSensors,
} from "./command-sensors.ts";
import { type Column, columnsOf, type ExportKind, type ExportRow } from "./export-columns.ts";
import type { ExportKindName } from "../operations/exports/open-export.ts";
import { exportRows } from "./export-rows.ts";
import type { ExportOptions } from "../operations/exports/exported-sensor.ts";
import { exclusionRows, sampleRows } from "./stored-rows.ts";
import { type CsvForm, csvFormat, jsonLinesFormat, type TextFormat } from "./text-format.ts";

export type ExportForm =
  | (Omit<CsvForm, "timeZone"> & {
      readonly format: "csv";
      /** Instants are shown on the wall clock of the project. */
      readonly isLocal: boolean;
    })
  | { readonly format: "ndjson" | "parquet" };

export interface ExportRequest {
  readonly kind: ExportKind;
  readonly form: ExportForm;
  readonly projectId: string;
  /** Empty: all of the project. */
  readonly sensorIds: readonly string[];
  /** Null: the contract; for `samples`, all of them. */
  readonly range: Interval | null;
  readonly options: ExportOptions;
}

/**
 * The parts of an exported file, sensor by sensor in the order of their ids. Throws `InvalidInput` for an unknown
 * project or sensor, and for a project without a valid contract. `samples` and `exclusions` need one only for local
 * time.
 */
export async function* exportParts(
  database: Pick<OpenDatabase, "db" | "sessionFor">,
  { kind, form, projectId, sensorIds, range, options }: ExportRequest,
  report: (fraction: number, text: string) => void,
): AsyncGenerator<string | Uint8Array, void> {
  const session = database.sessionFor(jobSession);
  const sensors = await readCommandSensors(session, { projectId, sensorIds });
  const seconds = range && secondsInside(range);
  // A range without a whole second has no sample.
  const isEmpty = range !== null && seconds === null;
  const rowsOf =
    kind === "samples"
      ? (sensor: SensorSettings) => sampleRows(database.db, sensor, seconds)
      : kind === "exclusions"
        ? (sensor: SensorSettings) => exclusionRows(session, sensor, seconds)
        : await createRows(session, kind, sensors, { projectId, range, options });
  let written = 0;
  let done = 0;
  for await (const part of await formParts(form, columnsOf(kind), sensors, rowsOfAll())) {
    yield part;
    written += part.length;
    const megabytes = (written / 1e6).toFixed(1);
    report(
      done / Math.max(1, sensors.length),
      `${megabytes} MB, ${done} of ${sensors.length} sensors`,
    );
  }

  async function* rowsOfAll(): AsyncGenerator<readonly ExportRow[], void> {
    for (const sensor of isEmpty ? [] : sensors) {
      yield* rowsOf(sensor);
      // A sensor that is removed during the export seems to have no further samples.
      const { sensorId, sensorNo } = sensor;
      const found = await selectSensorsById(session, everything, [sensorId]);
      if (found.get(sensorId)?.sensorNo !== sensorNo) {
        throw new InvalidInput([`the sensor ${sensorId} was removed while it was read`]);
      }
      done += 1;
    }
  }
}

async function formParts(
  form: ExportForm,
  columns: readonly Column[],
  sensors: readonly SensorSettings[],
  blocks: AsyncIterable<readonly ExportRow[]>,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (form.format === "parquet") {
    // Imported only here: other forms do not need its memory.
    const { parquetChunks } = await import("./parquet-chunks.ts");
    return parquetChunks(columns, blocks);
  }
  if (form.format !== "csv") return textsOf(jsonLinesFormat(columns), blocks);
  const { delimiter, decimal, isLocal } = form;
  const timeZone = isLocal ? zoneOf(sensors) : null;
  return textsOf(csvFormat(columns, { delimiter, decimal, timeZone }), blocks);
}

async function* textsOf(
  { header, lineOf }: TextFormat,
  blocks: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string, void> {
  if (header !== "") yield header;
  for await (const rows of blocks) yield rows.map(lineOf).join("");
}

/** The zone of the project of some sensors; null without sensors. Throws `InvalidInput` if it cannot be read. */
function zoneOf([first]: readonly SensorSettings[]): TimeZone | null {
  if (first === undefined) return null;
  const { reading, projectId, contractIssue } = first;
  if (reading === null) throw new InvalidInput([`the project ${projectId}: ${contractIssue}`]);
  return reading.schedule.timeZone;
}

/** Checks that every sensor can be read. Returns a function that reads the rows of one sensor. */
async function createRows(
  session: Parameters<typeof readCommandSensors>[0],
  kind: ExportKindName,
  sensors: readonly SensorSettings[],
  { projectId, range, options }: Pick<ExportRequest, "projectId" | "range" | "options">,
): Promise<(sensor: SensorSettings) => AsyncGenerator<readonly ExportRow[], void>> {
  const rules =
    kind === "assessments"
      ? await readCommandRules(session, projectId, sensors, options)
      : withoutCriteria;
  const open = openCommandSensors(session, sensors, range, rules, options);
  return async function* rowsOf(sensor) {
    const opened = await open(sensor);
    if (opened !== null) yield* exportRows[kind](opened, options);
  };
}
