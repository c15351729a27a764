import { durationText } from "../../components/level-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../time/local-time.ts";
import { missingSamples } from "../sensor/availability/stuck-values.ts";
import type { SensorFigures } from "./use-report-figures.ts";

/** Gaps that are listed a sensor. */
const listed = 10;

/** The stretches without samples, longest first. */
export function GapTable(props: {
  readonly sensorName: string;
  readonly availability: NonNullable<NonNullable<SensorFigures["figures"]>["availability"]>;
}) {
  const { gaps, gapCount, interval } = props.availability;
  const { shownZone } = useProject();
  if (gaps.length === 0) return null;
  const shown = gaps.toSorted((a, b) => b.seconds - a.seconds).slice(0, listed);
  const timeOf = (instant: string) => dateTimeText(secondOf(instant), shownZone);
  return (
    <>
      {gapCount > shown.length && (
        <p>
          The {shown.length} longest{gapCount > gaps.length && ` of the first ${gaps.length}`} are
          listed.
        </p>
      )}
      <div
        class="table-scroll"
        tabIndex={0}
        role="region"
        aria-label={`Gaps of ${props.sensorName}`}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">No data from</th>
              <th scope="col">To</th>
              <th scope="col" class="number">
                Length
              </th>
              <th scope="col" class="number">
                Missing samples
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ startAt, endAt, seconds }) => (
              <tr key={startAt}>
                <td>{timeOf(startAt)}</td>
                <td>{timeOf(endAt)}</td>
                <td class="number">{durationText(seconds)}</td>
                <td class="number">
                  {interval === null ? "–" : missingSamples(seconds, interval.seconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
