import { grouped } from "../../data/grouped.ts";
import { ask, type Answer } from "../../graphql/ask.ts";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { localDay, zoneOf } from "../../time/local-time.ts";
import { rangeOfDays } from "../../time/range.ts";
import { budgetOf } from "../compliance/budget.ts";
import { readVerdicts } from "../compliance/use-verdicts.ts";
import { isRunning } from "../compliance/window-state.ts";
import type { ProjectWindows } from "./use-windows-now.ts";

/** The share of a budget from which on it is said. */
const nearlyUsed = 0.9;

/** The windows of today of projects that have criteria; `now` in Unix seconds. */
export async function readWindowsNow(
  projects: readonly ProjectFacts[],
  now: number,
  signal: AbortSignal,
): Promise<Answer<readonly ProjectWindows[]>> {
  const read = projects.map(async (project): Promise<ProjectWindows> => {
    const asked = await ask(projectCriteriaDocument, { project: project.id }, signal);
    const criteria = asked.data?.project?.criteria ?? [];
    const zone = zoneOf(project.timezone);
    const today = localDay(now, zone);
    const wanted = {
      project,
      first: rangeOfDays(today, today, zone).first,
      last: now,
      versions: null,
      criteria: criteria.length,
    };
    const { data, issues } = await readVerdicts(wanted, { extents: new Map() }, signal);
    const windows = data?.windows ?? [];
    const criterionOf = (id: string) => criteria.find((criterion) => criterion.id === id) ?? null;
    const exceeded = windows.filter(({ verdict }) => verdict === "exceeded");
    const full = windows.filter((window) => {
      const budget = budgetOf(window, criterionOf(window.criterionId), now);
      return budget !== null && isRunning(window, now) && budget.share > nearlyUsed;
    });
    return {
      project,
      counts: {
        exceeded: exceeded.length,
        nearlyUsed: full.length,
        isWhole: asked.issues.length + issues.length === 0,
      },
      criteriaBySensor: new Map(
        [...grouped(exceeded, ({ sensorId }) => sensorId)].map(([sensorId, own]) => [
          sensorId,
          [...new Set(own.map(({ criterionId }) => criterionId))].map(
            (id) => criterionOf(id)?.name ?? id,
          ),
        ]),
      ),
    };
  });
  return { data: await Promise.all(read), issues: [] };
}
