import {
  inferInterval,
  type SampleInterval,
  samplesOfInterval,
} from "../../acoustics/aggregates/sample-interval.ts";
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
  if (declaredInterval !== null) return { seconds: declaredInterval, source: "declared" };
  const configured = parseContractConfiguration(project);
  const seconds = configured.isValid ? secondsInside(configured.contract) : null;
  const atMost = samplesOfInterval;
  return inferInterval(seconds === null ? [] : await reader.newest({ sensorNo, seconds, atMost }));
}

/** The last second of a project's contract; null if it is missing or invalid. */
export function contractEndOf(project: ProjectFigures): number | null {
  const configured = parseContractConfiguration(project);
  return configured.isValid ? configured.contract.endAt / 1000 : null;
}
