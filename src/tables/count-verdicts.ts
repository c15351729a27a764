/* Worked example: from 65 to 60 dB, windows of 58, 62 and 66 dB: one changes, from kept to exceeded. */

import { isDeepStrictEqual } from "node:util";
import type { Verdict } from "../acoustics/assessment/reference-list.ts";
import { type Calendar, type Criterion, criteriaOf } from "../acoustics/assessment/criterion.ts";
import type { SensorId } from "../acoustics/ids.ts";
import { type ContractPeriod, secondsInside } from "../acoustics/time/contract-period.ts";
import type { Database } from "../database/client/statement.ts";
import { everything } from "../database/queries/keys/grants.ts";
import { createSampleReader } from "../database/queries/samples/sample-columns.ts";
import { type SensorRecord, selectSensorsById } from "../database/queries/sites/sensors.ts";
import {
  parseSiteContract,
  type StoredSensor,
  type StoredSite,
} from "../database/queries/sites/stored-site.ts";
import { openSource } from "../operations/aggregates/open-source.ts";
import { assessRange } from "../operations/assessment/assess-windows.ts";
import { readExclusions } from "../operations/exclusions/open-exclusions.ts";
import { commandWork } from "./command-sensors.ts";

/** The members of a site, besides its sensors, that decide verdicts. */
type AssessedSite = Pick<
  StoredSite,
  "timeZone" | "contract" | "holidays" | "criteria" | "intervalSeconds"
>;

type AssessedSensor = Pick<StoredSensor, "intervalSeconds">;

/** The stored and the planned site, and the paths of the members that differ. */
interface ChangedSite {
  readonly stored: StoredSite | null;
  readonly planned: StoredSite;
  readonly changed: readonly string[];
}

/**
 * The verdicts of the stored sensors inside the contract, by the stored and by the planned site, for each criterion
 * whose verdicts a plan may change. Without a valid contract there are none.
 */
export async function countVerdicts(
  session: Database,
  site: ChangedSite,
  report: (fraction: number, sensor: string) => void,
) {
  const { stored, planned } = site;
  if (stored === null) return [];
  const [was, becomes] = [criteriaById(stored), criteriaById(planned)];
  const changed = changedCriteria(site, was, becomes);
  if (changed.length === 0) return [];
  const counts = new Map(changed.map((id) => [id, emptyCount(id)]));
  const [before, after] = [sideOf(stored, counts), sideOf(planned, counts)];
  const plannedSensors = new Map(planned.sensors.map((sensor) => [sensor.id, sensor]));
  const { sensors } = stored;
  const ids = sensors.map(({ id }) => id);
  const records = await selectSensorsById(session, everything, ids);
  for (const [index, sensor] of sensors.entries()) {
    const { id } = sensor;
    report(index / sensors.length, id);
    const record = records.get(id);
    if (record === undefined) continue;
    const verdicts = await readVerdicts(session, record, [
      [before, sensor],
      [after, plannedSensors.get(id) ?? sensor],
    ]);
    for (const [criterion, count] of counts) {
      const [earlier, later] = [was.get(criterion), becomes.get(criterion)];
      addVerdicts(count, earlier && verdicts.get(earlier), later && verdicts.get(later));
    }
  }
  return [...counts.values()];
}

type CriteriaById = ReadonlyMap<string, Criterion>;

function criteriaById({ criteria }: AssessedSite): CriteriaById {
  return new Map(criteria.map((criterion) => [criterion.id, criterion]));
}

function emptyCount(criterion: string) {
  const none = { kept: 0, exceeded: 0, undecided: 0 };
  return { criterion, changed: 0, before: { ...none }, after: { ...none } };
}

/** The verdict of each window of one criterion and sensor, by the day of the window. */
type VerdictsByDay = ReadonlyMap<number, Verdict>;

