import type { LimitSource } from "#acoustics/limits/limit-rules.ts";

/** What decides a limit, in words within a sentence. */
export const limitSourceText: Readonly<Record<LimitSource, string>> = {
  sensor_exception: "exception of the sensor",
  project_exception: "exception of the project",
  sensor_holiday: "holiday rule of the sensor",
  project_holiday: "holiday rule of the project",
  sensor_schedule: "schedule of the sensor",
  project_schedule: "schedule of the project",
  sensor_default: "default of the sensor",
  project_default: "default of the project",
  none: "no limit",
};
