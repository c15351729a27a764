import { isDeepStrictEqual } from "node:util";
import type { Verdict } from "../../acoustics/assessment/reference-list.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { type Database, jobSession } from "../../database/client/statement.ts";
import { lockSites } from "../../database/queries/sites/sites.ts";
import { type AppliedProject, describeApplied, planSites, writeSite } from "./apply-sites.ts";
import type { Change } from "./compare-values.ts";
import { countExceedances, type ExceedanceCount } from "./count-exceedances.ts";
import type { SitePlan } from "./plan-site.ts";
import type { Site } from "./site-file.ts";

/** The outcome of one project, done or planned, and its effect. */
export interface ChangedProject extends AppliedProject {
  readonly changes: readonly Change[];
  /** Columns that somebody changed in the database, and that have the values of the site again. */
  readonly overwritten: readonly string[];
  /** Counts of the sensors whose contract or limits are changed. */
  readonly exceedances: readonly ExceedanceCount[];
  /** Counts of the criteria whose verdicts may change; only in a dry run. */
  readonly verdicts: readonly VerdictCount[];
}

/** Windows of all sensors inside the contract, by the stored and by the declared site. */
export interface VerdictCount {
  readonly criterion: string;
  /** The number of windows with one verdict before and another one after. */
  readonly changed: number;
  readonly before: Readonly<Record<Verdict, number>>;
  readonly after: Readonly<Record<Verdict, number>>;
}

/** Assesses the windows of a plan, before and after. `report` receives the sensor that is being read. */
export type CountVerdicts = (
  session: Database,
  plan: SitePlan,
  report: ChangeOptions["report"],
) => Promise<readonly VerdictCount[]>;

export interface ChangeOptions {
  /** Writes nothing. */
  readonly isDryRun: boolean;
  /** Called with the sensor whose samples are being counted, and with the counted fraction of its project. */
  readonly report: (fraction: number, sensor: string) => void;
  readonly countVerdicts: CountVerdicts;
}

/**
 * Applies the sites as `applySites` does, and returns old and new values and the effect of changed limits. Samples are
 * counted before the transaction, so that no other session waits for the count. If another process has changed a site
 * meanwhile, the count begins again.
 */
export async function changeSites(
  database: Pick<OpenDatabase, "db" | "sessionFor">,
  sites: readonly Site[],
  { isDryRun, report, countVerdicts }: ChangeOptions,
): Promise<ChangedProject[]> {
  const { db } = database;
  const session = database.sessionFor(jobSession);
  for (;;) {
    const plans = await db.transaction((transaction) => planSites(transaction, sites), snapshot);
    const projects: ChangedProject[] = [];
    for (const plan of plans) {
      const exceedances = await countExceedances(session, plan, report);
      // A verdict needs the samples of all windows: only a dry run waits for them.
      const verdicts = isDryRun ? await countVerdicts(session, plan, report) : [];
      const { changes, overwritten } = plan;
      projects.push({ ...describeApplied(plan), changes, overwritten, exceedances, verdicts });
    }
    if (isDryRun || (await writePlans(database, sites, plans))) return projects;
  }
}

const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/** Returns false, and writes nothing, if the stored sites have changed since the plans were made. */
function writePlans(
  { db }: Pick<OpenDatabase, "db">,
  sites: readonly Site[],
  plans: readonly SitePlan[],
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    if (!isDeepStrictEqual(await planSites(transaction, sites), plans)) return false;
    for (const plan of plans) await writeSite(transaction, plan);
    return true;
  });
}
