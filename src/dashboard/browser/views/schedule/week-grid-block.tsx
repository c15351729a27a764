import { useMemo } from "preact/hooks";
import type { LimitRules } from "../../../../acoustics/limits/limit-rules.ts";
import { clockOfMinute, twoDigits } from "../../../../acoustics/time/clock-text.ts";
import { tableOf } from "../../components/data-table.tsx";
import { levelColumn, textColumn } from "../../components/plain-table.tsx";
import { levelText, roundedLevel } from "../../components/level-text.ts";
import { known, PlotBlock } from "../../components/plot-block.tsx";
import { dayNames, sourceNames } from "../../data/limit-words.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { type GridDay, gridDays, type WeekBlock, weekGrid } from "./week-grid.ts";
import { inks } from "../../plots/inks.tsx";
import { type Box, GridLines, type Label, Labels, SvgPlot } from "../../plots/svg-plot.tsx";

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
  const blocks = days.flatMap((day) => (grid.get(day) ?? []).map((block) => ({ ...block, day })));
  const table = () =>
    tableOf(title, blocks, [
      textColumn("Day", ({ day }) => dayNames[day]),
      textColumn("From", ({ from }) => clockOfMinute(from)),
      textColumn("To", ({ to }) => clockOfMinute(to)),
      levelColumn("Limit", ({ limit }) => limit),
      textColumn("Source", (block) =>
        block.day === "holiday" && block.limit === null ? "as its weekday" : sourceText(block),
      ),
      textColumn(
        "Belongs to",
        ({ day, isOfDayBefore }) => dayNames[isOfDayBefore ? dayBefore(day) : day],
      ),
    ]);
  return (
    <PlotBlock
      testId={`week-grid-${weighting}`}
      title={title}
      counts={null}
      query={known(grid)}
      table={table}
    >
      {() => (
        <>
          <WeekGridPicture grid={grid} days={days} summary={summaryOf(grid, title)} />
          {hasSensorRules && (
            <p class="muted small">
              With a bar on the left: a rule of the sensor, which goes first.
            </p>
          )}
          {hasHoliday && (
            <p class="muted small">
              Holiday: a day among the project's holidays, whatever its weekday. Where it is empty,
              the limits of its weekday hold.
            </p>
          )}
        </>
      )}
    </PlotBlock>
  );
}

function summaryOf(grid: ReadonlyMap<GridDay, readonly WeekBlock[]>, title: string): string {
  const limits = [...grid.values()].flat().flatMap(({ limit }) => limit ?? []);
  if (limits.length === 0) return `${title}: none`;
  return `${title}: from ${levelText(Math.min(...limits))} to ${levelText(Math.max(...limits))}`;
}

/** Sunday is before Monday. */
function dayBefore(day: GridDay): GridDay {
  return gridDays[(gridDays.indexOf(day) + 6) % 7] ?? "mon";
}

const [axisWidth, top] = [30, 28];

/** Days are columns, hours run down. A window over midnight is in two, marked with the day that it belongs to. */
function WeekGridPicture(props: {
  readonly grid: ReadonlyMap<GridDay, readonly WeekBlock[]>;
  readonly days: readonly GridDay[];
  readonly summary: string;
}) {
  const { grid, days, summary } = props;
  const hourHeight = hourHeightOf(days.flatMap((day) => grid.get(day) ?? []));
  const columns = (width: number, column: number) => (
    <>
      <GridLines
        left={axisWidth - 4}
        right={width}
        lines={[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => [
          top + hour * hourHeight,
          twoDigits(hour),
        ])}
      />
      <Labels
        kind="plot-title"
        labels={days.map((day, index) => ({
          text: column < 90 ? dayNames[day].slice(0, column < 34 ? 2 : 3) : dayNames[day],
          x: axisWidth + (index + 0.5) * column,
          y: 16,
          anchor: "middle",
        }))}
      />
      {days.map((day, index) =>
        (grid.get(day) ?? []).map((block) => (
          <Block
            key={`${day} ${block.from}`}
            block={block}
            day={day}
            x={axisWidth + index * column}
            y={top + (block.from / 60) * hourHeight}
            width={column}
            height={((block.to - block.from) / 60) * hourHeight}
          />
        )),
      )}
    </>
  );
  return (
    <SvgPlot summary={summary} height={top + 24 * hourHeight + 8}>
      {(width) => columns(width, (width - axisWidth) / days.length)}
    </SvgPlot>
  );
}

