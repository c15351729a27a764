import { useMemo } from "preact/hooks";
import { twoDigits } from "../../../../../acoustics/time/clock-text.ts";
import { tableOf } from "../../../components/data-table.tsx";
import { countText } from "../../../components/level-text.ts";
import { numberColumn, textColumn } from "../../../components/plain-table.tsx";
import { PlotBlock, type PlotCounts } from "../../../components/plot-block.tsx";
import { AxisLabels, Bars, GridLines, SvgPlot } from "../../../plots/svg-plot.tsx";
import { axisBetween } from "../../../plots/level-shapes.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { type ExceedanceHour, exceedanceHours } from "./exceedance-hours.ts";
import type { HourQuery } from "./hour-query.ts";

/** At which time of the day limits are exceeded. */
export function ExceedanceHoursBlock(props: {
  readonly query: HourQuery;
  readonly counts: PlotCounts | null;
}) {
  const { zone } = useProject();
  const { data: hours } = props.query;
  const sums = useMemo(() => exceedanceHours(hours ?? [], zone), [hours, zone]);
  if (hours === null) return null;
  const hasLimit = hours.some(({ limitedSeconds }) => limitedSeconds > 0);
  return (
    <PlotBlock
      testId="exceedances-by-hour"
      title="Exceedances by hour of the day"
      quantity="samples above the limit"
      counts={props.counts}
      query={{ ...props.query, data: sums, issues: [] }}
      height={height}
      isDrawn={props.counts !== null}
      table={(shown) =>
        tableOf("Exceedances by hour of the day", shown, [
          textColumn("Hour", ({ hour }) => `${twoDigits(hour)}:00`),
          numberColumn("Exceedances", ({ events }) => events),
          numberColumn("Samples", ({ samples }) => samples),
        ])
      }
    >
      {(shown) =>
        shown.every(({ events }) => events === 0) ? (
          <p class="muted">{hasLimit ? "No exceedances." : "No limit holds in the range."}</p>
        ) : (
          <HourBars sums={shown} />
        )
      }
    </PlotBlock>
  );
}

const height = 200;
const [left, right, top, bottom] = [36, 4, 16, height - 26];

function HourBars({ sums }: { readonly sums: readonly ExceedanceHour[] }) {
  const most = Math.max(...sums.map(({ events }) => events));
  const highest = sums.find(({ events }) => events === most)?.hour ?? 0;
  const total = sums.reduce((sum, { events }) => sum + events, 0);
  const summary = `${countText(total)} exceedances, most of them (${countText(most)}) from ${twoDigits(highest)}:00 to ${twoDigits(highest + 1)}:00`;
  const y = axisBetween([0, most], [bottom, top]);
  const columns = (width: number, column: number) => (
    <>
      <GridLines
        left={left}
        right={width}
        lines={[
          [top, countText(most)],
          [bottom, "0"],
        ]}
      />
      <Bars
        ink={{ fill: "var(--alarm)" }}
        top={top}
        bottom={bottom}
        gap={2}
        bars={sums.map(({ hour, samples, events }) => ({
          title: `${twoDigits(hour)}–${twoDigits(hour + 1)}: ${countText(events)} of ${countText(samples)} samples above the limit`,
          x: left + hour * column,
          y: y(events),
          width: column,
          height: bottom - y(events),
        }))}
      />
      <AxisLabels
        y={bottom + 18}
        texts={sums
          .filter(({ hour }) => hour % (column < 22 ? 3 : 1) === 0)
          .map(({ hour }) => [left + (hour + 0.5) * column, twoDigits(hour)])}
      />
    </>
  );
  return (
    <SvgPlot summary={summary} height={height}>
      {(width) => columns(width, Math.max(1, (width - left - right) / 24))}
    </SvgPlot>
  );
}
