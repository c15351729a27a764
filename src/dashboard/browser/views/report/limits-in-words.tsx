import { exceptionWords, type ScheduleFacts, windowWords } from "../../data/limit-words.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateText, dayNumber, secondOf } from "../../time/local-time.ts";
import { daysOf } from "../../time/range.ts";
import { LevelsText } from "../schedule/rule-list.tsx";
import { say } from "../../words/say-in-report.ts";

/** The limits as configured. Of exceptions and holidays, those that meet the range. */
export function LimitsInWords(props: {
  readonly project: ScheduleFacts;
  readonly sensors: readonly {
    readonly sensor: SensorFacts;
    readonly schedule: ScheduleFacts | null;
  }[];
}) {
  const { project, sensors } = props;
  const own = sensors.flatMap(({ sensor, schedule }) =>
    schedule === null || isEmpty(schedule) ? [] : [{ sensor, schedule }],
  );
  return (
    <>
      <p>{say("limits.note")}</p>
      <Rules title={say("limits.project")} schedule={project} />
      {own.map(({ sensor, schedule }) => (
        <Rules key={sensor.id} title={sensor.name} schedule={schedule} />
      ))}
      <Holidays schedule={project} />
    </>
  );
}

function Rules({ title, schedule }: { readonly title: string; readonly schedule: ScheduleFacts }) {
  const { range, zone } = useProject();
  const exceptions = schedule.exceptions.filter(
    ({ startAt, endAt }) => secondOf(startAt) <= range.last && secondOf(endAt) > range.first,
  );
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {exceptions.map((exception) => (
          <li key={`${exception.startAt} ${exception.endAt}`}>
            {say("limits.exception")}
            {say("colon")}
            {exceptionWords(exception, zone)}
            {say("colon")}
            <LevelsText levels={exception.limit} isReport />
          </li>
        ))}
        {schedule.windows.map((window, index) => (
          <li key={index}>
            {say("limits.window", { number: index + 1 })}
            {say("colon")}
            {windowWords(window)}
            {say("colon")}
            <LevelsText levels={window.limit} isReport />
          </li>
        ))}
        {schedule.default !== null && (
          <li>
            {say("limits.default")}
            {say("colon")}
            <LevelsText levels={schedule.default} isReport />
          </li>
        )}
        {isEmpty(schedule) && <li>{say("limits.none")}</li>}
      </ul>
    </>
  );
}

function Holidays({ schedule }: { readonly schedule: ScheduleFacts }) {
  const { range, zone } = useProject();
  const { from, to } = daysOf(range, zone);
  // A window that starts on a holiday may run into the next day.
  const met = schedule.holidays.filter(({ date }) => {
    const day = dayNumber(date);
    return day !== null && day >= from - 1 && day <= to;
  });
  if (met.length === 0) return null;
  const names = met
    .map(({ date, name }) => `${dateText(date)}${name === null ? "" : ` (${name})`}`)
    .join(", ");
  return <p>{say("limits.holidays", { names })}</p>;
}

function isEmpty({ default: levels, windows, exceptions }: ScheduleFacts): boolean {
  return levels === null && windows.length === 0 && exceptions.length === 0;
}
