import { useCallback } from "preact/hooks";
import { latestLevelsDocument } from "../../graphql/generated/latest-levels.ts";
import { sensorIntervalsDocument } from "../../graphql/generated/sensor-intervals.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { projects as allProjects } from "../../state/site.ts";
import { useNow, usePolling } from "../../state/use-polling.ts";
import type { ListedSensor } from "./attention.ts";
import { wantedSeries } from "./recent-series.ts";
import { newestSecond, readAnswers, sensorStatuses } from "./sensor-status.ts";
import { useLastAnswer } from "../../graphql/use-last-answer.ts";
import { seriesKey, useRecentSeries } from "./use-recent-series.ts";

/** All sensors of all projects that the key may read, as they are now, with their last days. */
export type AllSensors = ReturnType<typeof useAllSensors>;

/** The weighting of the levels of all projects together. */
const commonWeighting = "A";

/** An interval that is inferred from the first samples of a new sensor is read again after this time. */
const intervalMilliseconds = 900_000;

/**
 * Reads the newest samples, again and again while the page is visible, and the last days of sensors with new ones. On a
 * wall nobody presses a button: it has no days, and queries on when all sensors have been silent for a day.
 */
export function useAllSensors({ isOnWall = false } = {}) {
  const projects = allProjects.value ?? [];
  const latest = useQuery(latestLevelsDocument, {}, "v0:data:read");
  const intervals = useQuery(sensorIntervalsDocument, {}, "v0:data:read");
  const last = useLastAnswer(latest);
  const known = useLastAnswer(intervals);
  const now = useNow(last.answeredAt);
  const answers = last.data?.projects ?? [];
  const intervalOf = new Map(
    (known.data?.projects ?? [])
      .flatMap(({ sensors }) => sensors)
      .map(({ id, interval }) => [id, interval] as const),
  );
  const isForbidden = latest.issues.some(({ code }) => code === "FORBIDDEN");
  const newest = newestSecond(answers.flatMap(({ sensors }) => sensors));
  const reload = useCallback(() => {
    latest.reload();
    if (Date.now() - (known.answeredAt ?? 0) > intervalMilliseconds) intervals.reload();
  }, [latest.reload, intervals.reload, known.answeredAt]);
  const polling = usePolling(reload, newest, isForbidden, isOnWall);
  const places = new Map(answers.map(({ id }, index) => [id, index] as const));
  // Without its interval, it is unknown whether a sensor is silent.
  const isKnown = isForbidden || (last.data !== null && intervals.answeredAt !== null);
  const sensors = projects.flatMap((project) => {
    const index = places.get(project.id) ?? -1;
    const path = `projects.${index}.sensors`;
    const read = readAnswers(answers[index]?.sensors ?? [], last.issues, path);
    return sensorStatuses(project, read, intervalOf, now).map((status) => ({ project, status }));
  });
  const wanted = sensors.flatMap(({ project, status }) =>
    wantedSeries(project.id, [status], commonWeighting),
  );
  const recent = useRecentSeries(isKnown && !isOnWall ? wanted : []);
  const seriesOf = (project: string, sensor: string) =>
    recent.series.get(seriesKey({ project, sensor, weighting: commonWeighting }));
  return {
    projects,
    /** Null before the levels are known, and where they cannot be read. */
    sensors: isKnown
      ? sensors.map(({ project, status }): ListedSensor => {
          const series = seriesOf(project.id, status.sensor.id);
          return { project, status, series };
        })
      : null,
    recent,
    issues: latest.issues,
    isLoading: latest.isLoading || intervals.isLoading,
    /** Places of projects in the answer, by id: paths of issues have them. */
    places,
    now,
    polling,
    reload: () => {
      reload();
      recent.reload();
    },
    /** Milliseconds; null before the first answer. */
    answeredAt: last.answeredAt,
    isForbidden,
  };
}
