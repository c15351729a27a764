import { lastSecond, stepSeconds } from "./fill.ts";
import { projectId, sensorIdOf } from "./site.ts";

/** A page of samples of one sensor. */
export interface PageRequest {
  readonly sensor: number;
  readonly limit: number;
  /** How many samples lie behind it. */
  readonly before: number;
}

/** Pages of several sensors and days, so that none is asked for twice in a row. */
export function choosePages(
  limit: number,
  { sensors, rows }: { sensors: number; rows: number },
): PageRequest[] {
  const most = Math.max(0, Math.floor(rows / sensors) - limit - 1);
  return Array.from({ length: 32 }, (_, index) => ({
    sensor: 1 + ((index * 7) % Math.max(1, sensors - 1)),
    limit,
    before: Math.floor((most * ((index * 11) % 32)) / 32),
  }));
}

export function measurementsPath({ sensor, limit, before }: PageRequest, more = ""): string {
  const first = lastSecond - (before + limit) * stepSeconds;
  // Another page follows, as it mostly does.
  const query = `startAt=${iso(first)}&endAt=${iso(lastSecond)}&limit=${limit}${more}`;
  return `/api/v0/projects/${projectId}/sensors/${sensorIdOf(sensor)}/measurements?${query}`;
}

export function iso(second: number): string {
  return new Date(second * 1000).toISOString();
}
