import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext } from "preact/hooks";
import {
  projectExtentsDocument,
  type ProjectExtentsQuery,
} from "../graphql/generated/project-extents.ts";
import { useLastAnswer } from "../graphql/use-last-answer.ts";
import { type Query, type QueryState, useQuery } from "../graphql/use-query.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import { extremes } from "../plots/extremes.ts";
import { address, parameter } from "./address.ts";
import { shownUntil, refreshShownUntil } from "./shown-until.ts";
import { usePolling } from "./use-polling.ts";
import type { ProjectFacts, SensorFacts } from "./site.ts";
import { localDay, secondOf, type TimeZone, zoneOf } from "../time/local-time.ts";
import {
  type ContractDays,
  contractDays,
  lastCounted,
  type LocalRange,
  parseRange,
  rangeOfDays,
  rangeSoFar,
} from "../time/range.ts";

type SensorExtent = NonNullable<ProjectExtentsQuery["project"]>["sensors"][number];

/** The state that the views of a project share. */
export interface ProjectScope {
  readonly project: ProjectFacts;
  /** The sensor of the address, where the view has one. */
  readonly sensor: SensorFacts | null;
  /** The project's zone: it decides days and hours, and times are written in it. */
  readonly zone: TimeZone;
  /** Null where the contract is missing or invalid. */
  readonly contract: ContractDays | null;
  /** The extent of each sensor's samples; none while loading, and where the key may not read data. */
  readonly extents: ReadonlyMap<string, SensorExtent>;
  /** Start of the newest sample of the sensor, or of all sensors; null where there is none. */
  readonly newestSecond: number | null;
  readonly oldestSecond: number | null;
  /** The weightings that have a limit: a default, or a window of the project. */
  readonly limitedWeightings: ReadonlySet<Weighting>;
  /** Ends now at the latest: the future has neither samples nor gaps. */
  readonly range: LocalRange;
  /** The last second of the range that may be missing: of the sensor, or of all sensors of the project. */
  readonly countedLast: number;
  /** True if the range of the address goes on after now. */
  readonly isSoFar: boolean;
  /** True if all of it is still to come. */
  readonly isToCome: boolean;
  /** True if the address has no range: it is the last seven days with samples. */
  readonly isDefaultRange: boolean;
  /** The states of what it knows: without an answer, its range may be another one. */
  readonly read: QueryState;
}

const ProjectContext = createContext<ProjectScope | null>(null);

/** The project of the address; null without one, and until its range is known. */
export function useProjectIfAny(): ProjectScope | null {
  return useContext(ProjectContext);
}

export function useProject(): ProjectScope {
  const scope = useProjectIfAny();
  if (scope === null) throw new Error("a view of a project stands inside ProjectScopeProvider");
  return scope;
}

/** The same in a view of a sensor: `app.tsx` shows none of a sensor that is not there. */
export function useSensor(): ProjectScope & { readonly sensor: SensorFacts } {
  const { sensor, ...scope } = useProject();
  if (sensor === null) throw new Error("a view of a sensor has one in its address");
  return { ...scope, sensor };
}

/** Knows the project's zone, contract, samples and range; null without a project, and until its range is known. */
export function ProjectScopeProvider(props: {
  readonly project: ProjectFacts | null;
  readonly children: (scope: ProjectScope | null) => ComponentChildren;
}) {
  const { project } = props;
  const extents = useQuery(projectExtentsDocument, project && { project: project.id });
  // Known extents stay where they cannot be read again.
  const { data } = useLastAnswer(extents);
  const scope = project && composeScope(project, { ...extents, data });
  const refresh = useCallback(() => {
    extents.reload();
    refreshShownUntil();
  }, [extents.reload]);
  // A range that has ended has no new samples; without one in the address, it moves on with them.
  const stands = scope?.isSoFar !== true && scope?.isDefaultRange !== true;
  usePolling(refresh, scope?.newestSecond ?? null, stands);
  return <ProjectContext.Provider value={scope}>{props.children(scope)}</ProjectContext.Provider>;
}

function composeScope(
  project: ProjectFacts,
  extents: Query<ProjectExtentsQuery>,
): ProjectScope | null {
  const zone = zoneOf(project.timezone);
  const given = parseRange(parameter("from"), parameter("to"), zone);
  const isOver = given !== null && given.last <= shownUntil.value;
  // The extents say where a range without dates is, and what may be missing of one that goes on.
  if (!isOver && extents.data === null && extents.isLoading) return null;
  const sensor = project.sensors.find(({ id }) => id === address.value.sensor) ?? null;
  const bySensor = new Map(
    (extents.data?.project?.sensors ?? []).map((entry) => [entry.id, entry] as const),
  );
  const considered = [...bySensor.values()].filter(({ id }) => sensor === null || sensor.id === id);
  const ends = considered
    .flatMap(({ extent }) => [extent?.firstAt, extent?.lastAt])
    .flatMap((instant) => (instant == null ? [] : secondOf(instant)));
  const [oldest, last] = ends.length === 0 ? [null, null] : extremes(ends);
  // A sample of the future is a mistake, and no place to look at first.
  const newest = last === null ? null : Math.min(last, shownUntil.value);
  const contract = contractDays(project.contract, zone);
  const chosen = given ?? defaultRange(newest, contract, zone);
  const range = rangeSoFar(chosen, shownUntil.value);
  return {
    project,
    sensor,
    zone,
    contract,
    extents: bySensor,
    newestSecond: newest,
    oldestSecond: oldest,
    limitedWeightings: limitedWeightings(extents.data?.project),
    range,
    countedLast: Math.max(range.first, Math.min(range.last, ...considered.map(lastCountedOf))),
    isSoFar: range.last < chosen.last,
    isToCome: chosen.first > shownUntil.value,
    isDefaultRange: given === null,
    read: extents,
  };
}

/** The last second that may be missing of a sensor. */
function lastCountedOf(sensor: SensorExtent): number {
  const newest = sensor.extent?.lastAt == null ? null : secondOf(sensor.extent.lastAt);
  return lastCounted(shownUntil.value, newest, sensor.interval?.seconds ?? 300);
}

function limitedWeightings(project: ProjectExtentsQuery["project"] | undefined): Set<Weighting> {
  if (project == null) return new Set();
  const limits = [
    project.schedule.default,
    ...project.schedule.windows.map(({ limit }) => limit),
    ...project.sensors.map(({ schedule }) => schedule.default),
  ];
  return new Set(
    weightings.filter((name) => limits.some((levels) => levels !== null && levels[name] !== null)),
  );
}

/**
 * The seven local days that end with the newest sample; without samples, with today inside the contract: of one that
 * has not begun, its first day.
 */
function defaultRange(
  newest: number | null,
  contract: ContractDays | null,
  zone: TimeZone,
): LocalRange {
  const today = localDay(shownUntil.value, zone);
  const { fromDay = -Infinity, toDay = Infinity } = contract ?? {};
  const last = newest === null ? Math.max(fromDay, Math.min(today, toDay)) : localDay(newest, zone);
  return rangeOfDays(Math.max(last - 6, fromDay), last, zone);
}
