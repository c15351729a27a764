import { QueryNote } from "../../components/query-note.tsx";
import { signedLevel } from "../../components/level-text.ts";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import type { ExcludedTime } from "../../data/use-exclusions.ts";
import { lacksScope } from "../../state/api-key.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText } from "../../time/local-time.ts";
import type { Seconds } from "../../time/range.ts";
import { noFilter } from "../events/event-filter.ts";
import { type EventsRead, nothingRead, readEvents } from "../events/read-events.ts";

/** The exceedances of the sensor before and after a second; none in excluded time. */
export function NearestEvents(props: {
  readonly sensorId: string;
  readonly second: number;
  readonly excluded: readonly ExcludedTime[];
}) {
  const { second, sensorId, excluded } = props;
  const { project, contract } = useProject();
  const isForbidden = lacksScope(eventsScope);
  const source = {
    projectId: project.id,
    weighting: weighting.value,
    filter: { ...noFilter, sensors: [sensorId] },
    excluded,
    // Excluded time may have many.
    rowsOfPage: 200,
  };
  const read = async ({ first, last }: Seconds, order: "asc" | "desc", signal: AbortSignal) =>
    last < first
      ? nothingRead
      : readEvents({ ...source, first, last, order }, 1, nothingRead, signal);
  const readNearest = async ({ first, last }: Seconds, signal: AbortSignal) => {
    const [previous, next] = await Promise.all([
      read({ first, last: second - 1 }, "desc", signal),
      read({ first: second + 1, last }, "asc", signal),
    ]);
    return { data: { previous, next }, issues: [...previous.issues, ...next.issues] };
  };
  const query = useAsked(
    (signal) => (contract === null || isForbidden ? null : readNearest(contract, signal)),
    JSON.stringify([source, second, contract]),
  );
  if (isForbidden) {
    return <ScopeNote what="Exceedances before and after" scope={eventsScope} />;
  }
  const { data, issues } = query;
  if (issues.length > 0) return <QueryNote query={query} />;
  return (
    <nav class="row spread no-print" aria-label="Exceedances of this sensor">
      <Step read={data?.previous} title="Previous exceedance" />
      <Step read={data?.next} title="Next exceedance" />
    </nav>
  );
}

/** `undefined`: not known yet. */
function Step({ read, title }: { readonly read: EventsRead | undefined; readonly title: string }) {
  const { zone } = useProject();
  const isNext = title.startsWith("Next");
  const text = isNext ? `${title} →` : `← ${title}`;
  const [event] = read?.events ?? [];
  if (event === undefined) {
    return (
      <span class="muted small" aria-busy={read === undefined}>
        {read === undefined ? text : `No ${title.toLowerCase()}`}
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
