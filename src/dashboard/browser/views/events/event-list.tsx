import "./event-list.css";
import { useEffect } from "preact/hooks";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { LabelsNote } from "../../components/labels-note.tsx";
import { rangeWithoutSamples } from "../../components/range-without-samples.tsx";
import { eventsScope, ScopeNote } from "../../components/scope-note.tsx";
import { exclusionsAt, reasonsText, useExclusions } from "../../data/use-exclusions.ts";
import { together } from "../../graphql/use-query.ts";
import { lacksScope } from "../../state/api-key.ts";
import {
  address,
  linkTo,
  parameter,
  pushParameters,
  replaceParameters,
  validOnly,
  weighting,
} from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { clockChanges, dayTimeText, offsetText } from "../../time/local-time.ts";
import { EpisodeTable, episodesExport } from "./episode-table.tsx";
import { choosesSensorsAlone, isFiltered, noFilter, parseFilter } from "./event-filter.ts";
import { EventTable, eventsExport } from "./event-table.tsx";
import { clearFilter, FilterBar } from "./filter-bar.tsx";
import { stopPlaying } from "./list-player.ts";
import { chosenOrder, ordered, OrderField } from "./event-order.tsx";
import { type EventSource, nothingRead } from "./read-events.ts";
import { useEpisodes } from "./use-episodes.ts";
import { useEvents, useRecorded, useTotal } from "./use-events.ts";
import { counted } from "../../components/level-text.ts";
import { Segments } from "../../components/segments.tsx";

const rowsAtOnce = 100;
const rowsOfSummary = 20;

/**
 * The exceedances of the project's sensors in the range, newest first, with filter and export. In the view of the
 * project it is the newest twenty, with a link to all.
 */
export function EventList() {
  const isSummary = address.value.view !== "events";
  const instead = lacksScope(eventsScope) ? (
    <ScopeNote what="Exceedances" scope={eventsScope} />
  ) : (
    rangeWithoutSamples(useProject())
  );
  return (
    <>
      {!isSummary && <h1>Events</h1>}
      {instead === null && <List isSummary={isSummary} />}
      {instead !== null && (
        <section
          class="event-list card column-4"
          data-testid="event-list"
          data-ready="true"
          aria-label="Exceedances"
        >
          {isSummary && <h2>Exceedances</h2>}
          {instead}
        </section>
      )}
    </>
  );
}

