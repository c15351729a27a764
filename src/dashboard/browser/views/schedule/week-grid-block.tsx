import { useMemo } from "preact/hooks";
import type { LimitRules } from "../../../../acoustics/limits/limit-rules.ts";
import { clockOfMinute } from "../../../../acoustics/time/clock-text.ts";
import type { TableContent } from "../../components/data-table.tsx";
import { levelColumns, texts } from "../../components/plain-table.tsx";
import { exactLevel, levelText } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { dayNames } from "../../data/limit-words.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { dayBefore, sourceText, WeekGridPicture } from "./week-grid-picture.tsx";
import { type GridDay, gridDays, type WeekBlock, weekGrid } from "./week-grid.ts";

/** The limits of one weighting, Monday to Sunday, as long as no holiday or exception comes between. */
export function WeekGridBlock(props: {
  readonly rules: { readonly sensor: LimitRules; readonly project: LimitRules };
  readonly weighting: Weighting;
}) {
  const { rules, weighting } = props;
  const grid = useMemo(() => weekGrid(rules, weighting), [rules, weighting]);
  const hasHoliday = grid.get("holiday")?.some(({ limit }) => limit !== null) === true;
  const hasSensorRules = [...grid.values()]
    .flat()
    .some(({ limitSource }) => limitSource.startsWith("sensor"));
  const days = gridDays.filter((day) => day !== "holiday" || hasHoliday);
  const title = `Week of limits, dB(${weighting})`;
  const table = () => gridTable(grid, days, title);
  return (
    <PlotBlock testId={`week-grid-${weighting}`} title={title} counts={null} isReady table={table}>
      <WeekGridPicture grid={grid} days={days} summary={summaryOf(grid, title)} />
      {hasSensorRules && (
        <p class="muted small">With a bar on the left: a rule of the sensor, which goes first.</p>
      )}
      {hasHoliday && (
        <p class="muted small">
          Holiday: a day among the project's holidays, whatever its weekday. Where it is empty, the
          limits of its weekday hold.
        </p>
      )}
    </PlotBlock>
  );
}

function summaryOf(grid: ReadonlyMap<GridDay, readonly WeekBlock[]>, title: string): string {
  const limits = [...grid.values()].flat().flatMap(({ limit }) => limit ?? []);
  if (limits.length === 0) return `${title}: none`;
  return `${title}: from ${levelText(Math.min(...limits))} to ${levelText(Math.max(...limits))}`;
}

function gridTable(
  grid: ReadonlyMap<GridDay, readonly WeekBlock[]>,
  days: readonly GridDay[],
  caption: string,
): TableContent {
  return {
    caption,
    columns: [
      ...texts("Day", "From", "To"),
      ...levelColumns("Limit"),
      ...texts("Source", "Belongs to"),
    ],
    rows: days.flatMap((day) =>
      (grid.get(day) ?? []).map((block) => [
        dayNames[day],
        clockOfMinute(block.from),
        clockOfMinute(block.to),
        exactLevel(block.limit),
        day === "holiday" && block.limit === null ? "as its weekday" : sourceText(block),
        dayNames[block.isOfDayBefore ? dayBefore(day) : day],
      ]),
    ),
  };
}
