import { twoDigits } from "../../../acoustics/time/clock-text.ts";
import { weekdayOf } from "../../../acoustics/time/wall-clock.ts";
import { dateText, shortDateText } from "../time/local-time.ts";
import { type ColourScale, type HeatColouring, valueOf } from "./heat-map-colours.ts";
import type { HeatDay, HourLevel } from "./heat-map-grid.ts";
import { type Box, boxOf, type HeatLayout } from "./heat-map-layout.ts";
import { inks } from "./inks.tsx";
import { say } from "../words/say.ts";

/** The hours of the wall clock, along the columns or down the rows. */
export function HeatAxis({ layout }: { readonly layout: HeatLayout }) {
  const { daysAre, left, top, cellWidth, cellHeight } = layout;
  const isAbove = daysAre === "rows";
  const step = isAbove && cellWidth < 34 ? 2 : 1;
  const hours = Array.from({ length: 24 / step }, (_, index) => index * step);
  return (
    <g class="plot-label">
      {hours.map((hour) =>
        isAbove ? (
          <text key={hour} x={left + hour * cellWidth + 2} y={top - 8}>
            {twoDigits(hour)}
          </text>
        ) : (
          <text key={hour} x={left - 6} y={top + (hour + 0.8) * cellHeight} text-anchor="end">
            {twoDigits(hour)}
          </text>
        ),
      )}
      <text x={isAbove ? left - 8 : left - 6} y={top - 8} text-anchor="end">
        {isAbove ? say("hours.hour") : "h"}
      </text>
    </g>
  );
}

/** The dates, as many as there is room for. */
export function HeatDayLabels(props: {
  readonly days: readonly HeatDay[];
  readonly layout: HeatLayout;
}) {
  const { days, layout } = props;
  const { daysAre, left, top, cellWidth, cellHeight, labels } = layout;
  return (
    <g class="plot-label">
      {days.map(({ day, date }, index) => {
        const isLabelled =
          labels === "days" ||
          (labels === "weeks" && weekdayOf(day) === "mon") ||
          (labels === "months" && date.endsWith("-01"));
        if (!isLabelled) return null;
        if (daysAre === "rows") {
          const text =
            labels === "months"
              ? `${shortDateText(date).replace(/^\S+ /, "")} ${date.slice(0, 4)}`
              : dateText(date).slice(0, -5);
          const y = top + index * cellHeight + Math.max(9, cellHeight / 2 + 4);
          return (
            <text key={day} x={left - 8} y={y} text-anchor="end">
              {text}
            </text>
          );
        }
        const x = left + index * cellWidth + (labels === "days" ? cellWidth / 2 : 0);
        const anchor = labels === "days" ? "middle" : "start";
        const [weekday, dayOfMonth, month] = dateText(date).split(" ");
        return (
          <text key={day} x={x} y={12} text-anchor={anchor}>
            {labels === "days"
              ? index === 0 || date.endsWith("-01")
                ? month
                : weekday
              : shortDateText(date)}
            {labels === "days" && (
              <tspan x={x} y={27}>
                {dayOfMonth}
              </tspan>
            )}
          </text>
        );
      })}
    </g>
  );
}

/** All cells. An empty one is grey, a skipped hour has a dash, and nothing is drawn outside the range. */
export function HeatCells(props: {
  readonly days: readonly HeatDay[];
  readonly layout: HeatLayout;
  readonly colouring: HeatColouring;
  readonly scale: ColourScale;
}) {
  const { days, layout, colouring, scale } = props;
  // No room for lines between days.
  const isThin = layout.cellHeight < 10;
  return (
    <g>
      {days.map(({ cells }, dayIndex) =>
        cells.map((cell, hour) => {
          const place = { dayIndex, hour, part: 0 };
          if (cell.kind !== "hours") {
            return cell.kind === "skipped" && <Dash key={hour} box={boxOf(layout, place)} />;
          }
          return cell.parts.map((part, index) => (
            <Hour
              key={part.start}
              hour={part}
              box={boxOf(layout, { ...place, part: index }, cell.parts.length)}
              value={valueOf(part, colouring)}
              scale={scale}
              isThin={isThin}
            />
          ));
        }),
      )}
    </g>
  );
}

function Hour(props: {
  readonly hour: HourLevel;
  readonly box: Box;
  readonly value: number | null;
  readonly scale: ColourScale;
  readonly isThin: boolean;
}) {
  const { hour, box, value, scale, isThin } = props;
  if (hour.Leq === null) return <EmptyCell box={box} isThin={isThin} />;
  if (value === null) return <rect {...edgeOf(isThin)} {...inks.unlimited} {...box} />;
  return (
    <>
      <rect {...edgeOf(isThin)} fill={scale.colourOf(value)} {...box} />
      {hour.events > 0 && (
        <circle
          {...inks.exceedance}
          cx={box.x + box.width / 2}
          cy={box.y + box.height / 2}
          r={Math.min(4, box.height / 3.5, box.width / 3.5)}
        />
      )}
    </>
  );
}

/** Cells have lines between them, or touch without a seam. */
const edgeOf = (isThin: boolean) =>
  isThin ? { "shape-rendering": "crispEdges" } : { stroke: "var(--surface)" };

/** Grey with a stroke across, if there is room, for pale colours are grey, too. */
export function EmptyCell({ box, isThin }: { readonly box: Box; readonly isThin: boolean }) {
  const { x, y, width, height } = box;
  const across = `M${x + 3} ${y + height - 3}L${x + width - 3} ${y + 3}`;
  return (
    <>
      <rect {...edgeOf(isThin)} {...inks.missing} {...box} />
      {!isThin && <path stroke="var(--nodata)" d={across} />}
    </>
  );
}

/** An hour that the clock has skipped. */
function Dash({ box: { x, y, width, height } }: { readonly box: Box }) {
  return (
    <text class="heat-dash" x={x + width / 2} y={y + height / 2 + 4} text-anchor="middle">
      –
    </text>
  );
}
