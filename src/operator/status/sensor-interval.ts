import {
  inferInterval,
  type SampleInterval,
  samplesOfInterval,
} from "../../acoustics/aggregates/sample-interval.ts";
import type { SensorStateFacts } from "../../acoustics/sensor-state.ts";
import { parseContractConfiguration, secondsInside } from "../../acoustics/time/contract-period.ts";
import type { SampleReader } from "../../database/queries/samples/sample-columns.ts";
import type {
  ProjectFigures,
  SensorFigures,
} from "../../database/queries/samples/sensor-figures.ts";

/** The interval of a sensor (docs/contract.md, A1): declared, or inferred from the newest samples in the contract. */
export async function readSensorInterval(
  reader: Pick<SampleReader, "newest">,
  { sensorNo, project, declaredInterval }: SensorFigures,
): Promise<SampleInterval> {
  if (declaredInterval !== null)
    return { seconds: declaredInterval, source: "declared", agrees: true };
  const configured = parseContractConfiguration(project);
  const seconds = configured.isValid ? secondsInside(configured.contract) : null;
  const atMost = samplesOfInterval;
  return inferInterval(seconds === null ? [] : await reader.newest({ sensorNo, seconds, atMost }));
}

/** The ends of a sensor and of its contract, in Unix seconds, which decide its state. */
export function endsOf({
  project,
  endAt,
}: Pick<SensorFigures, "project" | "endAt">): Pick<SensorStateFacts, "contractEnd" | "sensorEnd"> {
  return { contractEnd: contractEndOf(project), sensorEnd: endAt === null ? null : endAt / 1000 };
}

/** The last second of a project's contract; null if it is missing or invalid. */
export function contractEndOf(project: ProjectFigures): number | null {
  const configured = parseContractConfiguration(project);
  return configured.isValid ? configured.contract.endAt / 1000 : null;
}
