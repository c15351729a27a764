import { type FillSize, lastSecond, sharedSteps, stepSeconds } from "./fill.ts";
import { projectId, quietSensor, sensorIdOf } from "./site.ts";

/** A page of one sensor's samples. */
export interface SamplePage {
  readonly sensor: number;
  readonly limit: number;
  /** The number of later samples. At least one, so that there is a next page. */
  readonly before: number;
}

/** Requests for pages of many sensors and days. */
export function choosePages(
  limit: number,
  size: FillSize,
  count = 32,
): { readonly path: string }[] {
  const most = Math.max(0, sharedSteps(size) - limit - 1);
  return Array.from({ length: count }, (_, index) => ({
    path: measurementsPath({
      // All sensors except the quiet one, which is the first.
      sensor: quietSensor + 1 + ((index * 7) % (size.sensors - 1)),
      limit,
      before: 1 + Math.floor((most * ((index * 11) % count)) / count),
    }),
  }));
}

export function measurementsPath({ sensor, limit, before }: SamplePage): string {
  const startAt = iso(lastSecond - (before + limit - 1) * stepSeconds);
  return `${sensorPath(sensor)}/measurements?startAt=${startAt}&endAt=${iso(lastSecond)}&limit=${limit}`;
}

export function sensorPath(sensor: number): string {
  return `/api/v0/projects/${projectId}/sensors/${sensorIdOf(sensor)}`;
}

export function iso(second: number): string {
  return new Date(second * 1000).toISOString();
}
