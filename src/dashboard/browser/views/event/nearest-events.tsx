import { IssueNote } from "../../components/issue-note.tsx";
import { signedLevel } from "../../components/level-text.ts";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import type { Answer } from "../../graphql/ask.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText } from "../../time/local-time.ts";
import { noFilter } from "../events/event-filter.ts";
import { type EventRow, type EventSource, nothingRead, readEvents } from "../events/read-events.ts";

interface Nearest {
  readonly previous: EventRow | null;
  readonly next: EventRow | null;
}

/** The exceedances of the sensor before and after a second. */
export function NearestEvents(props: { readonly sensorId: string; readonly second: number }) {
  const { second, sensorId } = props;
  const { project, contract } = useProject();
  const isForbidden = lacksScope(eventsScope);
  const source = {
    projectId: project.id,
    weighting: weighting.value,
    filter: { ...noFilter, sensors: [sensorId] },
  };
  const nearest = useAsked<Nearest>(
    (signal) => {
      if (contract === null || isForbidden) return null;
      const before = { ...source, first: contract.first, last: second - 1 };
      const after = { ...source, first: second + 1, last: contract.last, order: "asc" } as const;
      return readNearest(before, after, signal);
    },
    JSON.stringify([source, second, contract]),
  );
  if (isForbidden) {
    return <ScopeNote what="Exceedances before and after" scope={eventsScope} />;
  }
  const [issue] = nearest.issues;
  if (issue !== undefined) return <IssueNote issue={issue} />;
  return (
    <nav class="row spread no-print" aria-label="Exceedances of this sensor">
      <Step event={nearest.data?.previous} title="Previous exceedance" />
      <Step event={nearest.data?.next} title="Next exceedance" />
    </nav>
  );
}

/** `undefined`: not known yet. */
function Step(props: { readonly event: EventRow | null | undefined; readonly title: string }) {
  const { event, title } = props;
  const { zone } = useProject();
  const isNext = title.startsWith("Next");
  const text = isNext ? `${title} →` : `← ${title}`;
  if (event == null) {
    return (
      <span class="muted small" aria-busy={event === undefined}>
        {event === null ? `No ${title.toLowerCase()}` : text}
      </span>
    );
  }
  const when = `${dateTimeText(event.second, zone)}, ${signedLevel(event.over)} dB`;
  return (
    <a
      class="quiet-link"
      href={linkTo({ view: "event", sample: event.id })}
      rel={isNext ? "next" : "prev"}
    >
      {text} <span class="muted small">{when}</span>
    </a>
  );
}

async function readNearest(
  before: EventSource,
  after: EventSource,
  signal: AbortSignal,
): Promise<Answer<Nearest>> {
  const read = [before, after].map(async (source) =>
    source.last < source.first ? nothingRead : await readEvents(source, 1, nothingRead, signal),
  );
  const [previous = nothingRead, next = nothingRead] = await Promise.all(read);
  return {
    data: { previous: previous.events[0] ?? null, next: next.events[0] ?? null },
    issues: [...previous.issues, ...next.issues],
  };
}
