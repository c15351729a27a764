import "./overview.css";
import "./project-card.css";
import { ContractNote, IssueNote } from "../../components/issue-note.tsx";
import { limitAndCriterion } from "../../components/limit-and-criterion.ts";
import { QueryNote } from "../../components/query-note.tsx";
import { type Issue, issueAt } from "../../graphql/ask.ts";
import { counted } from "../../components/level-text.ts";
import { linkTo, parameter } from "../../state/address.ts";
import { dateText, localDate, secondOf, zoneOf } from "../../time/local-time.ts";
import {
  type ListedSensor,
  matching,
  sensorFilters,
  hasBegun,
  hasEnded,
  endedWhileDelivering,
  needingAttention,
  needsAttention,
} from "./attention.ts";
import { Figures } from "./figures.tsx";
import { MapThumbnail } from "./map-thumbnail.tsx";
import { SensorRows } from "./sensor-rows.tsx";
import { quantityOf } from "./sensor-status.ts";
import { UpdateLine } from "./update-line.tsx";
import { type AllSensors, useAllSensors } from "./use-all-sensors.ts";
import { type ProjectWindows, useWindowsNow } from "./use-windows-now.ts";
import { WindowsText } from "./windows-text.tsx";
import { recentDays } from "./use-recent-series.ts";
import { FindField } from "../../components/find-field.tsx";

/** True if any sensor is above its limit or silent now: all sensors of all projects that the key may read. */
export function Overview() {
  const all = useAllSensors();
  const { projects, sensors, recent } = all;
  const windows = useWindowsNow(projects, all.now);
  const common = commonIssue([...all.issues, ...recent.issues]);
  const filter = sensorFilters.find((name) => name === parameter("show")) ?? null;
  const text = parameter("find") ?? "";
  const count = projects.reduce((sum, project) => sum + project.sensors.length, 0);
  const found =
    sensors !== null && (filter !== null || text !== "")
      ? matching(sensors, filter, text, exceedancesOf(all))
      : null;
  return (
    <div class="overview stack" data-testid="overview">
      <div class="row spread">
        <h1>Overview</h1>
        <a
          class="to-availability small"
          href={linkTo({ view: "availability", project: null, sensor: null })}
        >
          Did all samples arrive?
        </a>
        <a class="to-wall small" href="#/wall">
          Wallboard
        </a>
        {!all.isForbidden && (
          <UpdateLine
            answeredAt={all.answeredAt}
            zone={null}
            polling={all.polling}
            reload={all.reload}
          />
        )}
      </div>
      {projects.length === 0 && <p>There is nothing to show: this key may read no project.</p>}
      <WindowsLead windows={windows} />
      {projects.length > 0 && (
        <Figures
          sensors={count}
          statuses={common === null ? (sensors?.map(({ status }) => status) ?? null) : null}
          recent={recent}
          filter={filter}
        />
      )}
      <QueryNote
        query={{
          data: sensors,
          issues: common === null ? [] : [common],
          isLoading: all.isLoading && projects.length > 0,
          reload: all.reload,
        }}
        height={560}
      />
      {count >= 20 && (
        <div class="row sensor-search">
          <FindField placeholder="Find a sensor or project" />
          <span class="small muted" role="status">
            {found !== null && counted(found.length, "sensor")}
          </span>
        </div>
      )}
      {found !== null && (
        <section class="card" aria-label="Sensors that match">
          {found.length === 0 ? (
            <p class="muted">No sensor matches.</p>
          ) : (
            <SensorRows
              label="Sensors that match"
              rows={found}
              now={all.now}
              hasProjects={new Set(found.map(({ project }) => project.id)).size > 1}
            />
          )}
        </section>
      )}
      {sensors !== null && found === null && <Everything all={all} common={common} />}
    </div>
  );
}

/** The verdicts of today, one line for each project with criteria. They stand before the levels. */
function WindowsLead({ windows }: { readonly windows: readonly ProjectWindows[] }) {
  if (windows.length === 0) return null;
  return (
    <div class="card">
      <ul class="plain-list" aria-label="Criteria today">
        {windows.map((each) => (
          <li key={each.project.id}>
            <a href={linkTo({ view: "compliance", project: each.project.id, sensor: null })}>
              {each.project.name}
            </a>
            {" today: "}
            <strong>
              <WindowsText counts={each.counts} />
            </strong>
          </li>
        ))}
      </ul>
      <p class="muted small">{limitAndCriterion}</p>
    </div>
  );
}

