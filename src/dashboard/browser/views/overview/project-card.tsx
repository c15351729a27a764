import "./project-card.css";
import type { ComponentChildren } from "preact";
import type { Issue } from "../../graphql/ask.ts";
import { ContractNote, IssueNote } from "../../components/issue-note.tsx";
import { linkTo } from "../../state/address.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { MapThumbnail } from "./map-thumbnail.tsx";
import { quantityOf, type SensorStatus } from "./sensor-status.ts";

/** A project of the overview: where its sensors stand, and how those are that need no attention. */
export function ProjectCard(props: {
  readonly project: ProjectFacts;
  readonly statuses: readonly SensorStatus[];
  readonly issue: Issue | null;
  readonly children: ComponentChildren;
}) {
  const { project, statuses, issue } = props;
  return (
    <section class="project-card card" aria-label={project.name}>
      <div class="project-heading">
        <h2>
          <a class="quiet-link" href={linkTo({ view: "project", project: project.id })}>
            {project.name}
          </a>
        </h2>
        <p class="small muted">
          {quantityOf(statuses, "A")} in dB(A) · {project.timezone}
        </p>
      </div>
      <MapThumbnail statuses={statuses} />
      <div class="project-sensors column-2">
        {project.contract === null ? <ContractNote /> : issue && <IssueNote issue={issue} />}
        {props.children}
      </div>
    </section>
  );
}
