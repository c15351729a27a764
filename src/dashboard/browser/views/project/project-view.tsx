import "./project-view.css";
import { useSignal } from "@preact/signals";
import { ContractNote } from "../../components/issue-note.tsx";
import { counted } from "../../components/level-text.ts";
import { QueryNote } from "../../components/query-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { issueAt } from "../../graphql/ask.ts";
import { projectLevelsDocument } from "../../graphql/generated/project-levels.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { EventList } from "../events/event-list.tsx";
import { wantedSeries } from "../overview/recent-series.ts";
import { SensorRows } from "../overview/sensor-rows.tsx";
import {
  newestSecond,
  quantityOf,
  readAnswers,
  type SensorStatus,
  sensorStatuses,
} from "../overview/sensor-status.ts";
import { UpdateLine } from "../overview/update-line.tsx";
import { useLastAnswer } from "../../graphql/use-last-answer.ts";
import { useNow, usePolling } from "../../state/use-polling.ts";
import { seriesKey, useRecentSeries } from "../overview/use-recent-series.ts";
import { SensorMap } from "./sensor-map.tsx";
import { offsetText } from "../../time/local-time.ts";
import { stretchText } from "../../time/range-text.ts";

/** A project: where its sensors stand, how each is now, and when they were above their limits. */
export function ProjectView() {
  const { project } = useProject();
  return (
    <>
      <ProjectLevels key={weighting.value} />
      {project.contract !== null && project.sensors.length > 0 && <EventList />}
    </>
  );
}

/** All but the events. Another weighting begins anew: levels of one never stand under the name of another. */
function ProjectLevels() {
  const scope = useProject();
  const { project, zone, contract, extents } = scope;
  const w = weighting.value;
  const latest = useQuery(
    projectLevelsDocument,
    { project: project.id, weighting: w },
    "v0:data:read",
  );
  const last = useLastAnswer(latest);
  const now = useNow(last.answeredAt);
  const answers = last.data?.project?.sensors ?? [];
  const isForbidden = latest.issues.some(({ code }) => code === "FORBIDDEN");
  const polling = usePolling(latest.reload, newestSecond(answers), isForbidden);
  const intervals = new Map([...extents].map(([id, { interval }]) => [id, interval] as const));
  const read = readAnswers(answers, last.issues, "project.sensors");
  const statuses = sensorStatuses(project, read, intervals, now);
  // Without its interval, it is unknown whether a sensor is silent.
  const isKnown =
    isForbidden ||
    (last.data !== null &&
      (extents.size > 0 || scope.read.issues.length > 0 || project.sensors.length === 0));
  const recent = useRecentSeries(isKnown ? wantedSeries(project.id, statuses, w) : []);
  const reload = () => {
    latest.reload();
    recent.reload();
  };
  const pointed = useSignal<string | null>(null);
  const issue = issueAt(latest.issues, "project") ?? recent.issues[0] ?? latest.issues[0] ?? null;
  return (
    <>
      <div class="row spread">
        <h1>{project.name}</h1>
        {!isForbidden && (
          <UpdateLine answeredAt={last.answeredAt} zone={zone} polling={polling} reload={reload} />
        )}
      </div>
      <div class="project-description column-1 small">
        {project.description !== null && <p>{project.description}</p>}
        <p class="muted">
          {contract !== null && <>Contract {stretchText(contract, zone)} · </>}
          {project.timezone} ({offsetText(Math.floor(Date.now() / 1000), zone)} now)
        </p>
      </div>
      {project.contract === null && <ContractNote />}
      <QueryNote
        query={{
          data: statuses,
          issues: issue === null || project.contract === null ? [] : [issue],
          isLoading: latest.isLoading,
          reload,
        }}
      />
      {!isKnown && issue === null && (
        <div class="project-columns">
          {project.sensors.length > 0 && <Skeleton height={mapHeight} />}
          <Skeleton height={headHeight + rowHeight * project.sensors.length} />
        </div>
      )}
      {isKnown && (
        <div class="project-columns">
          {project.sensors.length > 0 && (
            <SensorMap statuses={statuses} zone={zone} now={now} pointed={pointed} />
          )}
          <section class="card column-2" aria-label="Sensors">
            <div class="row spread">
              <h2>{summaryText(statuses)}</h2>
              <p class="small muted">
                {quantityOf(statuses, w)} in dB({w})
              </p>
            </div>
            <SensorRows
              label={`Sensors of ${project.name}`}
              rows={statuses.map((status) => ({
                project,
                status,
                series: recent.series.get(
                  seriesKey({ project: project.id, sensor: status.sensor.id, weighting: w }),
                ),
              }))}
              now={now}
              pointed={pointed}
            />
          </section>
        </div>
      )}
    </>
  );
}

/** The heights of the map and the list in pixels, as the styles make them. */
const mapHeight = 438;
const headHeight = 76;
const rowHeight = 75;

/** `6 sensors, 1 above limit, 2 silent`. */
function summaryText(statuses: readonly SensorStatus[]): string {
  const count = (kind: string) => statuses.filter(({ state }) => state.kind === kind).length;
  const [above, silent] = [count("above"), count("silent")];
  return [
    counted(statuses.length, "sensor"),
    above > 0 && `${above} above limit`,
    silent > 0 && `${silent} silent`,
  ]
    .filter(Boolean)
    .join(", ");
}