/** Sensors that need attention first, then the rest by project; projects that have ended are folded. */
function Everything({ all, common }: { readonly all: AllSensors; readonly common: Issue | null }) {
  const { projects, now } = all;
  const sensors = all.sensors ?? [];
  const card = (project: AllSensors["projects"][number]) => {
    const own = sensors.filter((entry) => entry.project === project);
    const rest = own.filter(({ status }) => !needsAttention(status));
    const statuses = own.map(({ status }) => status);
    const place = all.places.get(project.id);
    const issue =
      common === null && place !== undefined ? issueAt(all.issues, `projects.${place}`) : null;
    const { contract } = project;
    return (
      <section key={project.id} class="project-card card" aria-label={project.name}>
        <div class="project-heading">
          <h2>
            <a class="text-link quiet-link" href={linkTo({ view: "project", project: project.id })}>
              {project.name}
            </a>
          </h2>
          <p class="small muted">
            {quantityOf(statuses, "A")} in dB(A) · {project.timezone}
          </p>
        </div>
        {rest.length > 0 && <MapThumbnail statuses={statuses} />}
        <div class="project-sensors column-2">
          {contract === null ? <ContractNote /> : issue && <IssueNote issue={issue} />}
          {contract !== null && !hasBegun(project, now) && (
            <p>
              Its contract begins on{" "}
              {dateText(localDate(secondOf(contract.startAt), zoneOf(project.timezone)))}.
            </p>
          )}
          {project.sensors.length === 0 && <p class="muted">No sensors</p>}
          {own.length > 0 && rest.length === 0 && <p class="muted small">Listed above.</p>}
          {rest.length > 0 && (
            <SensorRows label={`Sensors of ${project.name}`} rows={rest} now={now} />
          )}
        </div>
      </section>
    );
  };
  const ended = projects.filter((project) => hasEnded(project, now));
  return (
    <>
      {common === null && sensors.length > 0 && <AttentionList all={all} />}
      {projects.filter((project) => !ended.includes(project)).map(card)}
      {ended.length > 0 && (
        <details class="ended-projects">
          <summary class="muted">
            {`${counted(ended.length, "project")} ${ended.length === 1 ? "has" : "have"} ended: `}
            {ended.map(({ name }) => name).join(", ")}
          </summary>
          <div class="stack">{ended.map(card)}</div>
        </details>
      )}
    </>
  );
}

/** The sensors that somebody should look at now, over all projects; an empty list says so, too. */
function AttentionList({ all }: { readonly all: AllSensors }) {
  const { projects, now } = all;
  const sensors = all.sensors ?? [];
  const rows = needingAttention(sensors);
  const ended = projects.filter((project) => {
    const own = sensors.filter((entry) => entry.project === project);
    return endedWhileDelivering(
      project,
      own.map(({ status }) => status),
      now,
    );
  });
  if (rows.length === 0 && ended.length === 0) {
    return (
      <p class="card all-well">
        <span aria-hidden="true">✓ </span>
        Nothing needs attention: no sensor is above its limit, and none is silent.
      </p>
    );
  }
  return (
    <section class="card attention column-1" aria-label="Needs attention">
      <h2>Needs attention</h2>
      {rows.length > 0 && <SensorRows label="Needs attention" rows={rows} now={now} hasProjects />}
      {ended.map(({ id, name, timezone, contract }) => (
        <p key={id} class="small ended-note">
          <a href={linkTo({ view: "project", project: id })}>{name}</a>
          {`: its contract ended on ${contract === null ? "" : dateText(localDate(secondOf(contract.endAt), zoneOf(timezone)))} while sensors still delivered. What came later is stored and not shown.`}
        </p>
      ))}
    </section>
  );
}

/** The exceedances of each sensor that the figure counts. */
function exceedancesOf(all: AllSensors): (entry: ListedSensor) => number {
  const days = new Set(recentDays(all.recent));
  return ({ series }) => (series !== undefined && days.has(series) ? (series.events ?? 0) : 0);
}

/** An issue of the key or of the whole request: it is said once, not for each project. */
function commonIssue(issues: readonly Issue[]): Issue | null {
  return issues.find(({ code, path }) => code === "FORBIDDEN" || path === "") ?? null;
}
