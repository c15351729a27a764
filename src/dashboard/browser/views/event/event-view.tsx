import "./event-view.css";
import { QueryNote } from "../../components/query-note.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { LimitExplanation } from "../../components/limit-explanation.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { exclusionsAt, useExclusions } from "../../data/use-exclusions.ts";
import { issueAt } from "../../graphql/ask.ts";
import { eventSampleDocument } from "../../graphql/generated/event-sample.ts";
import {
  scheduleRulesDocument,
  type ScheduleRulesQuery,
} from "../../graphql/generated/schedule-rules.ts";
import { type Query, type QueryState, useQuery } from "../../graphql/use-query.ts";
import { address, linkTo, validOnly, weighting } from "../../state/address.ts";
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
  if (sensor !== null && query.data === null && query.isLoading) {
    return (
      <div class="event stack">
        <h1>Sample</h1>
        <Skeleton height={600} />
      </div>
    );
  }
  const found = query.data?.sensor?.sample ?? null;
  if (sensor === null || found === null) return <Missing query={query} />;
  return <Event sensor={sensor} sample={found} rules={rules} query={query} />;
}

function Event(props: {
  readonly sensor: SensorFacts;
  readonly sample: EventSample;
  /** Those of the sensor and its project: they name what is drawn, and say why no other limit holds. */
  readonly rules: Query<ScheduleRulesQuery>;
  readonly query: QueryState;
}) {
  const { sensor, sample, rules, query } = props;
  const { project, zone, contract } = useProject();
  const second = secondOf(sample.datetime);
  const exclusions = useExclusions(
    project.id,
    [sensor.id],
    contract ?? { first: second, last: second },
  );
  const excluded = validOnly.value ? exclusions.data : [];
  const isOver = sample.over !== null && sample.over > 0;
  const { recording, limitExplanation } = sample;
  const place = { projectId: project.id, sensorId: sensor.id, sampleId: sample.id, second };
  /** The states of one of its fields. */
  const stateOf = (field: string) => {
    const issue = issueAt(query.issues, `sensor.sample.${field}`);
    return { ...query, issues: issue === null ? [] : [issue] };
  };
  const [heard, explained] = [stateOf("recording"), stateOf("limitExplanation")];
  const known = rules.data?.project ?? null;
  const schedules = {
    sensor: known?.sensors[0]?.schedule ?? null,
    project: known?.schedule ?? null,
  };
  return (
    <article class="event stack" data-testid="event" data-id={sample.id}>
      <h1>{isOver ? "Exceedance" : "Sample"}</h1>
      <EventSentence
        sample={sample}
        sensor={sensor}
        exclusions={exclusionsAt(excluded ?? [], { sensorId: sensor.id, second })}
      />
      {excluded === null && <QueryNote query={exclusions} height={24} />}
      {excluded !== null && (
        <NearestEvents second={second} sensorId={sensor.id} excluded={excluded} />
      )}
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
          {heard.issues.length === 0 && <p class="muted">No recording</p>}
          <QueryNote query={heard} />
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
          <QueryNote query={explained} />
        </section>
        <SampleLevels sample={sample} />
      </div>
    </article>
  );
}

function Missing({ query }: { readonly query: QueryState }) {
  const isMissing = query.issues.every(({ code }) => code === "NOT_FOUND");
  return (
    <article class="event stack" data-testid="event">
      <h1>{isMissing ? "Not there, or not for this key" : "Sample"}</h1>
      {!isMissing && <QueryNote query={query} />}
      <p class="row">
        {address.value.sensor !== null && <a href={linkTo({ view: "sensor" })}>To the sensor</a>}
        <a href="#/">To the overview</a>
      </p>
    </article>
  );
}

/** The code for sound is loaded with a recording. */
const Player = lazyPart(async () => (await import("./player.tsx")).Player, 420);
