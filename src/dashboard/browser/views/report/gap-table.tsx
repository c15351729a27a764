import { countText, durationText } from "../../components/level-text.ts";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../time/local-time.ts";
import { missingSamples } from "../../data/missing-samples.ts";
import type { SensorFigures } from "./use-report-figures.ts";

/** Gaps that are listed a sensor. */
const listed = 5;

/** The stretches without samples, longest first. */
export function GapTable(props: {
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
          The {shown.length} longest
          {gapCount > gaps.length && ` of the first ${countText(gaps.length)}`} are listed.
        </p>
      )}
      <PlainTable
        label={`Gaps of ${props.sensorName}`}
        columns={[...texts("No data from", "To"), ...numbers("Length", "Missing samples")]}
        rows={shown.map(({ startAt, endAt, seconds }) => ({
          key: startAt,
          cells: [
            timeOf(startAt),
            timeOf(endAt),
            durationText(seconds),
            interval === null ? "–" : missingSamples(seconds, interval.seconds),
          ],
        }))}
      />
    </>
  );
}
