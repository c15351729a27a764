import "./schedule.css";
import { weightings } from "../../../../acoustics/levels/weighting.ts";
import { useMemo } from "preact/hooks";
import type { LimitRules } from "../../../../acoustics/limits/limit-rules.ts";
import { QueryNote } from "../../components/query-note.tsx";
import { scheduleRulesDocument } from "../../graphql/generated/schedule-rules.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { parameter, replaceParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { DatedRules } from "./dated-rules.tsx";
import { limitRulesOf, noRules } from "./limit-rules-of.ts";
import { RuleList } from "./rule-list.tsx";
import { hasLimits } from "./week-grid.ts";
import { WeekGridBlock } from "./week-grid-block.tsx";

/** The limits as the operator wrote them: as a week, in words, and by date. */
export function ScheduleView() {
  const { project } = useProject();
  const query = useQuery(scheduleRulesDocument, { project: project.id });
  const answered = query.data?.project ?? null;
  const own = answered?.sensors.find(({ id }) => id === parameter("sensor")) ?? null;
  const sensor = project.sensors.find(({ id }) => id === own?.id) ?? null;
  const rules = useMemo(
    () => ({
      project: answered === null ? noRules : limitRulesOf(answered.schedule),
      sensor: own === null ? noRules : limitRulesOf(own.schedule),
    }),
    [answered, own],
  );
  const shown = weightings.filter((name) =>
    [rules.sensor, rules.project].some((of) => hasLimits(of, name)),
  );
  const withRules = project.sensors.filter(({ id }) =>
    answered?.sensors.some((each) => each.id === id && hasRules(limitRulesOf(each.schedule))),
  );
  return (
    <div class="stack schedule">
      <h1>Schedule of limits</h1>
      <QueryNote query={query} height={600} />
      {answered !== null && (
        <>
          <p class="muted">
            The first rule that matches holds: exceptions, then windows of holidays, then windows of
            weekdays, then defaults. In each of them the rules of the sensor go first, then those of
            the project, in the order of their lists. Times are those of {project.timezone}.
          </p>
          <label class="schedule-field column-1 muted small">
            Week of
            <select
              value={sensor?.id ?? ""}
              onChange={(event) => replaceParameters({ sensor: event.currentTarget.value })}
            >
              <option value="">Project: sensors without rules of their own</option>
              <Group label="With limits of their own" sensors={withRules} />
              <Group
                label="With the project's limits"
                sensors={project.sensors.filter((each) => !withRules.includes(each))}
              />
            </select>
          </label>
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

/** The sensors of a choice that have limits of the same kind. */
function Group(props: { readonly label: string; readonly sensors: readonly SensorFacts[] }) {
  if (props.sensors.length === 0) return null;
  return (
    <optgroup label={props.label}>
      {props.sensors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

function hasRules(rules: LimitRules): boolean {
  return rules.exceptions.length + rules.windows.length > 0 || rules.default !== null;
}
