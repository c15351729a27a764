/* The data of the benchmark: site files with a schedule as rich as a real one, and pages of its samples. */

/** The amount of data in a database. */
export interface BenchSize {
  /** At least three. */
  readonly sensors: number;
  /** Samples of all sensors together, without the earlier ones of the quiet sensor. */
  readonly rows: number;
  /** The least number of samples of the quiet sensor. */
  readonly quietRows: number;
  /** The number of samples in the large database of `growth`. */
  readonly largeRows: number;
  /** The number of samples that `beside-import` imports. */
  readonly importRows: number;
}

/** Samples are five minutes apart. The last ones begin at `lastSecond`. */
export const stepSeconds = 300;
export const lastSecond = Date.parse("2019-12-31T23:55:00Z") / 1000;

/** The number of steps at which all sensors report. */
export function sharedSteps({ rows, sensors }: BenchSize): number {
  return Math.ceil(rows / sensors);
}

export const projectId = "bench";
/** Projects of 1, 500 and 2,000 sensors without samples, with fifty criteria. */
export const networks = [networkOf(1), networkOf(500), networkOf(2000)] as const;

function networkOf(sensors: number) {
  return { sensors, projectId: `bench-network-${sensors}`, sensorId: `network-${sensors}-0` };
}
/** The project with the largest schedule that a site file may declare. */
const windowsSite = { sensors: 1, projectId: "bench-windows", sensorId: "windows-000" };
export const model = "bench-model";

/** The id of a sensor of the first project. */
export function sensorIdOf(index: number): string {
  return `bench-${String(index).padStart(3, "0")}`;
}

/** The sensor whose samples begin before those of the others. None of its samples exceeds a limit. */
const quietSensor = 0;
export const quietSensorId = sensorIdOf(quietSensor);

/** The sites of documents at the bounds, with the ids that they name. A key has fifty of the sensors with samples. */
export const measuredSite = { sensors: 50, projectId, sensorId: quietSensorId };
export const boundSites = [measuredSite, ...networks, windowsSite];
export type BoundSite = typeof measuredSite;

/** The criteria over a window, over blocks and over rolling hours that `assess-year` names. */
export const yearCriteria: readonly string[] = ["window", "blocks", "hours"];

/** The id of a criterion of the first project and of the networks, which have fifty. */
export function criterionIdOf(index: number): string {
  return yearCriteria[index] ?? `rolling-${index}`;
}

/** The lowest limit that can apply at the quiet sensor, in hundredths of a dB: the project's exception. */
export const quietLimit = 75_00;

/** The site file of the project with samples. It has at least three sensors. */
export function composeMeasured(sensors: number): string {
  return composeSite({
    id: projectId,
    name: "Benchmark",
    sensors: Array.from({ length: sensors }, (_, index) => ({
      ...sensorOf(sensorIdOf(index), index),
      ...(index === quietSensor ? { limits: quietLimits } : {}),
    })),
    criteria,
  });
}

/** The site files of the networks, and of the largest schedule. */
export function composeLargest(): string[] {
  const withWindows = {
    id: windowsSite.projectId,
    name: "Benchmark of a large schedule",
    limits: largestLimits(),
    sensors: [sensorOf(windowsSite.sensorId, 0)],
  };
  const withNetworks = networks.map(({ projectId: id, sensors: count }) => {
    const ids = Array.from({ length: count }, (_, index) => `network-${count}-${index}`);
    return {
      id,
      name: `Benchmark of ${count} sensors`,
      sensors: ids.map((sensorId, index) => sensorOf(sensorId, index % 500)),
      // Together the names of sensors are nearly as long as a site file may be.
      criteria: criteria.map((criterion, place) =>
        place % 4 === 3 ? criterion : { ...criterion, sensors: ids },
      ),
    };
  });
  return [...withNetworks, withWindows].map(composeSite);
}

function composeSite(project: object): string {
  return JSON.stringify({ project: { ...common, ...project } });
}

/** As many criteria as a project may have: three whose years are assessed, and others over rolling hours. */
const criteria = Array.from({ length: 50 }, (_, index) => ({
  id: criterionIdOf(index),
  name: `Criterion ${index}`,
  level: index % 5 === 4 ? "LAFmax" : "LAeq",
  ...(index < 2 ? { from: "07:00", to: "19:00" } : { from: "00:00", to: "24:00" }),
  over: index === 0 ? "window" : index === 1 ? { block: "PT15M" } : { rolling: "PT1H" },
  limit: 60 + index / 10,
  adjustments: [{ name: "Evening", from: "19:00", to: "23:00", add: 5 }],
}));

