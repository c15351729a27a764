import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import type { ImportSensor } from "../../database/queries/imports/import-sensors.ts";
import type { SensorSecond } from "../csv/csv-table.ts";

/** The stored rows of one project. */
export interface ProjectCount {
  readonly id: string;
  readonly timeZone: TimeZone;
  /** The first and the last second of a row. */
  first: number;
  last: number;
  /** Rows that are stored but not served: they are outside the contract, or there is no contract. */
  outsideContract: number;
}

/** Counts rows by the project of their sensors. Only samples have to be inside the contract. */
export function createProjectCounts(sensors: readonly ImportSensor[], isOfSamples: boolean) {
  const bySensor = new Map(sensors.map((sensor) => [sensor.sensorNo, sensor]));
  const projects = new Map<string, ProjectCount>();
  const sensorOf = (sensorNo: number): ImportSensor => {
    const sensor = bySensor.get(sensorNo);
    if (sensor === undefined) throw new Error(`there is no sensor ${sensorNo}`);
    return sensor;
  };
  return {
    sensorOf,
    add({ sensorNo, second }: SensorSecond) {
      const { projectId: id, timeZone, contract } = sensorOf(sensorNo);
      let project = projects.get(id);
      if (project === undefined) {
        project = { id, timeZone, first: second, last: second, outsideContract: 0 };
        projects.set(id, project);
      }
      if (second < project.first) project.first = second;
      if (second > project.last) project.last = second;
      const isInside = contract !== null && contract.first <= second && second <= contract.last;
      if (isOfSamples && !isInside) project.outsideContract += 1;
    },
    counts: (): ProjectCount[] => [...projects.values()],
  };
}
