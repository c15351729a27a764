import { Facts } from "../../components/facts.tsx";
import { countText } from "../../components/level-text.ts";
import { weighting } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { clockChanges, dateTimeText, offsetText, type TimeZone } from "../../time/local-time.ts";
import { rangeText } from "../../time/range-text.ts";
import { isOutside } from "../../time/range.ts";
import { wordsOf } from "./report-form.ts";
import { type LeftReason, mostSensors, type ReportChoice } from "./report-choice.ts";

/** The subject of the report. */
export function ReportHead(props: {
  readonly sensors: readonly SensorFacts[];
  readonly left: ReportChoice["left"];
}) {
  const { sensors, left } = props;
  const { project, range, isSoFar, zone, contract } = useProject();
  const words = wordsOf(project.id);
  const [title, author, remark] = [words.title.trim(), words.author.trim(), words.remark.trim()];
  const createdAt = shownUntil.value;
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => project.sensors.find((sensor) => sensor.id === id)?.name ?? id).join(", ");
  return (
    <header class="report-head">
      <p class="muted">Report of acoustic measurements</p>
      <h1>{title === "" ? project.name : title}</h1>
      {title !== "" && <p>{project.name}</p>}
      {project.description !== null && <p>{project.description}</p>}
      <Facts
        facts={[
          ["Range", `${rangeText(range, zone)} (${zoneText(range, zone)})`],
          [
            "Contract",
            contract === null
              ? "missing or invalid"
              : `${dateTimeText(contract.first, zone)} to ${dateTimeText(contract.last, zone)}${cutNote(range, contract)}`,
          ],
          [
            "Sensors",
            (sensors.map(({ name }) => name).join(", ") || "No sensors") +
              (left.length === 0 ? "" : ` (${sensors.length} of ${project.sensors.length})`),
          ],
          [
            "Left out",
            left.length > 0 &&
              left.map(({ reason, sensorIds }) => (
                <div key={reason}>
                  {`${countText(sensorIds.length)} ${leftWords[reason]}: ${namesOf(sensorIds)}`}
                </div>
              )),
          ],
          ["Weighting", weighting.value],
          ["As of", isSoFar && `${dateTimeText(range.last, zone)}: the range goes on after it`],
          ["Author", author !== "" && author],
          ["Created", `${dateTimeText(createdAt, zone)} (${zone}, ${offsetText(createdAt, zone)})`],
        ]}
      />
      {remark !== "" && <p class="report-remark">{remark}</p>}
    </header>
  );
}

const leftWords: Readonly<Record<LeftReason, string>> = {
  "not-chosen": "not chosen",
  "less-exceeded": `exceeded less than the ${mostSensors} that a report has at most`,
  "not-exceeded": "without exceedances",
  "no-samples": "without samples in this range",
};

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
  if (isOutside(range, contract)) return "; the range lies outside";
  const isCut = range.first < contract.first || range.last > contract.last;
  return isCut ? "; only what lies inside is reported" : "";
}
