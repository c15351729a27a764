import { levelAt, type SampleColumns } from "../../acoustics/aggregates/sample-columns.ts";
import { sampleDurations } from "../../acoustics/aggregates/sample-durations.ts";
import { assumedSeconds } from "../../acoustics/aggregates/sample-interval.ts";
import { createAssessor } from "../../acoustics/assessment/assessor.ts";
import {
  type Calendar,
  criteriaOf,
  type Criterion,
  isOfHighest,
} from "../../acoustics/assessment/criterion.ts";
import {
  createExclusionTest,
  type ExcludedStretches,
  noExclusions,
  stretchesAtOnce,
} from "../../acoustics/assessment/exclusions.ts";
import { type AssessmentWindow, windowsOf } from "../../acoustics/assessment/windows.ts";
import { type Decibels, decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import type { LevelName } from "../../acoustics/levels/level-names.ts";
import { evaluateLimit } from "../../acoustics/limits/limit-at-instant.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { sensorStateAt, type SensorStateName } from "../../acoustics/sensor-state.ts";
import { secondsInside } from "../../acoustics/time/contract-period.ts";
import { type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExcludedStretches } from "../../database/queries/exclusions/exclusions.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { createSampleReader } from "../../database/queries/samples/sample-columns.ts";
import { selectFigures } from "../../database/queries/samples/sensor-figures.ts";
import {
  selectSettingsOfProject,
  type SensorSettings,
} from "../../database/queries/sites/sensor-settings.ts";
import { notedFacts } from "./data-figures.ts";

/** The values of one sensor in the metrics. Times are Unix seconds. */
export interface ReportedSensor {
  readonly project: string;
  readonly sensor: string;
  readonly state: SensorStateName;
  readonly newest: number | null;
  /** The newest sample if it is after now. */
  readonly future: number | null;
  /** The `LAeq` of the newest sample minus its limit; null unless the sensor is current, and without a limit. */
  readonly over: Decibels | null;
  /** The use of each budget of a criterion in the window of the newest sample. */
  readonly budgets: readonly BudgetUse[];
}

export interface ReportedSensors {
  /** The first sensors by id. */
  readonly sensors: readonly ReportedSensor[];
  readonly leftOut: number;
}

/** Reads at most `atMost` sensors, one after the other, so that requests do not wait. */
export async function readReportedSensors(
  database: Database,
  now: Instant,
  atMost: number,
): Promise<ReportedSensors> {
  const { sensors: all } = await selectFigures(database, now);
  const settings = new Map<string, Promise<Map<string, SensorSettings>>>();
  const settingsOf = (project: string) => {
    const known = settings.get(project) ?? readSettings(database, project);
    settings.set(project, known);
    return known;
  };
  const sensors: ReportedSensor[] = [];
  for (const sensor of all.slice(0, atMost)) {
    const { id, project, newest, future } = sensor;
    const facts = notedFacts(sensor);
    const state = sensorStateAt(now / 1000, facts);
    const sensorSettings = newest === null ? undefined : (await settingsOf(project.id)).get(id);
    const values =
      newest !== null && sensorSettings !== undefined
        ? await readNewestValues(database, sensorSettings, {
            newest,
            isCurrent: state === "current",
            criteria: sensorSettings.rules.criteria,
            intervalSeconds: facts.intervalSeconds ?? assumedSeconds,
          })
        : { over: null, budgets: [] };
    sensors.push({ project: project.id, sensor: id, state, newest, future, ...values });
  }
  return { sensors, leftOut: Math.max(0, all.length - atMost) };
}

async function readSettings(
  database: Database,
  project: string,
): Promise<Map<string, SensorSettings>> {
  const settings = (await selectSettingsOfProject(database, project)) ?? [];
  return new Map(settings.map((setting) => [setting.sensorId, setting]));
}

/** The used share of the budget of a criterion: 1 is all of it. */
export interface BudgetUse {
  readonly criterion: string;
  readonly used: number;
}

export interface NewestValues {
  /** The `LAeq` of the newest sample minus its limit; null without either, and unless the sensor is current. */
  readonly over: Decibels | null;
  readonly budgets: readonly BudgetUse[];
}

/** The newest sample of a sensor, and the values to compute from it. */
export interface NewestRequest {
  /** Unix seconds. */
  readonly newest: number;
  readonly isCurrent: boolean;
  /** The criteria of the project. */
  readonly criteria: readonly Criterion[];
  readonly intervalSeconds: number;
}

/**
 * Compares the newest sample of a sensor with its limit, and sums the energy of its windows for criteria over `window`
 * (docs/contract.md, P3). It sends one statement for samples, one for exclusions if there is a budget, and none without
 * values to report. It reads a day at most. Outside the contract there are no values.
 */
async function readNewestValues(
  database: Database,
  { sensorNo, sensorId, reading }: SensorSettings,
  { newest, isCurrent, criteria, intervalSeconds }: NewestRequest,
): Promise<NewestValues> {
  const contract = reading && secondsInside(reading.contract);
  if (reading === null || contract === null) return noValues;
  if (newest < contract.first || newest > contract.last) return noValues;
  const { schedule } = reading;
  const running = runningWindows(criteriaOf(criteria, sensorId), schedule, newest);
  if (!isCurrent && running.length === 0) return noValues;
  const starts = running.map(({ window }) => window.start);
  const first = Math.max(contract.first, Math.min(newest, ...starts));
  // A sample of the future may end the newest one.
  const last = Math.min(contract.last, newest + intervalSeconds);
  const levels = [...new Set<LevelName>(["LAeq", ...running.map((one) => one.criterion.level)])];
  const search = { sensorNo, seconds: { first, last }, levels, atMost: last - first + 1 };
  const stored = await createSampleReader(database, everything).read(search);
  const excluded =
    running.length === 0
      ? noExclusions
      : await selectExcludedStretches(
          database,
          everything,
          { sensorNo, seconds: search.seconds },
          stretchesAtOnce,
        );
  const columns = { ...stored, durations: sampleDurations(stored.seconds, intervalSeconds) };
  return {
    over: isCurrent ? overLimit(columns, schedule, newest) : null,
    budgets: running.flatMap((one) => {
      const used = budgetUsed(one, schedule, columns, { newest, intervalSeconds, excluded });
      return used === null ? [] : [{ criterion: one.criterion.id, used }];
    }),
  };
}

const noValues: NewestValues = { over: null, budgets: [] };

interface RunningWindow {
  readonly criterion: Criterion;
  readonly window: AssessmentWindow;
}

function runningWindows(
  criteria: readonly Criterion[],
  calendar: Calendar,
  second: number,
): readonly RunningWindow[] {
  return criteria.flatMap((criterion) => {
    if (criterion.over.kind !== "window" || isOfHighest(criterion)) return [];
    const windows = windowsOf(criterion, calendar, { first: second, last: second });
    return [...windows].map((window) => ({ criterion, window }));
  });
}

function overLimit(
  { seconds, levels }: SampleColumns,
  schedule: LimitSchedule,
  newest: number,
): Decibels | null {
  const level = levelAt(levels.LAeq, seconds.indexOf(newest));
  const { limit } = evaluateLimit(schedule, "A", instantOfSecond(newest));
  return level === null || limit === null ? null : decibelsOf(subtractLevels(level, limit));
}

interface BudgetOptions extends Pick<NewestRequest, "newest" | "intervalSeconds"> {
  readonly excluded: ExcludedStretches;
}

function budgetUsed(
  { criterion, window }: RunningWindow,
  calendar: Calendar,
  columns: SampleColumns,
  { newest, intervalSeconds, excluded }: BudgetOptions,
): number | null {
  const assessor = createAssessor({
    criterion,
    calendar,
    windows: [window],
    intervalSeconds,
    isExcluded: createExclusionTest(excluded),
  });
  assessor.add(columns, columns.seconds.filter((second) => second <= newest).length);
  const [assessment] = assessor.finish();
  return assessment?.budget?.used ?? null;
}
