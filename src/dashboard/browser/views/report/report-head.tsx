import { evidenceName } from "../../../../acoustics/evidence-name.ts";
import { Facts } from "../../components/facts.tsx";
import { countText } from "../../components/level-text.ts";
import type { ProjectCriteriaQuery } from "../../graphql/generated/project-criteria.ts";
import { weighting } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import {
  clockChanges,
  dateTimeText,
  instantText,
  offsetText,
  secondOf,
  type TimeZone,
} from "../../time/local-time.ts";
import { rangeText, stretchText } from "../../time/range-text.ts";
import { isOutside, type LocalRange, type Seconds } from "../../time/range.ts";
import { isFinal } from "./report-parts.ts";
import { wordsOf } from "./report-form.ts";
import { mostSensors, type ReportChoice } from "./report-choice.ts";
import { say } from "../../words/say-in-report.ts";

/** Between names, which may hold commas. */
export const nameMark = "; ";

/** The subject of the report. */
export function ReportHead(props: {
  readonly sensors: readonly SensorFacts[];
  readonly left: ReportChoice["left"];
  /** The range of the sheet. */
  readonly range: LocalRange;
  /** Null while they are read. */
  readonly rules: ProjectCriteriaQuery["project"];
}) {
  const { sensors, left, range, rules } = props;
  const { project, range: wanted, isSoFar, zone, contract } = useProject();
  const words = wordsOf(project.id);
  const [title, author, remark] = [words.title.trim(), words.author.trim(), words.remark.trim()];
  const createdAt = shownUntil.value;
  const { permit = null, criteria = [], versions: [version] = [] } = rules ?? {};
  const hasEvidence = criteria.length > 0 && !isSoFar && isFinal(range, wanted, contract);
  const numbers = permit === null ? [words.permit.trim()] : [permit.number, permit.authority];
  const names = sensors.map(({ name }) => name).join(nameMark) || say("head.noSensors");
  const namesOf = (ids: readonly string[]) =>
    shortList(ids.map((id) => project.sensors.find((sensor) => sensor.id === id)?.name ?? id));
  return (
    <header class="report-head">
      <p class="muted">{say("report.kind")}</p>
      <h1>{title === "" ? project.name : title}</h1>
      {title !== "" && <p>{project.name}</p>}
      {project.description !== null && <p>{project.description}</p>}
      <Facts
        class="facts"
        facts={[
          [say("head.range"), `${rangeText(range, zone)} (${zoneText(range, zone)})`],
          [
            say("head.contract"),
            contract === null
              ? say("head.noContract")
              : stretchText(contract, zone) + cutNote(range, contract),
          ],
          [
            say("head.sensors"),
            left.length === 0
              ? names
              : say("head.part", {
                  names,
                  count: sensors.length,
                  all: project.sensors.length,
                }),
          ],
          [
            say("head.left"),
            left.length > 0 &&
              left.map(({ reason, sensorIds }) => (
                <div key={reason}>
                  {say(`left.${reason}`, {
                    count: countText(sensorIds.length),
                    most: mostSensors,
                    names: namesOf(sensorIds),
                  })}
                </div>
              )),
          ],
          [say("head.weighting"), weighting.value],
          [
            say("head.asOf"),
            isSoFar && say("head.goesOn", { time: dateTimeText(range.last + 1, zone) }),
          ],
          [say("head.permit"), numbers.filter(Boolean).join(", ") || false],
          [
            say("head.rules"),
            version !== undefined &&
              say("head.version", {
                version: version.version,
                time: dateTimeText(secondOf(version.appliedAt), zone),
              }),
          ],
          [
            say("head.evidence"),
            hasEvidence &&
              evidenceName(project.id, instantText(range.first), instantText(range.last)),
          ],
          [say("head.author"), author !== "" && author],
          [
            say("head.created"),
            `${dateTimeText(createdAt, zone)} (${zone}, ${offsetText(createdAt, zone)})`,
          ],
        ]}
      />
      {remark !== "" && <p class="report-remark note">{remark}</p>}
    </header>
  );
}

/** `Quay; Court; and 79 more`: as many names as a report has sensors. The answer is not below a page of names. */
function shortList(names: readonly string[]): string {
  const [listed, more] = [names.slice(0, mostSensors), names.length - mostSensors];
  const text = listed.join(nameMark);
  return more > 0 ? say("head.more", { names: text, count: countText(more) }) : text;
}

/** `Europe/Dublin, UTC+0, from 31 Mar 01:00 UTC+1`. */
function zoneText({ first, last }: Seconds, zone: TimeZone): string {
  const changes = clockChanges(first, last, zone).map(({ second }) =>
    say("head.zoneFrom", { time: dateTimeText(second, zone), offset: offsetText(second, zone) }),
  );
  return `${zone}, ${offsetText(first, zone)}${changes.join("")}`;
}

function cutNote(range: Seconds, contract: Seconds): string {
  if (isOutside(range, contract)) return say("head.outside");
  const isCut = range.first < contract.first || range.last > contract.last;
  return isCut ? say("head.cut") : "";
}
