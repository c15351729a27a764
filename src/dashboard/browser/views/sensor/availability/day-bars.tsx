import { receivedText } from "../../../components/share-text.ts";
import type { TableContent } from "../../../components/data-table.tsx";
import { numbers, texts } from "../../../components/plain-table.tsx";
import { PlotBlock } from "../../../components/plot-block.tsx";
import { timeTicks } from "../../../plots/time-axis.ts";
import { GridLine, SvgPlot } from "../../../plots/svg-plot.tsx";
import { useProject } from "../../../state/project-scope.tsx";
import { dateText, localDate, secondOf } from "../../../time/local-time.ts";
import type { SensorAvailability } from "./sensor-availability.ts";

type Days = NonNullable<SensorAvailability["aggregates"]>["buckets"];

/** A bar a day: how many of the samples that should be there are. */
export function DayBars(props: {
  readonly days: Days;
  readonly availability: NonNullable<SensorAvailability["availability"]>;
  readonly isStale: boolean;
}) {
  const { days, availability, isStale } = props;
  const { zone } = useProject();
  const table = (): TableContent => ({
    caption: `Samples a day, days of ${zone}`,
    columns: [...texts("Day"), ...numbers("Received", "Expected", "Hours")],
    rows: days.map(({ startAt, samples, expectedSamples, seconds }) => [
      localDate(secondOf(startAt), zone),
      String(samples),
      String(expectedSamples),
      String(Number((seconds / 3600).toFixed(2))),
    ]),
  });
  return (
    <PlotBlock
      testId="availability"
      title="Samples a day"
      quantity="received of expected"
      counts={{
        points: availability.samples,
        over: days.reduce((sum, { events }) => sum + events, 0),
        gaps: availability.gapCount,
      }}
      isReady={!isStale}
      isStale={isStale}
      table={table}
    >
      {days.length === 0 ? (
        <p class="muted">No days in the range.</p>
      ) : (
        <SvgPlot summary={summaryOf(days)} height={height}>
          {(width) => <Bars days={days} width={width} />}
        </SvgPlot>
      )}
    </PlotBlock>
  );
}

const height = 180;
const inside = { left: 44, right: 4, top: 12, bottom: 24 };

function Bars({ days, width }: { readonly days: Days; readonly width: number }) {
  const { zone } = useProject();
  const [left, bottom] = [inside.left, height - inside.bottom];
  const column = (width - left - inside.right) / days.length;
  const first = secondOf(days[0]?.startAt ?? "");
  const last = secondOf(days.at(-1)?.endAt ?? "") - 1;
  const tall = bottom - inside.top;
  const labelled = new Set(timeTicks(first, last, zone, width / 90).map(({ second }) => second));
  return (
    <>
      {[0, 0.5, 1].map((share) => (
        <GridLine key={share} left={left} right={width} y={bottom - share * tall}>
          {share * 100} %
        </GridLine>
      ))}
      {days.map((day, index) => {
        const x = left + index * column;
        const size = Math.max(1, column - (column > 4 ? 2 : 0));
        const part = shareOf(day);
        const date = localDate(secondOf(day.startAt), zone);
        return (
          <g key={day.startAt}>
            <title>{`${dateText(date)}: ${receivedText(day.samples, day.expectedSamples)} samples`}</title>
            <rect class="day-missing" x={x} y={inside.top} width={size} height={tall} />
            <rect
              class="day-received"
              x={x}
              y={bottom - part * tall}
              width={size}
              height={part * tall}
            />
            {(days.length <= width / 90 || labelled.has(secondOf(day.startAt))) && (
              <text class="plot-label" x={x} y={bottom + 17}>
                {dateText(date).slice(0, -5)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function shareOf({ samples, expectedSamples }: Days[number]): number {
  return expectedSamples === 0 ? (samples > 0 ? 1 : 0) : Math.min(1, samples / expectedSamples);
}

function summaryOf(days: Days): string {
  const full = days.filter(({ samples, expectedSamples }) => samples >= expectedSamples).length;
  const none = days.filter(({ samples }) => samples === 0).length;
  return `Samples a day: ${full} of ${days.length} days complete, ${none} without samples`;
}
