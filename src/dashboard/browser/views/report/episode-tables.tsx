import {
  counted,
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
      <p>Exceedances that reach into excluded time, where they count nowhere:</p>
      <PlainTable
        label="Excluded exceedances"
        columns={[
          ...texts(`Start (${zone})`),
          ...numbers("Length", "Exceed.", "Highest over"),
          ...texts("Excluded"),
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
  if (episodes.length === 0) return <p>No episode of exceedances.</p>;
  return (
    <>
      <p>
        {`${counted(episodes.length, "episode")} of ${counted(exceedances, "exceedance")}.`}
        {episodes.length > listed && ` The ${listed} furthest above the limit:`}
      </p>
      <PlainTable
        label={`Worst episodes of ${sensorName}`}
        columns={[
          ...texts(`Start (${zone})`),
          ...numbers("Length", "Exceed.", `L${weighting}eq`, "LAE", "Highest over"),
          ...texts("Label"),
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

/** `17 Nov: 3, 25 min, +4.20 dB, 13:05`: how many, how long, and the highest, a line a day that has any. */
function EpisodeDays({ episodes }: { readonly episodes: Episodes }) {
  const { zone } = useProject();
  const days = new Map<string, Episodes[number][]>();
  for (const episode of episodes) {
    const date = localDate(secondOf(episode.startAt), zone);
    days.set(date, [...(days.get(date) ?? []), episode]);
  }
  return (
    <>
      <h3>Episodes by day: how many, how long, the highest and its time</h3>
      <ul class="episode-days">
        {[...days].map(([date, own]) => {
          const highest = own.reduce((a, b) => (b.maxOver > a.maxOver ? b : a));
          const seconds = own.reduce((sum, episode) => sum + episode.seconds, 0);
          return (
            <li key={date}>
              {`${shortDateText(date)}: ${own.length}, ${durationText(seconds)}, ${signedTwoDecimals(highest.maxOver)} dB, ${localClock(secondOf(highest.maxOverAt), zone)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}
