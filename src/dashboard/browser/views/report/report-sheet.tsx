import { useEffect } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { scheduleRulesDocument } from "../../graphql/generated/schedule-rules.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { LocalRange } from "../../time/range.ts";
import { LimitsInWords } from "./limits-in-words.tsx";
import { MethodNote } from "./method-note.tsx";
import { ReportHead } from "./report-head.tsx";
import { mostPlots } from "./report-parts.ts";
import { SensorSection, partsOfSensor } from "./sensor-section.tsx";
import { SummaryTable } from "./summary-table.tsx";
import { type ReportRange, useReportFigures } from "./use-report-figures.ts";

/** The printed sheet. It is light on the screen as well, as paper is. */
export function ReportSheet(props: {
  readonly sensorIds: readonly string[];
  readonly weeks: readonly LocalRange[];
  readonly isDrawn: (part: string) => boolean;
  readonly onDrawn: (part: string) => void;
  /** Told how many parts there are as soon as that is known. */
  readonly onCounted: (parts: number) => void;
}) {
  const { sensorIds, isDrawn, onDrawn, onCounted } = props;
  const { project, range, issues } = useProject();
  const asked: ReportRange = {
    projectId: project.id,
    first: range.first,
    last: range.last,
    weighting: weighting.value,
  };
  const figures = useReportFigures(asked, sensorIds);
  const schedules = useQuery(scheduleRulesDocument, { project: project.id });
  const sensors = project.sensors.filter(({ id }) => sensorIds.includes(id));
  const isTooMuch = props.weeks.length * sensors.length > mostPlots;
  const weeks = isTooMuch ? [] : props.weeks;
  const known = figures.data;
  const parts = sensors.flatMap(({ id }) => partsOfSensor(id, known?.get(id), weeks));
  const isAll = known !== null && schedules.answeredAt !== null && parts.every(isDrawn);
  useEffect(() => {
    if (known !== null) onCounted(parts.length);
  }, [known, parts.length]);
  useEffect(() => {
    if (isAll) onDrawn("all");
  }, [isAll]);
  return (
    <article class="sheet">
      <ReportHead sensors={sensors} />
      {issues[0] !== undefined && <IssueNote issue={issues[0]} />}
      <section>
        <h2>Summary</h2>
        <SummaryTable sensors={sensors} figures={known} />
      </section>
      <section>
        <h2>Limits</h2>
        {schedules.data?.project == null && schedules.issues[0] !== undefined && (
          <IssueNote issue={schedules.issues[0]} />
        )}
        {schedules.data?.project != null && (
          <LimitsInWords
            project={schedules.data.project.schedule}
            sensors={sensors.map((sensor) => ({
              sensor,
              schedule:
                schedules.data?.project?.sensors.find(({ id }) => id === sensor.id)?.schedule ??
                null,
            }))}
          />
        )}
      </section>
      {isTooMuch && (
        <p class="note">
          The plots of levels are left out: {props.weeks.length} weeks of {sensors.length} sensors
          are more than {mostPlots}. Choose a shorter range or fewer sensors.
        </p>
      )}
      {known !== null &&
        sensors.map((sensor) => (
          <SensorSection
            key={sensor.id}
            sensor={sensor}
            asked={asked}
            known={known.get(sensor.id)}
            weeks={weeks}
            onDrawn={onDrawn}
          />
        ))}
      <section class="report-method">
        <h2>Method</h2>
        <MethodNote periods={firstPeriods(known)} />
      </section>
    </article>
  );
}

function firstPeriods(figures: ReturnType<typeof useReportFigures>["data"]) {
  for (const { figures: found } of figures?.values() ?? []) {
    if (found?.indicators != null) return found.indicators.periods;
  }
  return null;
}
