import "./event-list.css";
import { useEffect } from "preact/hooks";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { address, linkTo, parameter, replaceParameters, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { clockChanges, offsetText } from "../../time/local-time.ts";
import { EpisodeTable } from "./episode-table.tsx";
import { isFiltered, noFilter, parseFilter } from "./event-filter.ts";
import { EventTable } from "./event-table.tsx";
import { episodesExport, eventsExport } from "./events-export.ts";
import { FilterBar } from "./filter-bar.tsx";
import { stopPlaying } from "./list-player.ts";
import { countText, ModeSwitch } from "./mode-switch.tsx";
import { NoExceedances } from "./no-exceedances.tsx";
import { type EventSource, nothingRead } from "./read-events.ts";
import { useEpisodes } from "./use-episodes.ts";
import { useEvents } from "./use-events.ts";
import { useRecorded } from "./use-recorded.ts";

const rowsAtOnce = 100;
const rowsOfSummary = 20;

/** Episodes need all exceedances of the range: so many are read without asking. */
const exceedancesForEpisodes = 5000;

/**
 * The exceedances of the project's sensors in the range, newest first, with filter and export. In the view of the
 * project it is the newest twenty, with a link to all.
 */
export function EventList() {
  if (!lacksScope(eventsScope)) return <List />;
  return (
    <section
      class="event-list card"
      data-testid="event-list"
      data-ready="true"
      aria-label="Exceedances"
    >
      {address.value.view !== "events" && <h2>Exceedances</h2>}
      <ScopeNote what="Exceedances" scope={eventsScope} />
    </section>
  );
}

function List() {
  const { project, range, zone, shownZone, extents } = useProject();
  const isSummary = address.value.view !== "events";
  const sensorIds = project.sensors.map(({ id }) => id);
  const filter = isSummary ? noFilter : parseFilter(address.value.parameters, sensorIds);
  const isEpisodes = !isSummary && parameter("mode") === "episodes";
  const source: EventSource = {
    projectId: project.id,
    first: range.first,
    last: range.last,
    weighting: weighting.value,
    filter,
  };
  const quantity = `L${weighting.value}eq`;
  useEffect(() => stopPlaying, []);
  // In the address, so that a way back finds the rows again. A whole number of pages, a thousand at most.
  const pages = Number(parameter("pages") ?? 1);
  const steps = pages >= 1 && pages <= 1000 && Number.isInteger(pages) ? pages : 1;
  const wanted = (isEpisodes ? exceedancesForEpisodes : rowsAtOnce) * steps;
  const events = useEvents(source, isSummary ? rowsOfSummary : wanted);
  const { episodes, issues } = useEpisodes(isEpisodes ? events.events : null);
  const shownRows = isSummary ? rowsOfSummary : rowsAtOnce * steps;
  const listed = events.events.slice(0, shownRows);
  const shownEpisodes = episodes?.slice(0, shownRows) ?? [];
  const recorded = useRecorded(
    source,
    isEpisodes ? shownEpisodes.flatMap(({ exceedances }) => exceedances) : listed,
  );
  const rows = isEpisodes ? episodes : events.events;
  const [issue] = events.issues;
  const isFirstLoad = events.isLoading && events.events.length === 0;
  const place = { source, range, zone };
  const read = events.isStale ? nothingRead : events;
  const offsets = [
    range.first,
    ...clockChanges(range.first, range.last, shownZone).map(({ second }) => second),
  ].map((second) => offsetText(second, shownZone));
  const hasMore = !events.isAtEnd || (rows?.length ?? 0) > shownRows;
  return (
    <section
      class="event-list card"
      data-testid="event-list"
      data-ready={!events.isLoading && (!isEpisodes || episodes !== null)}
      aria-label="Exceedances"
      aria-busy={events.isLoading}
    >
      {!isSummary && <FilterBar filter={filter} labels={labelsOf(events.events, filter.labels)} />}
      <div class="row spread">
        <div>
          {isSummary && <h2>Exceedances</h2>}
          <p role="status">
            {rows !== null && !isFirstLoad && (issue === undefined || rows.length > 0) && (
              <strong>{countText(rows.length, events.isAtEnd, isEpisodes)}</strong>
            )}
            <span class="muted small">
              {" "}
              {`${quantity} in dB(${weighting.value}) · times of ${shownZone} (${offsets.join(", then ")})`}
            </span>
          </p>
        </div>
        {isSummary ? (
          <a href={linkTo({ view: "events" })}>All events</a>
        ) : (
          <div class="row no-print">
            <ModeSwitch isEpisodes={isEpisodes} />
            <ExportButtons
              {...(isEpisodes ? episodesExport(place, read, extents) : eventsExport(place, read))}
            />
          </div>
        )}
      </div>
      {isFirstLoad && <Skeleton height={320} />}
      {issue !== undefined && <IssueNote issue={issue} />}
      {issues[0] !== undefined && (
        <>
          <IssueNote issue={issues[0]} />
          <p class="muted small">
            Where samples are missing is not known: every interval without an exceedance ends an
            episode.
          </p>
        </>
      )}
      {!events.isLoading && events.isAtEnd && events.events.length === 0 && (
        <NoExceedances isFiltered={isFiltered(filter)} />
      )}
      {rows !== null && rows.length > 0 && (
        <div class={events.isStale ? "fade dimmed" : "fade"}>
          {isEpisodes ? (
            <EpisodeTable episodes={shownEpisodes} recorded={recorded} quantity={quantity} />
          ) : (
            <EventTable events={listed} recorded={recorded} quantity={quantity} />
          )}
        </div>
      )}
      {isEpisodes && !events.isAtEnd && !events.isLoading && issue === undefined && (
        <p class="muted small">
          Worked out from the newest {events.events.length} exceedances. The oldest episode may be
          longer, and there are more: read on to list them.
        </p>
      )}
      {issue?.code === "UNAVAILABLE" && (
        <button type="button" class="retry" onClick={events.retry}>
          Try again
        </button>
      )}
      {!isSummary && issue === undefined && hasMore && rows !== null && rows.length > 0 && (
        <button
          type="button"
          class="more no-print"
          disabled={events.isLoading}
          onClick={() => replaceParameters({ pages: String(steps + 1) })}
        >
          More
        </button>
      )}
    </section>
  );
}

function labelsOf(
  events: readonly { readonly label: string | null }[],
  chosen: readonly string[] | null,
): string[] {
  const labels = new Set(chosen);
  for (const { label } of events) if (label !== null) labels.add(label);
  return [...labels].toSorted();
}