/** Windows and exceptions up to their bounds. Each window begins and ends at minutes of its own. */
function largestLimits() {
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
  const firstSecond = Date.parse("2019-01-01T00:00:00Z") / 1000;
  return {
    default: { A: 60, C: 75 },
    schedule: Array.from({ length: 500 }, (_, index) => ({
      days: index % 5 === 0 ? ["holiday"] : workdays,
      from: clock((index * 17) % 1440),
      to: clock((index * 17 + 60 + index) % 1440),
      limit: { A: 50 + (index % 30) },
    })),
    exceptions: Array.from({ length: 5000 }, (_, index) => ({
      startAt: iso(firstSecond + index * 6000),
      endAt: iso(firstSecond + index * 6000 + 900),
      limit: { A: 80 },
    })),
  };
}

const workdays = ["mon", "tue", "wed", "thu", "fri"];

const common = {
  timezone: "Europe/Dublin",
  location: { latitude: 53.35, longitude: -6.26 },
  contract: { startAt: "2000-01-01", endAt: "2019-12-31" },
  holidays: [
    { date: "2019-03-18", name: "Saint Patrick's Day (observed)" },
    { date: "2019-12-25", name: "Christmas Day" },
    { date: "2019-12-26", name: "Saint Stephen's Day" },
  ],
  limits: {
    default: { A: 60, C: 75 },
    schedule: [
      { days: workdays, from: "07:00", to: "19:00", limit: { A: 65, C: 80, Z: 85 } },
      { days: workdays, from: "19:00", to: "23:00", limit: { A: 60, C: 75 } },
      { days: [...workdays, "sat", "sun"], from: "23:00", to: "07:00", limit: { A: 50 } },
      { days: ["sat"], from: "07:00", to: "23:00", limit: { A: 58 } },
      { days: ["sun", "holiday"], from: "00:00", to: "24:00", limit: { A: 55 } },
    ],
    exceptions: [
      {
        name: "Night works",
        startAt: "2019-12-12T22:00:00Z",
        endAt: "2019-12-13T05:00:00Z",
        limit: { A: quietLimit / 100 },
      },
    ],
  },
  classification: { model, minConfidence: 0.5 },
};

/** Covers every time of every day, so that no window of the project applies. */
const quietLimits = {
  schedule: [
    { days: workdays, from: "06:00", to: "22:00", limit: { A: 110 } },
    { days: ["sat", "sun"], from: "06:00", to: "22:00", limit: { A: 105 } },
    { days: [...workdays, "sat", "sun"], from: "22:00", to: "06:00", limit: { A: 100 } },
    { days: ["holiday"], from: "00:00", to: "24:00", limit: { A: 105 } },
  ],
};

function sensorOf(id: string, index: number) {
  return {
    id,
    name: `Sensor ${index}`,
    location: { latitude: 53.3 + (index % 20) / 200, longitude: -6.3 + index / 5000 },
    ...(index % 4 === 3 ? { limits: { default: { A: 62 } } } : {}),
  };
}

/** Requests for pages of many sensors and days. */
export function choosePages(
  limit: number,
  size: BenchSize,
  count = 32,
): { readonly path: string }[] {
  const most = Math.max(0, sharedSteps(size) - limit - 1);
  return Array.from({ length: count }, (_, index) => ({
    path: measurementsPath(
      // All sensors except the quiet one, which is the first.
      quietSensor + 1 + ((index * 7) % (size.sensors - 1)),
      limit,
      1 + Math.floor((most * ((index * 11) % count)) / count),
    ),
  }));
}

/** A page of one sensor's samples. At least one sample is after them, so that there is a next page. */
export function measurementsPath(sensor: number, limit: number, before: number): string {
  const startAt = iso(lastSecond - (before + limit - 1) * stepSeconds);
  return `${sensorPath(sensorIdOf(sensor))}/measurements?startAt=${startAt}&endAt=${iso(lastSecond)}&limit=${limit}`;
}

export function sensorPath(sensorId: string): string {
  return `/api/v0/projects/${projectId}/sensors/${sensorId}`;
}

export function iso(second: number): string {
  return new Date(second * 1000).toISOString();
}
