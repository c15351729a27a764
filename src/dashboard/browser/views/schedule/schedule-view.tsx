import "./schedule.css";
import { weightings } from "../../../../acoustics/levels/weighting.ts";
import { useMemo } from "preact/hooks";
import type { LimitRules } from "../../../../acoustics/limits/limit-rules.ts";
import { IssueNote } from "../../components/issue-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { scheduleRulesDocument } from "../../graphql/generated/schedule-rules.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { parameter, replaceParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { DatedRules } from "./dated-rules.tsx";
import { limitRulesOf, noRules } from "./limit-rules-of.ts";
import { RuleList } from "./rule-list.tsx";
import { SensorChoice } from "./sensor-choice.tsx";
import { hasLimits } from "./week-grid.ts";
import { WeekGridBlock } from "./week-grid-block.tsx";

/** The limits as the operator wrote them: as a week, in words, and by date. */
export function ScheduleView() {
  const { project } = useProject();
  const { data, issues, isLoading } = useQuery(scheduleRulesDocument, { project: project.id });
  const answered = data?.project ?? null;
  const own = answered?.sensors.find(({ id }) => id === parameter("sensor")) ?? null;
  const sensor = project.sensors.find(({ id }) => id === own?.id) ?? null;
  const rules = useMemo(
    () => ({
      project: answered === null ? noRules : limitRulesOf(answered.schedule),
      sensor: own === null ? noRules : limitRulesOf(own.schedule),
    }),
    [answered, own],
  );
  const [issue] = issues;
  const shown = weightings.filter((name) =>
    [rules.sensor, rules.project].some((of) => hasLimits(of, name)),
  );
  const withRules = new Set(
    (answered?.sensors ?? [])
      .filter(({ schedule }) => hasRules(limitRulesOf(schedule)))
      .map(({ id }) => id),
  );
  return (
    <div class="stack schedule">
      <h1>Schedule of limits</h1>
      {issue !== undefined && <IssueNote issue={issue} />}
      {answered === null && isLoading && <Skeleton height={600} />}
      {answered !== null && (
        <>
          <p class="muted">
            The first rule that matches holds: exceptions, then windows of holidays, then windows of
            weekdays, then defaults. In each of them the rules of the sensor go first, then those of
            the project, in the order of their lists. Times are those of {project.timezone}.
          </p>
          <SensorChoice
            label="Week of"
            none="Project: sensors without rules of their own"
            sensors={project.sensors}
            withRules={withRules}
            chosen={sensor?.id ?? ""}
            onChoose={(id) => replaceParameters({ sensor: id === "" ? undefined : id })}
          />
          {shown.length === 0 && (
            <p class="card">
              {sensor === null ? "The project has" : "The project and this sensor have"} no limits
              that recur.
            </p>
          )}
          {shown.map((name) => (
            <WeekGridBlock key={name} rules={rules} weighting={name} />
          ))}
          <div class="rule-lists">
            {sensor !== null && own !== null && (
              <RuleList title={sensor.name} owner="sensor" schedule={own.schedule} />
            )}
            <RuleList title={project.name} owner="project" schedule={answered.schedule} />
          </div>
          <DatedRules
            project={answered.schedule}
            sensors={answered.sensors.filter(({ id }) => own === null || own.id === id)}
          />
        </>
      )}
    </div>
  );
}

function hasRules(rules: LimitRules): boolean {
  return rules.exceptions.length + rules.windows.length > 0 || rules.default !== null;
}
