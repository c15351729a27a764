import type { Interval } from "../acoustics/time/instant.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { type AssessedWindow, assessRange } from "../operations/assessment/assess-windows.ts";
import { inOrderOf, presentAssessments } from "../operations/assessment/present-assessment.ts";
import {
  type CommandSensors,
  openCommandSensors,
  readCommandRules,
  readCommandSensors,
} from "./command-sensors.ts";

export interface AssessRequest extends CommandSensors {
  /** Empty: all of the project. */
  readonly criterionIds: readonly string[];
  readonly range: Interval;
}

/** The windows of a sensor in the form of GraphQL: by date, then in the order of the criteria. */
export interface PresentedSensor {
  readonly sensorId: string;
  readonly assessments: ReturnType<typeof presentAssessments>;
}

/**
 * Assesses the windows of a project that overlap a range, sensor by sensor in the order of their ids. Throws
 * `InvalidInput` for an unknown project, sensor or criterion, and for a project without a valid contract.
 */
export async function* assessProject(
  database: Pick<OpenDatabase, "sessionFor">,
  { range, criterionIds, ...named }: AssessRequest,
): AsyncGenerator<PresentedSensor, void> {
  const session = database.sessionFor(jobSession);
  const sensors = await readCommandSensors(session, named);
  const options = { criterionIds, asOf: null };
  const rules = await readCommandRules(session, named.projectId, sensors, options);
  const open = openCommandSensors(session, sensors, range, rules, options);
  for (const sensor of sensors) {
    const opened = await open(sensor);
    if (opened === null) continue;
    const assessed: AssessedWindow[] = [];
    for await (const part of assessRange(opened)) for (const window of part) assessed.push(window);
    const { sensorId, criteria, calendar } = opened;
    const ordered = inOrderOf("day", assessed, criteria);
    yield { sensorId, assessments: presentAssessments(ordered, calendar.timeZone) };
  }
}
