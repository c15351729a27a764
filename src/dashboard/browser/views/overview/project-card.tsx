import "./project-card.css";
import type { Issue } from "../../graphql/ask.ts";
import { IssueNote } from "../../components/issue-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { linkTo } from "../../state/address.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { zoneOf } from "../../time/local-time.ts";
import { ContractNote } from "./contract-note.tsx";
import { MapThumbnail } from "./map-thumbnail.tsx";
import type { RecentSeries } from "./recent-series.ts";
import { SensorRows } from "./sensor-rows.tsx";
import { quantityOf, type SensorStatus } from "./sensor-status.ts";

/** A project of the overview: where its sensors stand, and how each is now. */
export function ProjectCard(props: {
  readonly project: ProjectFacts;
  /** Null where the levels are not known. */
  readonly statuses: readonly SensorStatus[] | null;
  readonly isLoading: boolean;
  readonly now: number;
  readonly seriesOf: (sensor: string) => RecentSeries | undefined;
  readonly issue: Issue | null;
}) {
  const { project, statuses, isLoading, now, seriesOf, issue } = props;
  const zone = zoneOf(project.timezone);
  return (
    <section class="project-card card" aria-label={project.name}>
      <div class="project-heading">
        <h2>
          <a href={linkTo({ view: "project", project: project.id })}>{project.name}</a>
        </h2>
        <p class="small muted">
          {quantityOf(statuses ?? [], "A")} in dB(A) · {project.timezone}
        </p>
      </div>
      {statuses !== null && <MapThumbnail statuses={statuses} />}
      <div class="project-sensors">
        {project.contract === null ? <ContractNote /> : issue && <IssueNote issue={issue} />}
        {statuses === null && isLoading && (
          <Skeleton height={Math.max(1, project.sensors.length) * 64} />
        )}
        {statuses !== null && (
          <SensorRows
            project={project}
            statuses={statuses}
            zone={zone}
            now={now}
            seriesOf={seriesOf}
          />
        )}
      </div>
    </section>
  );
}
