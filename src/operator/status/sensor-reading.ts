import type { SampleInterval } from "../../acoustics/aggregates/sample-interval.ts";
import {
  deliversAfterContract,
  type SensorStateFacts,
  type SensorStateName,
  sensorStateAt,
} from "../../acoustics/sensor-state.ts";
import { parseContractConfiguration } from "../../acoustics/time/contract-period.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import {
  createSampleReader,
  type SampleReader,
} from "../../database/queries/samples/sample-columns.ts";
import type {
  ProjectFigures,
  SensorFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import { readInterval } from "../../operations/measurements/sample-interval.ts";

/** A sensor as `status` and `doctor` report it. */
export interface SensorReading extends SensorFigures {
  readonly interval: SampleInterval;
  readonly state: SensorStateName;
  /** True if it still delivers after the contract. */
  readonly isDelivering: boolean;
}

/** Reads the interval of each sensor, which decides its state. */
export async function readSensors(
  database: Database,
  sensors: readonly SensorFigures[],
  now: Instant,
): Promise<SensorReading[]> {
  const reader = createSampleReader(database, everything);
  const readings: SensorReading[] = [];
  for (const sensor of sensors) {
    const interval = await readSensorInterval(reader, sensor);
    const { newest } = sensor;
    const facts = { newest, intervalSeconds: interval.seconds, ...endsOf(sensor) };
    const state = sensorStateAt(now / 1000, facts);
    const isDelivering = deliversAfterContract(now / 1000, facts);
    readings.push({ ...sensor, interval, state, isDelivering });
  }
  return readings;
}

/** The interval of a sensor (docs/contract.md, A1), as the operations of requests read it. */
export function readSensorInterval(
  reader: Pick<SampleReader, "newest">,
  { sensorNo, project, declaredInterval }: SensorFigures,
): Promise<SampleInterval> {
  const configured = parseContractConfiguration(project);
  const contract = configured.isValid ? configured.contract : null;
  return readInterval({ sensorNo, reading: { contract, declaredInterval } }, (search) =>
    reader.newest(search),
  );
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