/** Hours are as high as the shortest block needs for its text, within bounds. */
function hourHeightOf(blocks: readonly WeekBlock[]): number {
  const shortest = Math.min(60, ...blocks.map(({ from, to }) => to - from));
  return Math.min(40, Math.max(20, Math.ceil((12 * 60) / shortest)));
}

function Block(props: Box & { readonly block: WeekBlock; readonly day: GridDay }) {
  const { block, day, x, y, width, height } = props;
  if (block.limit === null && day === "holiday") return null;
  const box = { x: x + 1, y: y + 1, height: Math.max(1, height - 2) };
  const firstLine = y + Math.min(16, height / 2 + 4);
  const labels = blockTexts(block, day, width, height).map((text, index): Label => {
    const name = index === 0 ? "plot-title" : "plot-label";
    const isNarrow = index === 0 ? height < 16 : width < roomy;
    const place = { x: x + width / 2, y: firstLine + 15 * index, anchor: "middle" } as const;
    return { text, ...place, kind: isNarrow ? `${name} narrow` : name };
  });
  return (
    <g>
      <title>{blockTitle(block, day)}</title>
      <rect {...inkOf(block)} width={Math.max(1, width - 2)} rx="3" {...box} />
      {block.limitSource.startsWith("sensor") && <rect fill="var(--accent)" width="4" {...box} />}
      <Labels labels={labels} />
    </g>
  );
}

const roomy = 110;

/**
 * The limit, its source, and of a window over midnight the day that it belongs to: as many lines as there is room
 * for. Where there is room for one, the mark stands beside the limit.
 */
function blockTexts(block: WeekBlock, day: GridDay, width: number, height: number): string[] {
  const { limit, isOfDayBefore, goesOn } = block;
  const none = width < 60 ? "–" : "no limit";
  const limitText = limit === null ? none : roundedLevel(limit);
  const name = dayNames[isOfDayBefore ? dayBefore(day) : day].slice(0, 3);
  const more = Math.floor((height - 20) / 15);
  if (width < roomy) {
    if (!isOfDayBefore) return [limitText];
    return more > 0 ? [limitText, `←${name}`] : [`←${limitText}`];
  }
  const mark = isOfDayBefore ? `← ${name}` : `${name} →`;
  if (more < (goesOn ? 2 : 1)) return [goesOn ? `${limitText} · ${mark}` : limitText];
  return goesOn ? [limitText, sourceText(block), mark] : [limitText, sourceText(block)];
}

function blockTitle(block: WeekBlock, day: GridDay): string {
  const { from, to, limit, goesOn, isOfDayBefore } = block;
  const clocks = `${dayNames[day]} ${clockOfMinute(from)}–${clockOfMinute(to)}`;
  const level = limit === null ? "no limit" : levelText(limit);
  const belongs = goesOn ? `, belongs to ${dayNames[isOfDayBefore ? dayBefore(day) : day]}` : "";
  return `${clocks}: ${level}, ${sourceText(block)}${belongs}`;
}

/** `Project schedule 4`. */
function sourceText({ limitSource, position }: WeekBlock): string {
  return `${sourceNames[limitSource]}${position === null ? "" : ` ${position}`}`;
}

function inkOf({ limitSource }: WeekBlock) {
  if (limitSource === "none") return { ...inks.edge, fill: "none", "stroke-dasharray": "3 3" };
  if (limitSource.endsWith("_default")) return { ...inks.edge, fill: "var(--surface-raised)" };
  return { fill: "var(--accent-soft)", stroke: "var(--accent)" };
}
