import "./overview.css";
import { useEffect } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { type Issue, issueAt } from "../../graphql/ask.ts";
import { latestLevelsDocument } from "../../graphql/generated/latest-levels.ts";
import { sensorIntervalsDocument } from "../../graphql/generated/sensor-intervals.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { projects as allProjects } from "../../state/site.ts";
import { Figures } from "./figures.tsx";
import { ProjectCard } from "./project-card.tsx";
import { newestSecond, readAnswers, type SensorStatus, sensorStatuses } from "./sensor-status.ts";
import { UpdateLine } from "./update-line.tsx";
import { useLastAnswer } from "./use-last-answer.ts";
import { useNow, usePolling } from "../../state/use-polling.ts";
import { wantedSeries } from "./recent-series.ts";
import { seriesKey, useRecentSeries } from "./use-recent-series.ts";

const weighting = "A";

/** Whether any sensor is above its limit or silent now: all sensors of all projects that the key may read. */
export function Overview() {
  const projects = allProjects.value ?? [];
  const latest = useQuery(latestLevelsDocument, {}, "v0:data:read");
  const intervals = useQuery(sensorIntervalsDocument, {}, "v0:data:read");
  const last = useLastAnswer(latest);
  const now = useNow(last.answeredAt);
  const answers = last.data?.projects ?? [];
  const intervalOf = new Map(
    (intervals.data?.projects ?? [])
      .flatMap(({ sensors }) => sensors)
      .map(({ id, interval }) => [id, interval] as const),
  );
  const isForbidden = latest.issues.some(({ code }) => code === "FORBIDDEN");
  const polling = usePolling(
    latest.reload,
    newestSecond(answers.flatMap(({ sensors }) => sensors)),
    isForbidden,
  );
  // Without its interval, nobody can tell whether a sensor is silent.
  const isKnown = isForbidden || (last.data !== null && intervals.answeredAt !== null);
  const statuses = new Map<string, readonly SensorStatus[]>(
    projects.map((project) => {
      const index = answers.findIndex(({ id }) => id === project.id);
      const path = `projects.${index}.sensors`;
      const read = readAnswers(answers[index]?.sensors ?? [], last.issues, path);
      return [project.id, sensorStatuses(project, read, intervalOf, now)];
    }),
  );
  const recent = useRecentSeries(
    isKnown
      ? projects.flatMap(({ id }) => wantedSeries(id, statuses.get(id) ?? [], weighting))
      : [],
  );
  const common = commonIssue([...latest.issues, ...recent.issues]);
  useEffect(() => {
    document.title = "Overview · Acoustic monitoring";
  }, []);
  return (
    <div class="overview stack" data-testid="overview">
      <div class="row spread">
        <h1>Overview</h1>
        {!isForbidden && (
          <UpdateLine
            answeredAt={last.answeredAt}
            zone={null}
            polling={polling}
            reload={latest.reload}
          />
        )}
      </div>
      {projects.length === 0 && <p>There is nothing to show: this key may read no project.</p>}
      {projects.length > 0 && (
        <Figures
          sensors={projects.reduce((count, { sensors }) => count + sensors.length, 0)}
          statuses={isKnown && common === null ? [...statuses.values()].flat() : null}
          recent={recent}
        />
      )}
      {common !== null && <IssueNote issue={common} />}
      {projects.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          statuses={isKnown ? (statuses.get(project.id) ?? []) : null}
          isLoading={latest.isLoading || intervals.isLoading}
          now={now}
          seriesOf={(sensor) =>
            recent.series.get(seriesKey({ project: project.id, sensor, weighting }))
          }
          issue={common === null ? issueOf(project.id, answers, latest.issues) : null}
        />
      ))}
    </div>
  );
}

/** An issue of the key or of the whole request: it is said once, not for each project. */
function commonIssue(issues: readonly Issue[]): Issue | null {
  return issues.find(({ code, path }) => code === "FORBIDDEN" || path === "") ?? null;
}

function issueOf(
  project: string,
  answers: readonly { readonly id: string }[],
  issues: readonly Issue[],
): Issue | null {
  const index = answers.findIndex(({ id }) => id === project);
  return index === -1 ? null : issueAt(issues, `projects.${index}`);
}
