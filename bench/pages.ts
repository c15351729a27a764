import { type FillSize, lastSecond, sharedSteps, stepSeconds } from "./telemetry.ts";
import { projectId, quietSensor, sensorIdOf } from "./site.ts";

/** A page of one sensor's samples. */
export interface SamplePage {
  readonly sensor: number;
  readonly limit: number;
  /** The number of later samples. At least one, so that there is a next page. */
  readonly before: number;
}

/** Chooses pages of many sensors and days. */
export function choosePages(limit: number, size: FillSize, count = 32): SamplePage[] {
  const most = Math.max(0, sharedSteps(size) - limit - 1);
  return Array.from({ length: count }, (_, index) => ({
    // All sensors except the quiet one, which is the first.
    sensor: quietSensor + 1 + ((index * 7) % (size.sensors - 1)),
    limit,
    before: 1 + Math.floor((most * ((index * 11) % count)) / count),
  }));
}

export function measurementsPath({ sensor, ...page }: SamplePage): string {
  const { startAt, endAt, limit } = rangeOf(page);
  const query = `startAt=${startAt}&endAt=${endAt}&limit=${limit}`;
  return `${sensorPath(sensor)}/measurements?${query}`;
}

export function sensorPath(sensor: number): string {
  return `/api/v0/projects/${projectId}/sensors/${sensorIdOf(sensor)}`;
}

/** The same page as variables of the REST route's document. */
export function pageVariables({ sensor, ...page }: SamplePage) {
  return {
    projectId,
    sensorId: sensorIdOf(sensor),
    ...rangeOf(page),
    orderBy: "asc",
    fweighting: "A",
    cursor: 0,
    withAudio: false,
  };
}

/** The Unix second of the first sample of a page. */
export function firstSecondOf({ limit, before }: Omit<SamplePage, "sensor">): number {
  return lastSecond - (before + limit - 1) * stepSeconds;
}

function rangeOf(page: Omit<SamplePage, "sensor">) {
  return { startAt: iso(firstSecondOf(page)), endAt: iso(lastSecond), limit: page.limit };
}

export function iso(second: number): string {
  return new Date(second * 1000).toISOString();
}
