import "./event-view.css";
import { IssueNote } from "../../components/issue-note.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { LimitExplanation } from "../../components/limit-explanation.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Issue, issueAt } from "../../graphql/ask.ts";
import { eventSampleDocument } from "../../graphql/generated/event-sample.ts";
import {
  scheduleRulesDocument,
  type ScheduleRulesQuery,
} from "../../graphql/generated/schedule-rules.ts";
import { type Query, useQuery } from "../../graphql/use-query.ts";
import { address, linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import { type EventSample, EventSentence } from "./event-sentence.tsx";
import { NearestEvents } from "./nearest-events.tsx";
import { SampleLevels } from "./sample-levels.tsx";

const Surroundings = lazyPart(async () => (await import("./surroundings.tsx")).Surroundings, 420);

/** One sample: what was measured, which limit held and why, and what it sounded like. */
export function EventView() {
  const { project, sensor } = useProject();
  const { sample } = address.value;
  const query = useQuery(
    eventSampleDocument,
    sensor === null || sample === null
      ? null
      : { project: project.id, sensor: sensor.id, sample, weighting: weighting.value },
    "v0:data:read",
  );
  const rules = useQuery(
    scheduleRulesDocument,
    sensor && { project: project.id, sensors: [sensor.id] },
  );
  if (sensor === null) return <Missing issue={null} />;
  if (query.data === null && query.isLoading) return <Skeleton height={600} />;
  const found = query.data?.sensor?.sample ?? null;
  if (found === null) return <Missing issue={query.issues[0] ?? null} />;
  return <Event sensor={sensor} sample={found} rules={rules} issues={query.issues} />;
}

function Event(props: {
  readonly sensor: SensorFacts;
  readonly sample: EventSample;
  /** Those of the sensor and its project: they name what is drawn, and say why no other limit holds. */
  readonly rules: Query<ScheduleRulesQuery>;
  readonly issues: readonly Issue[];
}) {
  const { sensor, sample, rules, issues } = props;
  const { project, zone } = useProject();
  const second = secondOf(sample.datetime);
  const isOver = sample.over !== null && sample.over > 0;
  const { recording, limitExplanation } = sample;
  const place = { projectId: project.id, sensorId: sensor.id, sampleId: sample.id, second };
  const unheard = issueAt(issues, "sensor.sample.recording");
  const explanationIssue = issueAt(issues, "sensor.sample.limitExplanation");
  const known = rules.data?.project ?? null;
  const schedules = {
    sensor: known?.sensors[0]?.schedule ?? null,
    project: known?.schedule ?? null,
  };
  return (
    <article class="event stack" data-testid="event" data-id={sample.id}>
      <h1>{isOver ? "Exceedance" : "Sample"}</h1>
      <EventSentence sample={sample} sensor={sensor} />
      <NearestEvents second={second} sensorId={sensor.id} />
      <Surroundings sensor={sensor} second={second} schedules={schedules} />
      {recording !== null && <Player recording={{ ...recording, ...place }} />}
      {recording === null && (
        <section
          class="card stack no-print"
          data-testid="player"
          data-state="none"
          aria-label="Recording"
        >
          <h2>Recording</h2>
          {unheard === null ? <p class="muted">No recording</p> : <IssueNote issue={unheard} />}
        </section>
      )}
      <div class="event-columns">
        <section class="card stack" aria-labelledby="why-this-limit">
          <h2 id="why-this-limit">Why this limit</h2>
          {limitExplanation !== null && known === null && <QueryNote query={rules} height={420} />}
          {limitExplanation !== null && known !== null && (
            <LimitExplanation
              explanation={limitExplanation}
              schedules={schedules}
              zone={zone}
              recalculatedAt={sample.limitRecalculatedAt}
            />
          )}
          {explanationIssue !== null && <IssueNote issue={explanationIssue} />}
        </section>
        <SampleLevels sample={sample} />
      </div>
    </article>
  );
}

function Missing({ issue }: { readonly issue: Issue | null }) {
  const isMissing = issue === null || issue.code === "NOT_FOUND";
  return (
    <article class="event stack" data-testid="event">
      <h1>{isMissing ? "Not there, or not for this key" : "Sample"}</h1>
      {issue !== null && !isMissing && <IssueNote issue={issue} />}
      <p class="row">
        {address.value.sensor !== null && <a href={linkTo({ view: "sensor" })}>To the sensor</a>}
        <a href="#/">To the overview</a>
      </p>
    </article>
  );
}

/** The code for sound is loaded with a recording. */
const Player = lazyPart(async () => (await import("./player.tsx")).Player, 420);
