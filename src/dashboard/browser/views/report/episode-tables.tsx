import { countText, durationText, signedTwoDecimals } from "../../components/level-text.ts";
import type { Exclusion } from "../../components/excluded-list.tsx";
import { grouped } from "../../data/grouped.ts";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import {
  levelColumn,
  numberColumn,
  PlainTable,
  textColumn,
} from "../../components/plain-table.tsx";
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

type Sensor = NonNullable<SensorFigures["sensor"]>;
type Episodes = NonNullable<Sensor["episodes"]>["data"];

/** The exceedances in excluded time, which count nowhere: of each episode, with the reasons. */
export function ExcludedEpisodes(props: {
  readonly episodes: NonNullable<Sensor["allEpisodes"]>["data"];
  readonly exclusions: readonly Exclusion[];
  readonly sensorName: string;
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
      <PlainTable<(typeof rows)[number]>
        label={`${say("episodes.excludedLabel")}${say("colon")}${props.sensorName}`}
        rows={rows}
        keyOf={({ startAt }) => startAt}
        columns={[
          textColumn(say("column.start", { zone }), ({ first }) => dateTimeText(first, zone)),
          numberColumn(say("column.length"), ({ first, end }) => durationText(end - first)),
          numberColumn(say("column.exceedances"), ({ events }) => events),
          numberColumn(say("summary.over"), ({ maxOver }) => signedTwoDecimals(maxOver)),
          textColumn(say("accounts.excluded"), ({ reasons }) => reasons),
        ]}
      />
    </>
  );
}

const listed = 10;

/** The ten episodes that are furthest above the limit. */
export function WorstEpisodes(props: {
  readonly episodes: Episodes;
  readonly weighting: string;
  readonly sensorName: string;
}) {
  const { episodes, weighting, sensorName } = props;
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
      <PlainTable<Episodes[number]>
        label={say("episodes.worst", { sensor: sensorName })}
        rows={worst}
        keyOf={({ startAt }) => startAt}
        columns={[
          textColumn(say("column.start", { zone }), ({ startAt }) =>
            dateTimeText(secondOf(startAt), zone),
          ),
          numberColumn(say("column.length"), ({ seconds }) => durationText(seconds)),
          numberColumn(say("column.exceedances"), ({ events }) => events),
          levelColumn(`L${weighting}eq`, ({ Leq }) => Leq),
          levelColumn("LAE", ({ LAE }) => LAE),
          numberColumn(say("summary.over"), ({ maxOver }) => signedTwoDecimals(maxOver)),
          textColumn(say("column.label"), ({ label }) => label),
        ]}
      />
    </>
  );
}

/** `17 Nov: 3, 25 min, +4.20 dB, 13:05`: number, duration, the highest and its time, for each day with any. */
export function EpisodeDays({ episodes }: { readonly episodes: Episodes }) {
  const { zone } = useProject();
  if (episodes.length === 0) return null;
  const days = grouped(episodes, ({ startAt }) => localDate(secondOf(startAt), zone));
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
