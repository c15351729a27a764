import { QueryNote } from "../../components/query-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { deliveringPart, deliveringSensor } from "../../data/delivering-part.ts";
import {
  sensorIntervalsDocument,
  type SensorIntervalsQuery,
} from "../../graphql/generated/sensor-intervals.ts";
import { type Query, together, useAsked, useQuery } from "../../graphql/use-query.ts";
import { linkTo, parameter, replaceParameters, weighting } from "../../state/address.ts";
import { daysOfAll, numbersOfDays } from "../../state/days-of-all.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProjectIfAny } from "../../state/project-scope.tsx";
import { type ProjectFacts, projects } from "../../state/site.ts";
import { localDay, zoneOf } from "../../time/local-time.ts";
import { daysOf } from "../../time/range.ts";
import { AvailabilityMatrix, daySentence } from "./availability-matrix.tsx";
import { readDeliveries } from "./read-deliveries.ts";

/** Shows if the samples of each day arrived everywhere, for a project over its range, or for all over the last days. */
export function AvailabilityView() {
  const scope = useProjectIfAny();
  const shown = scope === null ? (projects.value ?? []) : [scope.project];
  const intervals = useQuery(sensorIntervalsDocument, {}, "v0:data:read");
  return (
    <div class="stack">
      <div class="row spread">
        <h1>Availability</h1>
        {scope === null && (
          <Segments
            label="Days"
            options={numbersOfDays.map((days) => [String(days), `${days} days`])}
            chosen={
              parameter("from") === undefined ? (parameter("days") ?? String(numbersOfDays[0])) : ""
            }
            onChoose={(days) => replaceParameters({ days, from: undefined, to: undefined })}
          />
        )}
      </div>
      <p class="small muted">
        Percent of the expected samples of each local day, rounded down; ✓ is all, – not expected:
        before the first sample, or after the sensor's end. A figure opens its gaps, ▾ those of all
        days. A sample is missing one interval after its end.
      </p>
      {shown.map((project) => {
        const zone = zoneOf(project.timezone);
        const today = localDay(shownUntil.value, zone);
        const days = daysOf(scope === null ? daysOfAll(zone) : scope.range, zone);
        return <ProjectDays key={project.id} {...{ project, days, today, intervals }} />;
      })}
    </div>
  );
}

function ProjectDays(props: {
  readonly project: ProjectFacts;
  readonly days: { readonly from: number; readonly to: number };
  readonly today: number;
  /** Those of all projects. */
  readonly intervals: Query<SensorIntervalsQuery>;
}) {
  const { project, days, today, intervals } = props;
  const zone = zoneOf(project.timezone);
  const now = shownUntil.value;
  const isLong = days.to - days.from >= longest;
  const ends = new Map(project.sensors.map(({ id, endAt }) => [id, endAt] as const));
  const known = (intervals.data?.projects ?? [])
    .flatMap(({ sensors }) => sensors)
    .filter(({ id }) => ends.has(id))
    .map((sensor) => {
      const endAt = ends.get(sensor.id) ?? null;
      return [sensor.id, deliveringSensor(sensor, endAt, now)] as const;
    });
  const sensors = new Map(known);
  const wanted = { project: project.id, zone, ...days, now, weighting: weighting.value };
  const isAsked = !isLong && intervals.answeredAt !== null && project.sensors.length > 0;
  const deliveries = useAsked(
    (signal) => (isAsked ? readDeliveries({ ...wanted, sensors }, signal) : null),
    JSON.stringify([project.id, days, now, weighting.value, known, isAsked]),
    "v0:data:read",
  );
  const { data, isLoading } = deliveries;
  const isReady = data !== null && !isLoading;
  return (
    <section
      class="card stack"
      data-testid="availability"
      data-ready={isReady ? "true" : "false"}
      aria-label={project.name}
      aria-busy={!isReady}
    >
      <div class="row spread">
        <h2>
          <a href={linkTo({ view: "project", project: project.id })}>{project.name}</a>
        </h2>
        {data !== null && <p data-testid="yesterday">{daySentence(data, today - 1)}</p>}
      </div>
      {isLong && <p role="note">Choose {longest} days or less.</p>}
      {project.sensors.length === 0 && <p class="muted">No sensors</p>}
      <QueryNote
        query={together(intervals, deliveries)}
        height={Math.min(560, 37 + 25 * project.sensors.length)}
      />
      {data !== null && !isLong && (
        <AvailabilityMatrix
          project={project}
          days={days}
          today={today}
          deliveries={data}
          partOf={(id, time) => deliveringPart(time, sensors.get(id), now)}
        />
      )}
    </section>
  );
}

const longest = 100;
