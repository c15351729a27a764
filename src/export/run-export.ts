import { compareIds } from "#acoustics/ids.ts";
import { clampToContract, secondsInside } from "#acoustics/time/contract-period.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import { jobSession } from "#database/client/statement.ts";
import { createOperatorSampleReader } from "#database/queries/sample-columns.ts";
import { selectSettingsOfProject, type SensorSettings } from "#database/queries/sensor-settings.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import { readInterval } from "#operations/sample-interval.ts";
import {
  type ExportedSensor,
  exportKinds,
  type ExportKindName,
  type ExportOptions,
} from "./export-lines.ts";
import { sampleHeader, sampleLines } from "./sample-lines.ts";

/** What a command exports of a project. */
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
  yield kind === "samples" ? sampleHeader : exportKinds[kind].header;
  for (const [index, id] of chosen.toSorted(compareIds).entries()) {
    report(index / chosen.length, `of ${chosen.length} sensors`);
    const sensor = known.get(id);
    if (sensor === undefined) continue;
    if (kind === "samples") {
      yield* sampleLines(database.db, sensor, range && secondsInside(range));
    } else {
      const exported = await openSensor(sensor, projectId, range);
      if (exported !== null) yield* exportKinds[kind].lines(exported, options);
    }
  }

  async function openSensor(
    { sensorId, sensorNo, reading, contractIssue }: SensorSettings,
    project: string,
    asked: Interval | null,
  ): Promise<ExportedSensor | null> {
    if (reading === null) throw new InvalidInput([`the project ${project}: ${contractIssue}`]);
    const { effectiveRange } = clampToContract(asked ?? reading.contract, reading.contract);
    const seconds = effectiveRange && secondsInside(effectiveRange);
    const contract = secondsInside(reading.contract);
    if (seconds === null || contract === null) return null;
    const reader = createOperatorSampleReader(session);
    const interval = await readInterval({ sensorNo, reading }, reader.newest);
    const source = {
      reader,
      sensorNo,
      contract,
      intervalSeconds: interval.seconds,
      run: runAtOnce,
      takeTurn: <Result>(read: () => Promise<Result>) => read(),
    };
    return { sensorId, reading, interval, source, seconds };
  }
}

/** A command has its thread for itself. */
async function runAtOnce<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
