import { useMemo } from "preact/hooks";
import { ExcludedList } from "../../components/excluded-list.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { countText, durationText, twoDecimals, written } from "../../components/level-text.ts";
import { eventsScope } from "../../components/scope-note.tsx";
import { hoursText, percentText } from "../../components/share-text.ts";
import { lastCalibration } from "../../data/last-calibration.ts";
import type { ScheduleFacts } from "../../data/limit-words.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateText, dateTimeText, localClock, localDate, secondOf } from "../../time/local-time.ts";
import type { LocalRange } from "../../time/range.ts";
import { EpisodeDays, ExcludedEpisodes, WorstEpisodes } from "./episode-tables.tsx";
import { HourPicture } from "./hour-picture.tsx";
import type { Availability, SensorFigures } from "./use-report-figures.ts";
import { levelsOf, WeekPlot } from "./week-plot.tsx";
import { say, sayCount } from "../../words/say-in-report.ts";
import { missingSamples } from "../../data/missing-samples.ts";

/** True if it is known that the range has no sample of a sensor. */
export function hasNoSamples(known: SensorFigures | undefined): boolean {
  return known?.sensor?.availability?.samples === 0;
}

/** The plots, episodes, gaps and exclusions of a sensor; in the short form its worst episodes and its time. */
export function SensorSection(props: {
  readonly sensor: SensorFacts;
  readonly known: SensorFigures | undefined;
  readonly weeks: readonly LocalRange[];
  readonly schedules: { readonly sensor: ScheduleFacts | null; readonly project: ScheduleFacts };
  readonly isShort: boolean;
}) {
  const { sensor, known, weeks, schedules, isShort } = props;
  const { name } = sensor;
  const { range, zone } = useProject();
  const figures = known?.sensor ?? null;
  const availability = figures?.availability ?? null;
  const issue = known?.issues[0];
  const levels = useMemo(
    () => levelsOf(figures, schedules),
    [figures, schedules.sensor, schedules.project],
  );
  const makeSection = () => (
    <>
      <h2>{name}</h2>
      <p class="muted">{factsOf(sensor, known, localDate(range.last, zone))}</p>
      {issue !== undefined && <IssueNote issue={issue} />}
      {!isShort && (
        <>
          {levels !== null && weeks.length > 0 && (
            <h3>{say("section.levels", { quantity: levels.quantity })}</h3>
          )}
          {levels !== null &&
            weeks.map((week) => <WeekPlot key={week.from} week={week} levels={levels} />)}
        </>
      )}
      <div class="report-whole">
        <h3>{say("section.episodes")}</h3>
        {figures?.episodes === undefined && (
          <p class="muted small">{say("section.scope", { scope: eventsScope })}</p>
        )}
        {figures?.episodes != null && (
          <WorstEpisodes
            episodes={figures.episodes.data}
            weighting={weighting.value}
            sensorName={name}
          />
        )}
      </div>
      {!isShort && figures?.episodes != null && <EpisodeDays episodes={figures.episodes.data} />}
      {figures?.allEpisodes != null && (
        <ExcludedEpisodes
          episodes={figures.allEpisodes.data}
          exclusions={figures.exclusions ?? []}
          sensorName={name}
        />
      )}
      {availability !== null && (
        <>
          <h3>{say("section.availability")}</h3>
          <p>{dataText(availability)}</p>
          <ExcludedList exclusions={figures?.exclusions ?? []} />
          {!isShort && <GapList sensorName={name} availability={availability} />}
        </>
      )}
      {!isShort && figures !== null && (
        <HourPicture buckets={figures.hours === null ? null : figures.hours?.buckets} />
      )}
    </>
  );
  // The sheet is made anew with each answer: a section only with its own.
  return useMemo(makeSection, [known, schedules.sensor, schedules.project]);
}

/** `Serial number 12 · class 1 · 53.34980, −6.26030 · interval 5 min (inferred)`. */
function factsOf(
  { id, serialNumber, model, location }: SensorFacts,
  known: SensorFigures | undefined,
  last: string,
): string {
  const interval = known?.sensor?.availability?.interval ?? null;
  const facts = [say("section.id", { id })];
  if (serialNumber !== null) facts.push(say("section.serial", { number: serialNumber }));
  if (model !== null) facts.push(model);
  const { microphone, class: its, calibrations } = known?.sensor ?? {};
  if (its != null) facts.push(say("section.class", { class: its }));
  if (location !== null) {
    const { latitude, longitude } = location;
    facts.push(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`.replaceAll("-", "−"));
  }
  if (microphone != null) {
    const { height, mounting } = microphone;
    const metres = height !== null && say("section.height", { height: written(String(height)) });
    const place = [metres, mounting].filter(Boolean).join(", ");
    facts.push(say("section.microphone", { place }));
  }
  const done = lastCalibration(calibrations, last);
  if (done !== undefined) {
    const { date, level, note } = done;
    const decibels = level !== null && `${twoDecimals(level)} dB`;
    const detail = [decibels, note].filter(Boolean).map((part) => `, ${part}`);
    facts.push(say("section.calibration", { date: dateText(date), detail: detail.join("") }));
  }
  if (interval !== null) {
    const length = `${durationText(interval.seconds)}${say(`interval.${interval.source}`)}`;
    facts.push(say("section.interval", { interval: length }));
  }
  return facts.join(" · ");
}

/** `215 h of 216 h (99.5 %), 2,580 of 2,592 samples, 1 gap.` */
function dataText(availability: Availability): string {
  const { coveredSeconds, seconds, coverage, samples, expectedSamples, gapCount } = availability;
  return say("section.data", {
    covered: hoursText(coveredSeconds),
    all: hoursText(seconds),
    share: percentText(coverage),
    received: countText(samples),
    expected: countText(Math.max(samples, expectedSamples)),
    gaps: gapCount === 0 ? say("gaps.none") : sayCount("gaps", gapCount, countText(gapCount)),
  });
}

/** Gaps that are listed a sensor. */
const listedGaps = 5;

/** The stretches without samples, longest first; on the day of its start, an end is a clock. */
function GapList(props: { readonly sensorName: string; readonly availability: Availability }) {
  const { gaps, gapCount, interval } = props.availability;
  const { zone } = useProject();
  if (gaps.length === 0) return null;
  const shown = gaps.toSorted((a, b) => b.seconds - a.seconds).slice(0, listedGaps);
  return (
    <>
      {gapCount > shown.length && (
        <p>
          {say(gapCount > gaps.length ? "gaps.first" : "gaps.longest", {
            count: shown.length,
            all: countText(gaps.length),
          })}
        </p>
      )}
      <ul class="dense-lines long" aria-label={say("gaps.label", { sensor: props.sensorName })}>
        {shown.map(({ startAt, endAt, seconds }) => {
          const [first, end] = [secondOf(startAt), secondOf(endAt)];
          const isSameDay = localDate(first, zone) === localDate(end, zone);
          const missing = interval === null ? null : missingSamples(seconds, interval.seconds);
          return (
            <li key={startAt}>
              {sayCount("gaps.line", missing ?? 0, missing === null ? "–" : countText(missing), {
                from: dateTimeText(first, zone),
                to: isSameDay ? localClock(end, zone) : dateTimeText(end, zone),
                length: durationText(seconds),
              })}
            </li>
          );
        })}
      </ul>
    </>
  );
}
