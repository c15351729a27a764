import { criteriaOf } from "../acoustics/assessment/criterion.ts";
import { intersectSeconds, type SecondRange } from "../acoustics/time/contract-period.ts";
import type { Interval } from "../acoustics/time/instant.ts";
import type { Database } from "../database/client/statement.ts";
import { everything } from "../database/queries/keys/grants.ts";
import { selectRules, type SiteRules } from "../database/queries/sites/site-rules.ts";
import { clampRange } from "../operations/aggregates/open-source.ts";
import { planWindows, spanOfWindows } from "../operations/assessment/plan-windows.ts";
import { readEpisodes } from "../operations/assessment/read-episodes.ts";
import { episodeSourceOf } from "../tables/episode-rows.ts";
import type { ExportedSensor } from "../operations/exports/exported-sensor.ts";
import { episodeOptions } from "./describe-pack.ts";
import type { NumberedVersion } from "../database/queries/sites/site-versions.ts";

/** The seconds of one sensor that a pack contains, all inside the contract. */
export interface SensorStretch {
  /** The requested range. */
  readonly range: SecondRange;
  /** With every window and episode that overlaps the range, by each version of the rules. */
  readonly extended: SecondRange;
  /** With one further sample on either side. */
  readonly samples: SecondRange;
}

/** Reads the stretch of a pack for each sensor, opened over its contract. Without overlap, there is no stretch. */
export async function readStretches(
  session: Database,
  projectId: string,
  sensors: readonly ExportedSensor[],
  { range, versions }: { readonly range: Interval; readonly versions: readonly NumberedVersion[] },
): Promise<Map<ExportedSensor, SensorStretch>> {
  const found = new Map<ExportedSensor, { range: SecondRange; extended: SecondRange }>();
  for (const sensor of sensors) {
    const { seconds } = clampRange(sensor, range);
    if (seconds !== null) found.set(sensor, { range: seconds, extended: seconds });
  }
  // One version at a time: a site may have ten thousand sensors, and a project hundreds of versions.
  for (const { appliedAt } of versions) {
    const search = { projectId, asOf: appliedAt };
    const rules = await selectRules(session, everything, search);
    if (rules === null || "knownSince" in rules) continue;
    for (const [sensor, stretch] of found) {
      for (const edge of [stretch.range.first, stretch.range.last]) {
        stretch.extended = await reachFrom(sensor, rules, edge, stretch.extended);
      }
    }
  }
  const stretches = new Map<ExportedSensor, SensorStretch>();
  for (const [sensor, { range: seconds, extended }] of found) {
    stretches.set(sensor, {
      range: seconds,
      extended,
      samples: await withNeighbours(sensor, extended),
    });
  }
  return stretches;
}

/** Extends seconds by the windows and episodes that contain an edge of the range: no others extend beyond it. */
async function reachFrom(
  sensor: ExportedSensor,
  rules: SiteRules,
  edge: number,
  extended: SecondRange,
): Promise<SecondRange> {
  const { sensorId, calendar, source } = sensor;
  const { timeZone } = calendar;
  const seconds = { first: edge, last: edge };
  const criteria = criteriaOf(rules.criteria, sensorId);
  const plan = planWindows(criteria, { timeZone, holidays: rules.holidays }, seconds, Infinity);
  const spans = [extended, spanOfWindows(plan ?? []) ?? extended];
  const schedule = rules.scheduleOf(sensorId, timeZone);
  const search = { ...episodeOptions, schedule, range: seconds };
  for await (const episodes of readEpisodes(episodeSourceOf(sensor), search)) {
    for (const { start, end } of episodes) spans.push({ first: start, last: end - 1 });
  }
  const first = Math.min(...spans.map((span) => span.first));
  const last = Math.max(...spans.map((span) => span.last));
  return intersectSeconds({ first, last }, source.contract) ?? extended;
}

/** Extends seconds by the sample of the contract before and the one after. */
async function withNeighbours(
  { source: { reader, sensorNo, contract } }: ExportedSensor,
  { first, last }: SecondRange,
): Promise<SecondRange> {
  const before = { first: contract.first, last: first - 1 };
  const after = { first: last + 1, last: contract.last };
  const search = { sensorNo, atMost: 1 };
  const [previous = first] =
    before.first > before.last ? [] : await reader.newest({ ...search, seconds: before });
  const [next = last] =
    after.first > after.last
      ? []
      : (await reader.read({ ...search, seconds: after, levels: [] })).seconds;
  return { first: previous, last: next };
}
