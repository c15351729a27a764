import { useState } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { exactText, levelText } from "../../components/level-text.ts";
import { LimitExplanation } from "../../components/limit-explanation.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type ScheduleFacts, sourceNames } from "../../data/limit-words.ts";
import { limitAtDocument } from "../../graphql/generated/limit-at.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { type Weighting, weightings } from "../../../../acoustics/levels/weighting.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import {
  dateTimeText,
  instantText,
  localIso,
  offsetText,
  secondOf,
  zoneAbbreviation,
} from "../../time/local-time.ts";
import { instantsOfClock } from "./instants-of-clock.ts";
import { SensorChoice } from "./sensor-choice.tsx";

/** "What would hold at…": any instant, in or out of the contract, and why. */
export function LimitQuestion(props: {
  readonly project: ScheduleFacts;
  readonly sensors: readonly { readonly id: string; readonly schedule: ScheduleFacts }[];
  /** The sensor that the page is about. */
  readonly chosen: string | null;
}) {
  const { project, zone } = useProject();
  const [sensorId, setSensorId] = useState(props.chosen ?? project.sensors[0]?.id ?? "");
  const [of, setOf] = useState<Weighting>(weighting.value);
  const [now] = useState(() => localIso(Math.floor(Date.now() / 1000), zone));
  const [date, setDate] = useState(now.slice(0, 10));
  const [clock, setClock] = useState(now.slice(11, 16));
  const [isSecond, setSecond] = useState(false);
  const instants = instantsOfClock(`${date}T${clock.trim().padStart(5, "0")}`, zone);
  const second = instants?.at(isSecond ? -1 : 0);
  const { data, issues, isLoading } = useQuery(
    limitAtDocument,
    second === undefined || sensorId === ""
      ? null
      : { project: project.id, sensor: sensorId, at: instantText(second), weighting: of },
  );
  if (project.sensors.length === 0) return null;
  const explanation = data?.sensor?.limitAt ?? null;
  const own = props.sensors.find(({ id }) => id === sensorId)?.schedule ?? null;
  const [issue] = issues;
  return (
    <section class="card stack" aria-label="What would hold at…">
      <h2>What would hold at…</h2>
      <div class="row question">
        <label class="schedule-field muted small">
          Date
          <input
            type="date"
            value={date}
            onInput={(event) => {
              setDate(event.currentTarget.value);
              setSecond(false);
            }}
          />
        </label>
        <label class="schedule-field muted small">
          Time, {project.timezone}
          {/* A field of its own: that of the browser may have twelve hours. */}
          <input
            class="clock"
            inputMode="numeric"
            placeholder="23:40"
            maxLength={5}
            value={clock}
            aria-invalid={instants === null}
            onInput={(event) => {
              setClock(event.currentTarget.value);
              setSecond(false);
            }}
          />
        </label>
        <SensorChoice
          label="Sensor"
          sensors={project.sensors}
          withRules={new Set()}
          chosen={sensorId}
          onChoose={setSensorId}
        />
        <label class="schedule-field muted small">
          Weighting
          <select value={of} onChange={(event) => setOf(event.currentTarget.value as Weighting)}>
            {weightings.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {instants === null && <p class="muted">Enter a date, and a time from 00:00 to 23:59.</p>}
      {instants?.length === 0 && (
        <p role="note">The clocks skip this time: they go forward over it.</p>
      )}
      {instants !== null && instants.length > 1 && (
        <fieldset class="row passes">
          <legend>The clocks show this time twice</legend>
          {instants.map((instant, index) => (
            <label key={instant}>
              <input
                type="radio"
                name="pass"
                checked={isSecond === index > 0}
                onChange={() => setSecond(index > 0)}
              />{" "}
              {zoneAbbreviation(instant, zone)} ({offsetText(instant, zone)})
            </label>
          ))}
        </fieldset>
      )}
      {issue !== undefined && <IssueNote issue={issue} />}
      {explanation === null && isLoading && second !== undefined && <Skeleton height={200} />}
      {explanation !== null && second !== undefined && (
        <div class={isLoading ? "stack dimmed" : "stack"} aria-busy={isLoading}>
          <p aria-live="polite">
            {dateTimeText(secondOf(explanation.at), zone)} (
            {offsetText(secondOf(explanation.at), zone)}):{" "}
            {explanation.limit === null ? (
              <strong>no limit</strong>
            ) : (
              <>
                <strong title={`${exactText(explanation.limit)} dB`}>
                  {levelText(explanation.limit)}({explanation.fweighting})
                </strong>
                , {sourceNames[explanation.limitSource]}
              </>
            )}
          </p>
          <LimitExplanation
            explanation={explanation}
            schedules={{ sensor: own, project: props.project }}
            zone={zone}
            recalculatedAt={null}
          />
        </div>
      )}
    </section>
  );
}
