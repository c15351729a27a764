import { parseSensorId, type SensorId } from "#acoustics/ids.ts";
import { formatInstant, instantOfSecond, parseInstant } from "#acoustics/time/instant.ts";

/**
 * Files of recordings are named `<sensorId>_<YYYYMMDDTHHmmssZ>.flac`, the instant being the start of
 * the sample that they belong to. Sensor ids may contain `_`, so the last one divides. Example:
 * `yard_2_20190301T060000Z.flac` is of the sensor `yard_2` at 2019-03-01T06:00:00Z.
 */
export interface RecordingName {
  readonly sensorId: SensorId;
  /** Unix seconds. Samples lie after 0, recordings too; a name may say what it likes. */
  readonly second: number;
}

/** What `name` says, or null where it is no such name. */
export function parseRecordingName(name: string): RecordingName | null {
  const parts = pattern.exec(name)?.slice(1);
  if (parts === undefined) return null;
  const [id = "", year, month, day, hour, minute, second] = parts;
  const sensorId = parseSensorId(id);
  const instant = parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (sensorId === null || instant === null) return null;
  return { sensorId, second: instant / 1000 };
}

/** The name of the file of a recording. */
export function formatRecordingName({ sensorId, second }: RecordingName): string {
  const instant = formatInstant(instantOfSecond(second));
  return `${sensorId}_${instant.replace(/\.\d{3}Z$/, "Z").replaceAll(/[-:]/g, "")}.flac`;
}

const pattern = /^(.+)_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.flac$/;
