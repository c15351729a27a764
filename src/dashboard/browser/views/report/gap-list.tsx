import { countText, durationText } from "../../components/level-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../time/local-time.ts";
import { missingSamples } from "../../data/missing-samples.ts";
import type { SensorFigures } from "./use-report-figures.ts";
import { say, sayCount } from "../../words/say-in-report.ts";

/** Gaps that are listed a sensor. */
const listed = 5;

/** The stretches without samples, longest first. */
export function GapList(props: {
  readonly sensorName: string;
  readonly availability: NonNullable<NonNullable<SensorFigures["figures"]>["availability"]>;
}) {
  const { gaps, gapCount, interval } = props.availability;
  const { zone } = useProject();
  if (gaps.length === 0) return null;
  const shown = gaps.toSorted((a, b) => b.seconds - a.seconds).slice(0, listed);
  const timeOf = (instant: string) => dateTimeText(secondOf(instant), zone);
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
          const missing = interval === null ? null : missingSamples(seconds, interval.seconds);
          return (
            <li key={startAt}>
              {sayCount("gaps.line", missing ?? 0, missing === null ? "–" : countText(missing), {
                from: timeOf(startAt),
                to: timeOf(endAt),
                length: durationText(seconds),
              })}
            </li>
          );
        })}
      </ul>
    </>
  );
}
