import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../../../src/system/package-files.ts";

/** A sample of a pack: its start, and what the meter reported. */
export interface PackSample {
  readonly at: string;
  readonly LAeq?: number;
  readonly LAFmax?: number;
}

/** A pack with one sensor, `quay-1`. Lines of CSV are without their header. */
export interface PackInput {
  readonly zone: string;
  readonly contract?: readonly [string, string];
  readonly holidays?: readonly string[];
  readonly limits?: unknown;
  readonly sensorLimits?: unknown;
  readonly classification?: unknown;
  readonly intervalSeconds: number;
  readonly criteria?: readonly unknown[];
  /** Earlier versions of the criteria; the newest are `criteria`. */
  readonly earlier?: readonly (readonly unknown[])[];
  readonly range: readonly [string, string];
  readonly joinSeconds?: number;
  readonly samples: readonly PackSample[];
  readonly exclusions?: readonly string[];
  readonly classifications?: readonly string[];
  readonly recordings?: readonly string[];
  readonly assessments?: readonly string[];
  readonly episodes?: readonly string[];
  /** Changes the files before their digests are computed. */
  readonly change?: (files: Map<string, string>) => void;
  /** Changes the files after that. */
  readonly tamper?: (files: Map<string, string>) => void;
}

/** A run of recompute.py. */
export interface Recomputed {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly error: string;
}

/** Null where this machine has no Python. */
export const python = spawnSync("python3", ["--version"]).error === undefined ? "python3" : null;

/** Writes a pack into a folder of its own, recomputes it, and removes the folder. */
export function recompute(pack: PackInput, ...options: readonly string[]): Recomputed {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  try {
    const files = filesOf(pack);
    pack.change?.(files);
    files.set("SHA256SUMS", sumsOf(files));
    pack.tamper?.(files);
    mkdirSync(join(folder, "site"));
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    const program = packageFile("src/evidence/recompute.py");
    const { status, stdout, stderr } = spawnSync("python3", [program, folder, ...options], {
      encoding: "utf8",
    });
    return { code: status, lines: stdout.split("\n").slice(0, -1), error: stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesOf(pack: PackInput): Map<string, string> {
  const versions = [...(pack.earlier ?? []), pack.criteria ?? []];
  const [startAt, endAt] = pack.range;
  const about = {
    format: 1,
    project: "quay",
    startAt,
    endAt,
    version: versions.length,
    versions: versions.map((_, index) => ({
      version: index + 1,
      appliedAt: `2019-01-0${index + 1}T00:00:00.000Z`,
    })),
    episodes: { fweighting: "A", joinSeconds: pack.joinSeconds ?? 0, minSeconds: 0 },
  };
  const sites = versions.map((criteria, index) => [
    `site/${index + 1}.json`,
    `${JSON.stringify(siteOf(pack, criteria))}\n`,
  ]) satisfies string[][];
  return new Map([
    ["pack.json", `${JSON.stringify(about)}\n`],
    ...sites.map(([name = "", text = ""]) => [name, text] as const),
    ["sensors.csv", csv(headers.sensors, [`quay-1,${pack.intervalSeconds},declared`])],
    ["samples.csv", csv(headers.samples, pack.samples.map(sampleLine))],
    ["exclusions.csv", csv(headers.exclusions, pack.exclusions)],
    ["classifications.csv", csv(headers.classifications, pack.classifications)],
    ["recordings.csv", csv(headers.recordings, pack.recordings)],
    ["assessments.csv", csv(headers.assessments, pack.assessments)],
    ["episodes.csv", csv(headers.episodes, pack.episodes)],
  ]);
}

function siteOf(pack: PackInput, criteria: readonly unknown[]): unknown {
  const [startAt, endAt] = pack.contract ?? [
    "2019-01-01T00:00:00.000Z",
    "2019-12-31T23:59:59.000Z",
  ];
  const project = {
    id: "quay",
    name: "Quay",
    timezone: pack.zone,
    contract: { startAt, endAt },
    holidays: (pack.holidays ?? []).map((date) => ({ date })),
    limits: pack.limits,
    classification: pack.classification,
    intervalSeconds: pack.intervalSeconds,
    criteria,
    sensors: [{ id: "quay-1", name: "Quay 1", limits: pack.sensorLimits }],
  };
  return { project };
}

function sampleLine({ at, LAeq, LAFmax }: PackSample): string {
  return `quay-1,${at},${LAeq ?? ""},,,${LAFmax ?? ""},,,,,,,`;
}

function csv(header: string, lines: readonly string[] = []): string {
  return [header, ...lines].map((line) => `${line}\n`).join("");
}

function sumsOf(files: ReadonlyMap<string, string>): string {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  return [...files].map(([name, text]) => `${digest(text)}  ${name}\n`).join("");
}

const headers = {
  sensors: "sensor_id,interval_seconds,interval_source",
  samples:
    "sensor_id,datetime,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90,limit,classification",
  exclusions: "sensor_id,start_at,end_at,reason,note",
  classifications: "sensor_id,datetime,model,label,confidence",
  recordings: "sensor_id,datetime",
  assessments:
    "sensor_id,criterion,date,start_at,end_at,local_start_at,seconds,samples,covered_seconds,excluded_seconds,coverage,level,limit,over,verdict,reason,reference_times,exceeded,undecided,worst_start_at,budget_used",
  episodes:
    "sensor_id,start_at,end_at,seconds,events,event_seconds,Leq,LAE,max_over,max_over_at,LeqMax,LAFmax,lowest_limit,highest_limit,label,label_seconds,recordings,first_recording_id,cut",
};

/** Samples one after another from an instant, `seconds` apart; null leaves one out. */
export function samplesFrom(
  start: string,
  seconds: number,
  levels: readonly (number | null)[],
): PackSample[] {
  return levels.flatMap((LAeq, index) => {
    const at = new Date(Date.parse(start) + index * seconds * 1000).toISOString();
    return LAeq === null ? [] : [{ at, LAeq }];
  });
}
