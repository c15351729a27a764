import { useAsked } from "../../graphql/use-query.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { hasBegun, hasEnded } from "./attention.ts";

/** The windows of today of a project that has criteria. */
export interface ProjectWindows {
  readonly project: ProjectFacts;
  /** Null before they have come. */
  readonly counts: WindowCounts | null;
  /** The names of the criteria that a sensor exceeds, by its id. */
  readonly criteriaBySensor: ReadonlyMap<string, readonly string[]>;
}

export interface WindowCounts {
  readonly exceeded: number;
  /** Running windows of whose budget little is left. */
  readonly nearlyUsed: number;
  /** False: some verdicts could not be read. */
  readonly isWhole: boolean;
}

/** Windows are as long as hours: levels are read more often. */
const secondsBetween = 300;

/** The projects with criteria and their windows of today; none if the key may not read them. `now` in Unix seconds. */
export function useWindowsNow(
  projects: readonly ProjectFacts[],
  now: number,
): readonly ProjectWindows[] {
  const going = projects.filter(
    (project) =>
      project.criteria.length > 0 &&
      project.sensors.length > 0 &&
      hasBegun(project, now) &&
      !hasEnded(project, now),
  );
  const { data, issues } = useAsked(
    async (signal) => {
      const part = await import("./read-windows-now.ts").catch(() => null);
      return part === null
        ? { data: withCounts(going, unread), issues: [] }
        : part.readWindowsNow(going, now, signal);
    },
    JSON.stringify([going.map(({ id }) => id), Math.floor(now / secondsBetween)]),
    "v0:data:read",
  );
  if (data !== null) return data.toSorted(worstFirst);
  if (issues.length > 0) return [];
  // Their lines have their place, so that nothing moves when they come.
  return withCounts(going, null);
}

const unread: WindowCounts = { exceeded: 0, nearlyUsed: 0, isWhole: false };

/** By exceeded windows, then by budgets that are nearly used; else in the order of the site. */
function worstFirst({ counts: left }: ProjectWindows, { counts: right }: ProjectWindows): number {
  const exceeded = (right?.exceeded ?? 0) - (left?.exceeded ?? 0);
  return exceeded === 0 ? (right?.nearlyUsed ?? 0) - (left?.nearlyUsed ?? 0) : exceeded;
}

function withCounts(
  projects: readonly ProjectFacts[],
  counts: WindowCounts | null,
): readonly ProjectWindows[] {
  return projects.map((project) => ({ project, counts, criteriaBySensor: new Map() }));
}
