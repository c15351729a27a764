import type { SVGAttributes } from "preact";
import { twoDigits } from "../../../acoustics/time/clock-text.ts";
import { weekdayOf } from "../../../acoustics/time/wall-clock.ts";
import { dateText, shortDateText } from "../time/local-time.ts";
import { say } from "../words/say.ts";
import { type ColourScale, valueOf } from "./heat-map-colours.ts";
import type { HeatDay, HourLevel } from "./heat-map-grid.ts";
import { boxOf, type HeatLayout } from "./heat-map-layout.ts";
import { inks } from "./inks.tsx";
import { type Box, type Label, Labels } from "./svg-plot.tsx";

/** The hours of the wall clock, along the columns or down the rows. */
export function hourLabels(layout: HeatLayout): Label[] {
  const { left, top, hourSize } = layout;
  const isAbove = layout.daysAre === "rows";
  const step = isAbove && hourSize < 34 ? 2 : 1;
  const hours = Array.from({ length: 24 / step }, (_, index): Label => {
    const hour = index * step;
    const { x, y } = boxOf(layout, { dayIndex: 0, hour, part: 0 });
    const text = twoDigits(hour);
    return isAbove
      ? { text, x: x + 2, y: top - 8 }
      : { text, x: left - 6, y: y + 0.8 * hourSize, anchor: "end" };
  });
  const unit = isAbove ? { text: say("hours.hour"), x: left - 8 } : { text: "h", x: left - 6 };
  return [...hours, { ...unit, y: top - 8, anchor: "end" }];
}

/** The dates, as many as there is room for. */
export function dayLabels(days: readonly HeatDay[], layout: HeatLayout): Label[] {
  const { left, daySize, labels } = layout;
  return days.flatMap(({ day, date }, dayIndex): Label[] => {
    const isFirst = date.endsWith("-01");
    const isLabelled = { days: true, weeks: weekdayOf(day) === "mon", months: isFirst }[labels];
    if (!isLabelled) return [];
    const { x, y } = boxOf(layout, { dayIndex, hour: 0, part: 0 });
    if (layout.daysAre === "rows") {
      const text =
        labels === "months"
          ? `${shortDateText(date).replace(/^\S+ /, "")} ${date.slice(0, 4)}`
          : dateText(date).slice(0, -5);
      return [{ text, x: left - 8, y: y + Math.max(9, daySize / 2 + 4), anchor: "end" }];
    }
    if (labels === "weeks") return [{ text: shortDateText(date), x, y: 12 }];
    const [weekday = "", dayOfMonth = "", month = ""] = dateText(date).split(" ");
    const middle = { x: x + daySize / 2, anchor: "middle" } as const;
    return [
      { ...middle, text: dayIndex === 0 || isFirst ? month : weekday, y: 12 },
      { ...middle, text: dayOfMonth, y: 27 },
    ];
  });
}

/** All cells. An empty one is grey, a skipped hour has a dash, and nothing is drawn outside the range. */
export function HeatCells(props: {
  readonly days: readonly HeatDay[];
  readonly layout: HeatLayout;
  readonly scale: ColourScale;
}) {
  const { days, layout, scale } = props;
  // No room for lines between days.
  const isThin = layout.daySize < 10;
  return days.map(({ cells }, dayIndex) =>
    cells.map((cell, hour) => {
      const place = { dayIndex, hour, part: 0 };
      if (cell.kind === "outside") return null;
      if (cell.kind === "skipped") {
        const { x, y, width, height } = boxOf(layout, place);
        const middle = { x: x + width / 2, y: y + height / 2 + 4, anchor: "middle" } as const;
        return <Labels key={hour} labels={[{ ...middle, text: "–", kind: "heat-dash" }]} />;
      }
      return cell.parts.map((each, part) => (
        <Cell
          key={each.start}
          box={boxOf(layout, { ...place, part }, cell.parts.length)}
          ink={inkOf(each, scale)}
          isOver={each.events > 0}
          isThin={isThin}
        />
      ));
    }),
  );
}

function inkOf(
  hour: HourLevel,
  { colouring, colourOf }: ColourScale,
): SVGAttributes<SVGRectElement> {
  if (hour.Leq === null) return inks.missing;
  const value = valueOf(hour, colouring);
  return value === null ? inks.unlimited : { fill: colourOf(value) };
}

/** A cell. Cells have lines between them, or touch without a seam. */
export function Cell(props: {
  readonly box: Box;
  readonly ink: SVGAttributes<SVGRectElement>;
  readonly isOver: boolean;
  readonly isThin?: boolean;
}) {
  const { box, ink, isOver, isThin = false } = props;
  const { x, y, width, height } = box;
  const edge = isThin ? { "shape-rendering": "crispEdges" } : { stroke: "var(--surface)" };
  return (
    <>
      <rect {...edge} {...ink} {...box} />
      {/* Pale colours are grey, too: a stroke says that there is nothing, if there is room. */}
      {ink === inks.missing && !isThin && (
        <path stroke="var(--nodata)" d={`M${x + 3} ${y + height - 3}L${x + width - 3} ${y + 3}`} />
      )}
      {isOver && (
        <circle
          {...inks.exceedance}
          cx={x + width / 2}
          cy={y + height / 2}
          r={Math.min(4, height / 3.5, width / 3.5)}
        />
      )}
    </>
  );
}
