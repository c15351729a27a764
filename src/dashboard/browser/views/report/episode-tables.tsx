import {
  countText,
  durationText,
  signedTwoDecimals,
  twoDecimals,
} from "../../components/level-text.ts";
import type { Exclusion } from "../../components/excluded-list.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { useProject } from "../../state/project-scope.tsx";
import {
  dateTimeText,
  localClock,
  localDate,
  secondOf,
  shortDateText,
} from "../../time/local-time.ts";
import type { SensorFigures } from "./use-report-figures.ts";
import { say, sayCount } from "../../words/say-in-report.ts";

type Episodes = NonNullable<NonNullable<SensorFigures["figures"]>["episodes"]>["data"];

type AllEpisodes = NonNullable<NonNullable<SensorFigures["figures"]>["allEpisodes"]>["data"];

/** The exceedances in excluded time, which count nowhere: of each episode, with the reasons. */
export function ExcludedEpisodes(props: {
  readonly episodes: AllEpisodes;
  readonly exclusions: readonly Exclusion[];
}) {
  const { zone } = useProject();
  const stretches = drawnStretches(props.exclusions);
  const rows = drawnStretches(props.episodes).flatMap((episode) => {
    const reasons = stretches
      .filter(({ first, end }) => first < episode.end && end > episode.first)
      .map(({ reason }) => reason);
    return reasons.length === 0 ? [] : [{ ...episode, reasons: [...new Set(reasons)].join(", ") }];
  });
  if (rows.length === 0) return null;
  return (
    <>
      <p>{say("episodes.excluded")}</p>
      <PlainTable
        label={say("episodes.excludedLabel")}
        columns={[
          ...texts(say("column.start", { zone })),
          ...numbers(say("column.length"), say("column.exceedances"), say("summary.over")),
          ...texts(say("accounts.excluded")),
        ]}
        rows={rows.map(({ startAt, first, end, events, maxOver, reasons }) => ({
          key: startAt,
          cells: [
            dateTimeText(first, zone),
            durationText(end - first),
            events,
            signedTwoDecimals(maxOver),
            reasons,
          ],
        }))}
      />
    </>
  );
}

const listed = 10;

/** The ten episodes that are furthest above the limit; with `withDays` all of them by day. */
export function EpisodeTables(props: {
  readonly episodes: Episodes;
  readonly withDays: boolean;
  readonly weighting: string;
  readonly sensorName: string;
}) {
  const { episodes, withDays, weighting, sensorName } = props;
  const { zone } = useProject();
  const worst = episodes.toSorted((a, b) => b.maxOver - a.maxOver).slice(0, listed);
  const exceedances = episodes.reduce((sum, { events }) => sum + events, 0);
  if (episodes.length === 0) return <p>{say("episodes.none")}</p>;
  return (
    <>
      <p>
        {say("episodes.count", {
          episodes: sayCount("episodes", episodes.length, countText(episodes.length)),
          exceedances: sayCount("exceedances", exceedances, countText(exceedances)),
        })}
        {episodes.length > listed && say("episodes.furthest", { count: listed })}
      </p>
      <PlainTable
        label={say("episodes.worst", { sensor: sensorName })}
        columns={[
          ...texts(say("column.start", { zone })),
          ...numbers(
            say("column.length"),
            say("column.exceedances"),
            `L${weighting}eq`,
            "LAE",
            say("summary.over"),
          ),
          ...texts(say("column.label")),
        ]}
        rows={worst.map(({ startAt, seconds, events, Leq, LAE, maxOver, label }) => ({
          key: startAt,
          cells: [
            dateTimeText(secondOf(startAt), zone),
            durationText(seconds),
            events,
            twoDecimals(Leq),
            LAE === null ? "–" : twoDecimals(LAE),
            signedTwoDecimals(maxOver),
            label,
          ],
        }))}
      />
      {withDays && <EpisodeDays episodes={episodes} />}
    </>
  );
}

/** `17 Nov: 3, 25 min, +4.20 dB, 13:05`: number, duration, the highest and its time, for each day with any. */
function EpisodeDays({ episodes }: { readonly episodes: Episodes }) {
  const { zone } = useProject();
  const days = new Map<string, Episodes[number][]>();
  for (const episode of episodes) {
    const date = localDate(secondOf(episode.startAt), zone);
    days.set(date, [...(days.get(date) ?? []), episode]);
  }
  return (
    <>
      <h3>{say("episodes.byDay")}</h3>
      <ul class="dense-lines">
        {[...days].map(([date, own]) => {
          const highest = own.reduce((a, b) => (b.maxOver > a.maxOver ? b : a));
          const seconds = own.reduce((sum, episode) => sum + episode.seconds, 0);
          return (
            <li key={date}>
              {`${shortDateText(date)}${say("colon")}${own.length}, ${durationText(seconds)}, ${signedTwoDecimals(highest.maxOver)} dB, ${localClock(secondOf(highest.maxOverAt), zone)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}
