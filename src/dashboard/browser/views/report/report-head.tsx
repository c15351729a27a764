import { useState } from "preact/hooks";
import { parameter, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { clockChanges, dateTimeText, offsetText, type TimeZone } from "../../time/local-time.ts";
import { rangeText } from "../../time/range-text.ts";
import { reportWords } from "./report-form.ts";
import { mostSensors } from "./report-parts.ts";

/** The subject of the report. */
export function ReportHead({ sensors }: { readonly sensors: readonly SensorFacts[] }) {
  const { project, range, isSoFar, zone, shownZone, contract } = useProject();
  const [title, author, remark] = [
    reportWords.title.value.trim(),
    reportWords.author.value.trim(),
    reportWords.remark.value.trim(),
  ];
  const [createdAt] = useState(() => Math.floor(Date.now() / 1000));
  const left = project.sensors.length - sensors.length;
  const isCut = left > 0 && parameter("sensors") === undefined;
  return (
    <header class="report-head">
      <p class="muted">Report of acoustic measurements</p>
      <h1>{title === "" ? project.name : title}</h1>
      {title !== "" && <p>{project.name}</p>}
      {project.description !== null && <p>{project.description}</p>}
      <dl>
        <Fact name="Range">{`${rangeText(range, zone)} (${zoneText(range, zone)})`}</Fact>
        <Fact name="Contract">
          {contract === null
            ? "missing or invalid"
            : `${dateTimeText(contract.first, zone)} to ${dateTimeText(contract.last, zone)}`}
          {contract !== null && cutNote(range, contract)}
        </Fact>
        <Fact name="Sensors">
          {sensors.length === 0 ? "No sensors" : sensors.map(({ name }) => name).join(", ")}
          {isCut &&
            ` (the first ${mostSensors} of ${project.sensors.length}: a report has ${mostSensors} at most)`}
        </Fact>
        <Fact name="Weighting">{weighting.value}</Fact>
        {shownZone !== zone && (
          <Fact name="Times">{`in ${shownZone}; days are those of ${zone}`}</Fact>
        )}
        {isSoFar && (
          <Fact name="As of">{`${dateTimeText(range.last, zone)}: the range goes on after it`}</Fact>
        )}
        {author !== "" && <Fact name="Author">{author}</Fact>}
        <Fact name="Created">
          {`${dateTimeText(createdAt, zone)} (${zone}, ${offsetText(createdAt, zone)})`}
        </Fact>
      </dl>
      {remark !== "" && <p class="report-remark">{remark}</p>}
    </header>
  );
}

function Fact(props: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** `Europe/Dublin, UTC+0, from 31 Mar 01:00 UTC+1`. */
function zoneText(
  { first, last }: { readonly first: number; readonly last: number },
  zone: TimeZone,
): string {
  const changes = clockChanges(first, last, zone).map(
    ({ second }) => `; from ${dateTimeText(second, zone)} ${offsetText(second, zone)}`,
  );
  return `${zone}, ${offsetText(first, zone)}${changes.join("")}`;
}

function cutNote(
  range: { readonly first: number; readonly last: number },
  contract: { readonly first: number; readonly last: number },
): string {
  if (range.last < contract.first || range.first > contract.last) {
    return "; the range lies outside";
  }
  const isCut = range.first < contract.first || range.last > contract.last;
  return isCut ? "; only what lies inside is reported" : "";
}
