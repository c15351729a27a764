import type { ProjectFacts } from "../../state/site.ts";
import {
  dateText,
  dateTimeText,
  lengthOfDay,
  localDate,
  localDay,
  offsetText,
  secondOf,
  startOfDay,
  type TimeZone,
} from "../../time/local-time.ts";

/** The description of a project, its contract, and its time zone. */
export function ProjectDescription(props: {
  readonly project: ProjectFacts;
  readonly zone: TimeZone;
}) {
  const { project, zone } = props;
  const { description, contract } = project;
  const [start, end] =
    contract === null ? [null, null] : [secondOf(contract.startAt), secondOf(contract.endAt)];
  return (
    <div class="project-description column-1 small">
      {description !== null && <p>{description}</p>}
      <p class="muted">
        {start !== null && end !== null && <>Contract {contractText(start, end, zone)} · </>}
        {project.timezone} ({offsetText(Math.floor(Date.now() / 1000), zone)} now)
      </p>
    </div>
  );
}

/** Dates where the contract begins and ends with a local day, else the times as well. */
function contractText(start: number, end: number, zone: TimeZone): string {
  const [firstDay, lastDay] = [localDay(start, zone), localDay(end, zone)];
  const isOfDays =
    start === startOfDay(firstDay, zone) &&
    end - startOfDay(lastDay, zone) === lengthOfDay(lastDay, zone) - 1;
  return isOfDays
    ? `${dateText(localDate(start, zone))} – ${dateText(localDate(end, zone))}`
    : `${dateTimeText(start, zone)} – ${dateTimeText(end, zone)}`;
}
