import { useEffect } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { twoDecimals, signedTwoDecimals } from "../../components/level-text.ts";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import { sourceNames } from "../../data/limit-words.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import {
  reportEventsDocument,
  type ReportEventsQuery,
  type ReportEventsQueryVariables,
} from "../../graphql/generated/report-events.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import {
  clockChanges,
  instantText,
  localMinute,
  offsetText,
  secondOf,
} from "../../time/local-time.ts";
import type { ReportRange } from "./use-report-figures.ts";

type ReportEvent = NonNullable<ReportEventsQuery["events"]>["data"][number];

/** Exceedances that are listed a sensor. */
const listed = 200;

/** The first exceedances of a sensor, oldest first, and how many there are. */
export function ExceedanceTable(props: {
  readonly asked: ReportRange;
  readonly sensor: SensorFacts;
  /** As `aggregates` counts them; null where that is not known. */
  readonly total: number | null;
  readonly onDrawn: () => void;
}) {
  const { asked, sensor, total } = props;
  const { shownZone, range } = useProject();
  const isForbidden = lacksScope(eventsScope);
  const { data, issues, answeredAt } = useAsked(
    (signal) => (isForbidden ? null : readFirst(asked, sensor.id, signal)),
    JSON.stringify([asked, sensor.id]),
  );
  useEffect(() => {
    if (answeredAt !== null || isForbidden) props.onDrawn();
  }, [answeredAt, isForbidden]);
  const { events, hasMore } = data ?? { events: [], hasMore: false };
  const hasChange = clockChanges(range.first, range.last, shownZone).length > 0;
  const timeOf = (instant: string) => {
    const second = secondOf(instant);
    return `${localMinute(second, shownZone)}${hasChange ? ` ${offsetText(second, shownZone)}` : ""}`;
  };
  return (
    <>
      <h3>Exceedances</h3>
      {isForbidden && <ScopeNote what="Exceedances" scope={eventsScope} />}
      {issues[0] !== undefined && <IssueNote issue={issues[0]} />}
      {data !== null && <p class="count">{countText(events.length, total, hasMore)}</p>}
      {events.length > 0 && (
        <div
          class="table-scroll"
          tabIndex={0}
          role="region"
          aria-label={`Exceedances of ${sensor.name}`}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Time ({shownZone})</th>
                <th scope="col" class="number">
                  L{asked.weighting}eq
                </th>
                <th scope="col" class="number">
                  Limit
                </th>
                <th scope="col" class="number">
                  Over
                </th>
                <th scope="col">Limit by</th>
                <th scope="col">Label</th>
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <tr key={event.id}>
                  <td>{timeOf(event.datetime)}</td>
                  <td class="number">{twoDecimals(event.Leq)}</td>
                  <td class="number">{twoDecimals(event.limit)}</td>
                  <td class="number">{signedTwoDecimals(event.over)}</td>
                  <td>{sourceNames[event.limitSource]}</td>
                  <td>{event.classification?.label}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** A key that may not read samples is not told how many there are. */
function countText(shown: number, total: number | null, hasMore: boolean): string {
  const count = total ?? shown;
  if (count === 0) return "None.";
  if (total === null && hasMore) return `The first ${shown} exceedances; there are more.`;
  const counted = `${count} ${count === 1 ? "exceedance" : "exceedances"}`;
  return count > shown ? `${counted}; the first ${shown} are listed.` : `${counted}.`;
}

/** A page may have fewer events than asked for and be followed by another. */
async function readFirst(
  { projectId, first, last, weighting }: ReportRange,
  sensor: string,
  signal: AbortSignal,
): Promise<Answer<{ readonly events: readonly ReportEvent[]; readonly hasMore: boolean }>> {
  const events: ReportEvent[] = [];
  let cursor: number | null = 0;
  while (cursor !== null && events.length < listed) {
    const variables: ReportEventsQueryVariables = {
      project: projectId,
      sensor,
      first: instantText(first),
      last: instantText(last),
      weighting,
      limit: listed - events.length,
      cursor,
    };
    const { data, issues } = await ask(reportEventsDocument, variables, signal);
    const page = data?.events ?? null;
    if (page === null) return { data: null, issues };
    events.push(...page.data);
    cursor = page.cursor;
  }
  return { data: { events, hasMore: cursor !== null }, issues: [] };
}
