import type { ScheduleFacts } from "../../data/limit-words.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateText, dateTimeText, offsetText, secondOf } from "../../time/local-time.ts";
import { LevelsText } from "./rule-list.tsx";

/** The rules that hold on dates only: the exceptions of the project and of sensors, and the holidays. */
export function DatedRules(props: {
  readonly project: ScheduleFacts;
  readonly sensors: readonly { readonly id: string; readonly schedule: ScheduleFacts }[];
}) {
  const { project: facts, zone } = useProject();
  const { project, sensors } = props;
  const owners = [
    ...sensors.map(({ id, schedule }) => ({
      id,
      owner: facts.sensors.find((sensor) => sensor.id === id)?.name ?? id,
      schedule,
      goesFirst: true,
    })),
    { id: "", owner: "Project", schedule: project, goesFirst: false },
  ];
  const exceptions = owners
    .flatMap(({ schedule, ...owner }) =>
      schedule.exceptions.map((exception, index) => ({ ...owner, exception, position: index + 1 })),
    )
    .toSorted((left, right) => left.exception.startAt.localeCompare(right.exception.startAt));
  const holidays = project.holidays.toSorted((left, right) => left.date.localeCompare(right.date));
  const timeText = (instant: string) => {
    const second = secondOf(instant);
    return `${dateTimeText(second, zone)} (${offsetText(second, zone)})`;
  };
  return (
    <div class="rule-lists">
      <section class="card stack" aria-label="Exceptions">
        <h2>Exceptions</h2>
        {exceptions.length === 0 && <p class="muted">None.</p>}
        <ul class="dated plain-list column-3">
          {exceptions.map(({ exception, position, id, owner, goesFirst }) => (
            <li key={`${id} ${position}`}>
              <strong>{exception.name ?? "Without a name"}</strong>
              <span>
                {timeText(exception.startAt)} to {timeText(exception.endAt)}
              </span>
              <span>
                <LevelsText levels={exception.limit} />
                <span class="muted">
                  {" "}
                  · {owner}, exception {position}
                </span>
                {goesFirst && <span class="goes-first small"> goes first</span>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section class="card stack" aria-label="Holidays">
        <h2>Holidays</h2>
        {holidays.length === 0 && <p class="muted">None.</p>}
        <ul class="dated plain-list column-3">
          {holidays.map(({ date, name }) => (
            <li key={date}>
              <strong>{dateText(date)}</strong>
              {name !== null && <span>{name}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