function addVerdicts(
  count: ReturnType<typeof emptyCount>,
  before: VerdictsByDay = new Map(),
  after: VerdictsByDay = new Map(),
): void {
  for (const verdict of after.values()) count.after[verdict] += 1;
  for (const [day, verdict] of before) {
    count.before[verdict] += 1;
    if ((after.get(day) ?? verdict) !== verdict) count.changed += 1;
  }
}

/**
 * The ids of the criteria whose verdicts a plan may change: first the declared ones in order, then the removed ones.
 */
function changedCriteria(
  { changed }: ChangedSite,
  was: CriteriaById,
  becomes: CriteriaById,
): string[] {
  const isShared =
    changed.some((member) => membersOfVerdicts.has(member)) ||
    changed.some((path) => /^sensors\..*\.intervalSeconds$/.test(path));
  const all = new Set([...becomes.keys(), ...was.keys()]);
  return [...all].filter(
    (id) => isShared || !isDeepStrictEqual(assessed(was.get(id)), assessed(becomes.get(id))),
  );
}

/** The members of a project that decide all of its verdicts. */
const membersOfVerdicts = new Set<string>(["timezone", "contract", "holidays", "intervalSeconds"]);

/** A criterion without its name, which does not decide a verdict. */
function assessed(criterion: Criterion | undefined): Omit<Criterion, "name"> | null {
  if (criterion === undefined) return null;
  const { name: _, ...rules } = criterion;
  return rules;
}

/** The rules by which a site assesses the windows of its sensors. */
interface Side {
  readonly contract: ContractPeriod;
  readonly calendar: Calendar;
  readonly criteria: readonly Criterion[];
  readonly intervalSeconds: number | null;
}

/** Null without a valid contract. */
function sideOf(site: AssessedSite, counted: ReadonlyMap<string, unknown>): Side | null {
  const checked = parseSiteContract(site);
  if (!checked.isValid) return null;
  const holidays = new Set(site.holidays.map(({ date }) => date));
  return {
    contract: checked.contract,
    calendar: { timeZone: checked.timeZone, holidays },
    criteria: site.criteria.filter(({ id }) => counted.has(id)),
    intervalSeconds: site.intervalSeconds,
  };
}

/** The verdicts of one sensor by both sides. If only criteria differ, the samples are read once. */
async function readVerdicts(
  session: Database,
  { id, sensorNo }: SensorRecord,
  sides: readonly (readonly [side: Side | null, sensor: AssessedSensor])[],
): Promise<ReadonlyMap<Criterion, VerdictsByDay>> {
  const groups: { readonly rules: Omit<Side, "criteria">; criteria: Criterion[] }[] = [];
  for (const [side, sensor] of sides) {
    if (side === null) continue;
    const { contract, calendar } = side;
    const rules = {
      contract,
      calendar,
      intervalSeconds: sensor.intervalSeconds ?? side.intervalSeconds,
    };
    const criteria = criteriaOf(side.criteria, id as SensorId);
    const same = groups.find((group) => isDeepStrictEqual(group.rules, rules));
    if (same === undefined) groups.push({ rules, criteria: [...criteria] });
    else same.criteria.push(...criteria);
  }
  const verdicts = new Map<Criterion, Map<number, Verdict>>();
  for (const { rules, criteria } of groups) {
    const { contract, calendar, intervalSeconds: declaredInterval } = rules;
    const seconds = secondsInside(contract);
    if (seconds === null || criteria.length === 0) continue;
    const work = commandWork(createSampleReader(session, everything));
    const reading = { contract, declaredInterval };
    const opened = await openSource({ sensorNo, reading }, seconds, work);
    const openExclusions = readExclusions(session, everything, sensorNo);
    for (const criterion of criteria) verdicts.set(criterion, new Map());
    for await (const part of assessRange({ ...opened, criteria, calendar, openExclusions })) {
      for (const { criterion, assessment } of part) {
        verdicts.get(criterion)?.set(assessment.window.day, assessment.verdict);
      }
    }
  }
  return verdicts;
}
