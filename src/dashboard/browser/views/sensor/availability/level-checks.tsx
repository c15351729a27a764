import { Facts } from "../../../components/facts.tsx";
import { IssueNote } from "../../../components/issue-note.tsx";
import { countText, exactText, levelText } from "../../../components/level-text.ts";
import { readSamples } from "../../../data/read-samples.ts";
import { useAsked } from "../../../graphql/use-query.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { dateTimeText, secondOf, type TimeZone } from "../../../time/local-time.ts";
import type { StatisticsRange } from "../statistics/shown-range.ts";
import type { SensorAvailability } from "./sensor-availability.ts";
import {
  type EqualRun,
  highestUsual,
  longestEqualRun,
  lowestUsual,
  suspiciousRun,
  unusualBins,
  unusualSamples,
} from "./stuck-values.ts";

const mostSamples = 10_000;

/** Levels that a working microphone outdoors hardly reports. */
export function LevelChecks(props: {
  readonly shown: StatisticsRange;
  readonly availability: NonNullable<SensorAvailability["availability"]>;
  readonly bins: NonNullable<SensorAvailability["distribution"]>["bins"];
}) {
  const { shown, availability, bins } = props;
  const { zone } = useProject();
  const seconds = availability.interval?.seconds ?? 300;
  const isReadable = Math.max(availability.samples, shown.seconds / seconds) <= mostSamples;
  const samples = useAsked(
    (signal) =>
      isReadable
        ? readSamples(
            {
              projectId: shown.project,
              sensorId: shown.sensor,
              first: secondOf(shown.first),
              last: secondOf(shown.last),
              weighting: shown.weighting,
              intervalSeconds: seconds,
            },
            signal,
          )
        : null,
    JSON.stringify([shown, isReadable, seconds]),
  );
  const read = isReadable ? samples.data : null;
  const unusual = read === null ? unusualBins(bins) : unusualSamples(read);
  const days = Math.floor((mostSamples * seconds) / 86_400);
  const [issue] = samples.issues;
  return (
    <section class="card stack" aria-label="Levels to check">
      <h2>Levels to check</h2>
      <Facts
        class="level-checks column-3"
        facts={[
          [
            "Longest run of equal levels",
            <>
              {!isReadable && `Choose ${days} days or fewer: it is looked for in each sample.`}
              {isReadable && read === null && samples.isLoading && "…"}
              {isReadable && read !== null && <Run run={longestEqualRun(read)} zone={zone} />}
            </>,
          ],
          [`Levels below ${lowestUsual} dB`, countText(unusual.low)],
          [
            `Levels ${unusual.isExact ? "above" : "of or above"} ${highestUsual} dB`,
            countText(unusual.high),
          ],
        ]}
      />
      {isReadable && issue !== undefined && <IssueNote issue={issue} />}
    </section>
  );
}

function Run({ run, zone }: { readonly run: EqualRun | null; readonly zone: TimeZone }) {
  if (run === null) return <>no levels</>;
  if (run.count === 1) return <>none: no two levels in a row are equal</>;
  const times = `${dateTimeText(run.first, zone)} to ${dateTimeText(run.last, zone)}`;
  return (
    <>
      {countText(run.count)} samples of{" "}
      <span title={`${exactText(run.level)} dB`}>{levelText(run.level)}</span>, {times}
      {run.count >= suspiciousRun && <strong> – check the microphone</strong>}
    </>
  );
}