function List({ isSummary }: { readonly isSummary: boolean }) {
  const { project, range, zone } = useProject();
  const sensorIds = project.sensors.map(({ id }) => id);
  const filter = isSummary ? noFilter : parseFilter(address.value.parameters, sensorIds);
  const isEpisodes = !isSummary && parameter("mode") === "episodes";
  const exclusions = useExclusions(project.id, filter.sensors ?? sensorIds, range);
  const excluded = validOnly.value ? (exclusions.data ?? []) : [];
  // Without them, it is unknown which exceedances count.
  const isUnknown = validOnly.value && !isEpisodes && exclusions.data === null;
  const source: EventSource = {
    projectId: project.id,
    first: range.first,
    last: range.last,
    weighting: weighting.value,
    filter,
    excluded,
  };
  const quantity = `L${weighting.value}eq`;
  useEffect(() => stopPlaying, []);
  // In the address, so that a way back finds the rows again. A whole number of pages, a thousand at most.
  const pages = Number(parameter("pages") ?? 1);
  const steps = pages >= 1 && pages <= 1000 && Number.isInteger(pages) ? pages : 1;
  const shownRows = isSummary ? rowsOfSummary : rowsAtOnce * steps;
  const order = isSummary ? "newest" : chosenOrder(isEpisodes);
  const events = useEvents(source, order, isEpisodes || isUnknown ? 0 : shownRows);
  const episodes = useEpisodes(source, isEpisodes);
  const listed = isEpisodes ? [] : ordered(events.events, order).slice(0, shownRows);
  // Those of a part of an order would be read for nothing.
  const isSorting = order !== "newest" && events.isLoading;
  const recorded = useRecorded(source, isSorting ? [] : listed);
  const list = isEpisodes ? episodes : events;
  const rows: readonly { readonly label: string | null }[] =
    (isEpisodes ? episodes.data : events.events) ?? [];
  const [issue] = list.issues;
  const isAtEnd = isEpisodes ? issue === undefined : events.isAtEnd;
  const isStale = isEpisodes ? episodes.isLoading : events.isStale;
  const isCountable = choosesSensorsAlone(filter) && !lacksScope("v0:data:read");
  const isEmpty = rows.length === 0 && isAtEnd && !list.isLoading && !isUnknown;
  const isLong = rows.length > 0 && !isAtEnd && !isEpisodes;
  const total = useTotal(source, isCountable && (isEmpty || isLong) && !isStale);
  const hasNoLimit = total.hasNoLimit && events.excluded.length === 0;
  const isLoading = list.isLoading || exclusions.isLoading;
  const isFirstLoad = isLoading && rows.length === 0;
  const isCounted =
    !isFirstLoad && !isUnknown && !total.isLoading && (issue === undefined || rows.length > 0);
  const count = Math.max(total.count ?? 0, rows.length);
  // `90 exceedances`, `at least 100 exceedances`, `12 episodes`.
  const countWords = `${isAtEnd || total.count !== null ? "" : "at least "}${counted(count, isEpisodes ? "episode" : "exceedance")}`;
  const place = { source, range, zone };
  const offsets = [
    range.first,
    ...clockChanges(range.first, range.last, zone).map(({ second }) => second),
  ].map((second) => offsetText(second, zone));
  // The first in an order may have others between them in time, which a file has as well.
  const isPart = events.isStale || (order !== "newest" && !isAtEnd);
  const hasMore = !isAtEnd || rows.length > shownRows;
  return (
    <section
      class="event-list card column-4"
      data-testid="event-list"
      data-ready={!isLoading && !total.isLoading}
      aria-label="Exceedances"
      aria-busy={isLoading}
    >
      {!isSummary && (
        <FilterBar
          filter={filter}
          labels={[
            ...new Set([...(filter.labels ?? []), ...rows.flatMap(({ label }) => label ?? [])]),
          ].toSorted()}
          hasSources={!isEpisodes}
        />
      )}
      <div class="row spread">
        <div>
          {isSummary && <h2>Exceedances</h2>}
          <p role="status">
            {isCounted && (
              <strong>{hasNoLimit ? `No limit in dB(${weighting.value})` : countWords}</strong>
            )}
            <span class="muted small">
              {" "}
              {`${quantity} in dB(${weighting.value}) · times of ${zone} (${offsets.join(", then ")})`}
            </span>
          </p>
        </div>
        {isSummary ? (
          <a href={linkTo({ view: "events" })}>All events</a>
        ) : (
          <div class="row no-print">
            <OrderField order={order} isEpisodes={isEpisodes} />
            <Segments
              label="List"
              options={[
                [false, "Samples"],
                [
                  true,
                  "Episodes",
                  "Exceedances of a sensor that follow each other with no time between",
                ],
              ]}
              chosen={isEpisodes}
              onChoose={(chosen) => pushParameters({ mode: chosen ? "episodes" : undefined })}
            />
            <ExportButtons
              csv={
                isEpisodes
                  ? episodesExport(place, episodes)
                  : isUnknown
                    ? undefined
                    : eventsExport(place, isPart ? nothingRead : events)
              }
            />
          </div>
        )}
      </div>
      {validOnly.value && !isEpisodes && lacksScope("v0:data:read") && (
        <p class="muted small">
          Excluded time counts here, too: which it is may be read with the scope v0:data:read.
        </p>
      )}
      {events.isCut && !isEpisodes && !isLoading && (
        <p role="note">
          {`In order is the time from ${dayTimeText(events.events.at(-1)?.second ?? range.first, zone)} on. Choose a shorter range, or a filter, for all.`}
        </p>
      )}
      <QueryNote
        query={together({ ...list, data: rows.length === 0 ? null : rows }, exclusions)}
        height={320}
      />
      {isEmpty && !isLoading && !total.isLoading && (
        <NoExceedances isFiltered={isFiltered(filter)} hasNoLimit={hasNoLimit} />
      )}
      {rows.length > 0 && (
        <div class={isStale ? "fade dimmed" : "fade"}>
          {isEpisodes ? (
            <EpisodeTable
              episodes={ordered(episodes.data ?? [], order).slice(0, shownRows)}
              order={order}
              quantity={quantity}
            />
          ) : (
            <EventTable events={listed} order={order} recorded={recorded} quantity={quantity} />
          )}
        </div>
      )}
      {!isEpisodes && events.excluded.length > 0 && (
        <details>
          <summary>
            {`${isAtEnd ? "" : "at least "}${counted(events.excluded.length, "exceedance")} in excluded time, which count nowhere`}
          </summary>
          <EventTable
            events={events.excluded.slice(0, rowsAtOnce)}
            recorded={{ ids: new Set(), isKnown: false }}
            quantity={quantity}
            reasonOf={(event) => reasonsText(exclusionsAt(excluded, event))}
          />
        </details>
      )}
      {rows.length > 0 && !isSummary && <LabelsNote />}
      {!isSummary && issue === undefined && hasMore && rows.length > 0 && (
        <button
          type="button"
          class="more no-print"
          disabled={list.isLoading}
          onClick={() => replaceParameters({ pages: String(steps + 1) })}
        >
          More
        </button>
      )}
    </section>
  );
}

/** Why the list is empty, and where there is something. */
function NoExceedances(props: { readonly isFiltered: boolean; readonly hasNoLimit: boolean }) {
  const { newestSecond, range, zone } = useProject();
  const isAfter = newestSecond !== null && newestSecond < range.first;
  return (
    <div class="empty column-3">
      <p>
        {props.hasNoLimit ? "No sample has a limit" : "No exceedances"} from{" "}
        {dayTimeText(range.first, zone)} to {dayTimeText(range.last + 1, zone)}
        {props.isFiltered ? " with this filter" : ""}.
        {isAfter && ` The last sample is from ${dayTimeText(newestSecond, zone)}.`}
      </p>
      {isAfter && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          The 7 days up to it
        </button>
      )}
      {props.isFiltered && (
        <button type="button" onClick={clearFilter}>
          Show all
        </button>
      )}
    </div>
  );
}
