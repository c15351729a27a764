import type { Hundredths } from "../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../acoustics/levels/level-names.ts";
import { millisecondsOfDay } from "../acoustics/time/calendar-day.ts";
import { type Instant, instantOfSecond, type Interval } from "../acoustics/time/instant.ts";
import { model } from "../demo/load-demonstration.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { formatIssue, parseSiteFile, type Site } from "../ingest/site/site-file.ts";
import type { SandboxProjectPurpose, SandboxSensorPurpose } from "./sandbox.ts";

/** The projects of a sandbox, by purpose. */
export const projectIds: Readonly<Record<SandboxProjectPurpose, string>> = {
  current: "current",
  withoutContract: "without-contract",
  invalidContract: "invalid-contract",
  ended: "ended",
  ofOtherTenant: "other-tenant",
};

/** The sensors of a sandbox, by purpose. The first three are those of the current project. */
export const sensorIds: Readonly<Record<SandboxSensorPurpose, string>> = {
  withData: "current-1",
  withGaps: "current-2",
  withoutData: "current-3",
  ofProjectWithoutContract: "without-contract-1",
  ofProjectWithInvalidContract: "invalid-contract-1",
  ofEndedProject: "ended-1",
  ofOtherTenant: "other-tenant-1",
};

/** Contracts in days from now; the invalid one ends before it starts, which a site file may not declare. */
const contracts: Readonly<Record<SandboxProjectPurpose, readonly [number, number] | null>> = {
  current: [-30, 30],
  withoutContract: null,
  invalidContract: [30, -30],
  ended: [-60, -30],
  ofOtherTenant: [-30, 30],
};

/** The last days of the contract that have samples, and the hours of each day that are missing in gaps. */
const days = 2;
const samplesOfDay = 288;
const missingHours = [3, 4, 5, 13];

/** Hundredths of a dB between a level and `LAeq`; another level has the value of `LAeq`. */
const distances: Readonly<Partial<Record<LevelName, number>>> = {
  LCeq: 700,
  LZeq: 1000,
  LAFmax: 900,
  LAFmin: -900,
  LCpeak: 2500,
  LA10: 300,
  LA50: -100,
  LA90: -500,
};

/** The site of each project. */
export function sitesAt(now: Instant): Site[] {
  return purposes.map((purpose) => {
    const id = projectIds[purpose];
    const site = parseSite({
      id,
      name: `Sandbox: ${purpose}`,
      description: "Made for tests: nothing here was measured.",
      timezone: "Europe/Lisbon",
      location: { latitude: 38.7066, longitude: -9.1435 },
      limits: {
        default: { A: 60, C: 75 },
        schedule: [{ days: ["sun"], from: "00:00", to: "24:00", limit: { A: 55 } }],
      },
      classification: { model, minConfidence: 0.5 },
      intervalSeconds: 300,
      sensors: sensorsOf(id).map((sensor, index) => ({
        id: sensor,
        name: sensor,
        serialNumber: `SANDBOX-${index + 1}`,
        model: "made up",
        location: { latitude: 38.7066 + index / 1000, longitude: -9.1435 },
      })),
    });
    return { ...site, contract: contractOf(purpose, now) };
  });
}

/** The samples of all sensors, with levels that follow from the seed, and a classification of every tenth. */
export function rowsAt(now: Instant, seed: number) {
  const samples = purposes.flatMap((purpose) => {
    const newest = newestSecond(contractOf(purpose, now), now);
    return sensorsOf(projectIds[purpose]).flatMap((sensorId, index) =>
      secondsOf(sensorId, newest).map((second) => ({
        sensorId,
        second,
        levels: levelsAt(second, seed + index),
      })),
    );
  });
  const classifications = samples
    .filter(({ second }) => (second / 300) % 10 === 0)
    .map(({ sensorId, second }) => ({ sensorId, second, label: "traffic", confidence: 0.9 }));
  return { samples, classifications };
}

/** The range of the samples of the current project. */
export function rangeAt(now: Instant): Interval {
  const newest = newestSecond(contractOf("current", now), now);
  return {
    startAt: instantOfSecond(newest - (days * samplesOfDay - 1) * 300),
    endAt: instantOfSecond(newest),
  };
}

const purposes = Object.keys(projectIds) as SandboxProjectPurpose[];

function sensorsOf(projectId: string): string[] {
  return Object.values(sensorIds).filter((id) => id.replace(/-[0-9]$/, "") === projectId);
}

function contractOf(purpose: SandboxProjectPurpose, now: Instant): Interval | null {
  const [first, last] = contracts[purpose] ?? [];
  if (first === undefined || last === undefined) return null;
  const instantOf = (day: number) => (now + day * millisecondsOfDay) as Instant;
  return { startAt: instantOf(first), endAt: instantOf(last) };
}

function newestSecond(contract: Interval | null, now: Instant): number {
  const end = Math.min(
    now,
    contract === null || contract.endAt < contract.startAt ? now : contract.endAt,
  );
  return Math.floor(end / 300_000) * 300;
}

function secondsOf(sensorId: string, newest: number): number[] {
  if (sensorId === sensorIds.withoutData) return [];
  const seconds = Array.from(
    { length: days * samplesOfDay },
    (_, index) => newest - index * 300,
  ).toReversed();
  if (sensorId !== sensorIds.withGaps) return seconds;
  return seconds.filter((second) => !missingHours.includes(Math.floor(second / 3600) % 24));
}

/** Between 50 and 70 dB(A): some exceed the limit, and each fiftieth equals it, which is not an event. */
function levelsAt(second: number, seed: number) {
  const noise =
    second % 15_000 === 0
      ? 1000
      : (Math.imul(second / 300 + 7919 * seed, 2_654_435_761) >>> 16) % 2000;
  return Object.fromEntries(
    levelNames.map((name) => [name, (5000 + noise + (distances[name] ?? 0)) as Hundredths]),
  );
}

function parseSite(project: object): Site {
  const parsed = parseSiteFile(JSON.stringify({ project }), "sandbox");
  if (!parsed.ok) throw new InvalidInput(parsed.issues.map(formatIssue));
  return parsed.site;
}
