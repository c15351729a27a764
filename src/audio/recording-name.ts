import { parseSensorId, type SensorId } from "../acoustics/ids.ts";
import { parseInstant } from "../acoustics/time/instant.ts";

/**
 * A recording's file is named `<sensorId>_<YYYYMMDDTHHmmssZ>.flac`; the instant is the start of its sample. Sensor ids
 * may contain `_`, so the last `_` is the separator. Example: `yard_2_20190301T060000Z.flac` belongs to the sensor
 * `yard_2` at 2019-03-01T06:00:00Z.
 */
export interface RecordingName {
  readonly sensorId: SensorId;
  /** Unix seconds; may be 0 or negative, which no recording can have. */
  readonly second: number;
}

/** The parts of `name`, or null if it is not the name of a recording. */
export function parseRecordingName(name: string): RecordingName | null {
  const parts = pattern.exec(name)?.slice(1);
  if (parts === undefined) return null;
  const [id = "", year, month, day, hour, minute, second] = parts;
  const sensorId = parseSensorId(id);
  const instant = parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (sensorId === null || instant === null) return null;
  return { sensorId, second: instant / 1000 };
}

/** The file name of a recording that starts at `datetime`, `YYYY-MM-DDTHH:mm:ss.sssZ` on a whole second. */
export function formatRecordingName(sensorId: string, datetime: string): string {
  const [toTheSecond = ""] = datetime.split(".");
  return `${sensorId}_${toTheSecond.replaceAll(/[-:]/g, "")}Z.flac`;
}

const pattern = /^(.+)_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.flac$/;
