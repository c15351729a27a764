import { IssueNote } from "../../components/issue-note.tsx";
import { signedLevel } from "../../components/level-text.ts";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import {
  nearestEventDocument,
  type NearestEventQuery,
  type NearestEventQueryVariables,
} from "../../graphql/generated/nearest-event.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, instantText, secondOf } from "../../time/local-time.ts";

type NearestEvent = NonNullable<NearestEventQuery["events"]>["data"][number];

interface Nearest {
  readonly previous: NearestEvent | null;
  readonly next: NearestEvent | null;
}

/** The exceedances of the sensor before and after a second. */
export function NearestEvents(props: { readonly sensorId: string; readonly second: number }) {
  const { second, sensorId } = props;
  const { project, contract } = useProject();
  const isForbidden = lacksScope(eventsScope);
  const common = { project: project.id, sensor: sensorId, weighting: weighting.value };
  const nearest = useAsked<Nearest>(
    (signal) => {
      if (contract === null || isForbidden) return null;
      const bounds = { first: contract.first, last: contract.last };
      return readNearest(common, second, bounds, signal);
    },
    JSON.stringify([common, second, contract]),
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
function Step(props: { readonly event: NearestEvent | null | undefined; readonly title: string }) {
  const { event, title } = props;
  const { shownZone } = useProject();
  const isNext = title.startsWith("Next");
  const text = isNext ? `${title} →` : `← ${title}`;
  if (event == null) {
    return (
      <span class="muted small" aria-busy={event === undefined}>
        {event === null ? `No ${title.toLowerCase()}` : text}
      </span>
    );
  }
  const when = `${dateTimeText(secondOf(event.datetime), shownZone)}, ${signedLevel(event.over)} dB`;
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

type Common = Pick<NearestEventQueryVariables, "project" | "sensor" | "weighting">;
type Bounds = { readonly first: number; readonly last: number };

async function readNearest(
  common: Common,
  second: number,
  { first, last }: Bounds,
  signal: AbortSignal,
): Promise<Answer<Nearest>> {
  const [previous, next] = await Promise.all([
    readFirst(common, { first, last: second - 1 }, "desc", signal),
    readFirst(common, { first: second + 1, last }, "asc", signal),
  ]);
  const issues = [...previous.issues, ...next.issues];
  return { data: { previous: previous.data, next: next.data }, issues };
}

/** The first event of a range. A page may be empty and still be followed by another. */
async function readFirst(
  common: Common,
  { first, last }: Bounds,
  order: "asc" | "desc",
  signal: AbortSignal,
): Promise<Answer<NearestEvent>> {
  if (last < first) return { data: null, issues: [] };
  const range = { startAt: instantText(first), endAt: instantText(last), order };
  let cursor: number | null = 0;
  while (cursor !== null) {
    const answer: Answer<NearestEventQuery> = await ask(
      nearestEventDocument,
      { ...common, ...range, cursor },
      signal,
    );
    const page = answer.data?.events ?? null;
    const event = page?.data[0];
    if (page === null || event !== undefined) return { data: event ?? null, issues: answer.issues };
    cursor = page.cursor;
  }
  return { data: null, issues: [] };
}
