import "./svg-plot.css";
import "./level-chart.css";
import type { Ref } from "preact";
import { useMemo } from "preact/hooks";
import { levelScale } from "./level-data.ts";
import { Layers } from "./inks.tsx";
import { ground, levels } from "./level-layers.ts";
import { namesOf, numberText, shownWidth } from "./level-names.tsx";
import { type ChartLook, type LevelPicture, type ShownPicture, shownIn } from "./level-picture.ts";
import { type Frame, frameOf } from "./level-shapes.ts";
import { GridLines, Labels } from "./svg-plot.tsx";
import { ticksBetween } from "./ticks.ts";
import { timeTicks } from "./time-axis.ts";

/** All plots of a view have the same room, as `--plot-*` of tokens.css says, so that times stand above each other. */
export const onScreen: ChartLook = {
  room: { left: 44, right: 12, top: 22, bottom: 42 },
  widthOf: shownWidth,
  missing: "no data",
};

/** Levels over time: line, band, limit and exceedances, over evenings, nights and time without data. */
export function LevelChart(props: {
  readonly picture: LevelPicture;
  /** The picture whose levels and limits make the scale, where fingers show another time of it. */
  readonly scaled?: LevelPicture;
  /** One sentence: the name of the picture for those who do not see it. */
  readonly summary: string;
  readonly width: number;
  readonly height: number;
  readonly look?: ChartLook;
  readonly image?: Ref<SVGSVGElement>;
}) {
  const { picture, scaled = picture, width, height, look = onScreen, image = null } = props;
  const scale = useMemo(() => levelScale(levelsOf(scaled), look.headroom), [scaled, look]);
  const parts = useMemo(() => {
    const shown = shownIn(picture);
    const { left, right, top, bottom } = look.room;
    const edges = { left, right: width - right, top, bottom: height - bottom };
    const frame = frameOf(edges, picture.range, scale, look.snapsPerPixel ?? devicePixelRatio);
    const inside = `inset(${top}px ${right}px ${bottom}px ${left}px) view-box`;
    return (
      <>
        <Layers layers={ground(shown, frame)} clip={inside} />
        <Axes picture={shown} frame={frame} scale={scale} look={look} />
        <Layers layers={levels(shown, frame)} clip={inside} />
        <Labels labels={namesOf(shown, frame, look)} kind="plot-name" />
      </>
    );
  }, [picture, scale, width, height, look]);
  return (
    <svg
      class={`level-chart svg-plot ${look.name ?? ""}`}
      role="img"
      aria-label={props.summary}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      ref={image}
    >
      {parts}
    </svg>
  );
}

function* levelsOf(picture: LevelPicture): Iterable<number | null> {
  const { data, limits, range, showsMaxima, references = [], other = null } = picture;
  for (const { Leq, low, high, LAFmax } of data.points) {
    yield Leq;
    yield low;
    yield high;
    if (showsMaxima === true) yield LAFmax;
  }
  for (const { Leq } of other?.data.points ?? []) yield Leq;
  for (const { level } of references) yield level;
  for (const { first, end, limit } of limits) {
    if (end > range.first && first <= range.last) yield limit;
  }
}

function Axes(props: {
  readonly picture: ShownPicture;
  readonly frame: Frame;
  readonly scale: ReturnType<typeof levelScale>;
  readonly look: ChartLook;
}) {
  const { picture, frame, scale, look } = props;
  const { left, right, top, bottom, x, y } = frame;
  const { range, zone, unit } = picture;
  const times = timeTicks(range.first, range.last, zone, (right - left) / 64);
  const { low, high } = scale;
  const isOneLine = look.hasOneLine === true;
  const lineHeight = (look.room.bottom - 6) / (isOneLine ? 1 : 2);
  const edge = right + look.room.right - 1;
  // Twenties or fifties where there is no room for a line of text each.
  const ticks = ticksBetween(low, high, Math.min(10, (bottom - top) / 14), [10, 20, 50]);
  return (
    <>
      <GridLines
        left={left}
        right={right}
        lines={ticks.map((level) => [y(level), numberText(level)])}
      />
      <Layers
        layers={[
          ["grid", times.map(({ second }) => `M${x(second)} ${top}V${bottom + 4}`).join("")],
        ]}
      />
      <text class="plot-label small" x={Math.max(0, left - 40)} y={Math.max(9, top - 14)}>
        {unit}
      </text>
      <Labels
        labels={times.flatMap(({ second, label }) => {
          const lines = isOneLine ? [label.replace("\n", " ")] : label.split("\n");
          const place = placeBetween(x(second), Math.max(...lines.map(look.widthOf)), edge);
          return lines.map((text, index) => {
            return { ...place, text, y: bottom + lineHeight * (index + 1) };
          });
        })}
      />
    </>
  );
}

/** Around a place; at an edge of the picture, which would cut the text, beside it. */
function placeBetween(x: number, width: number, edge: number) {
  if (x + width / 2 > edge) return { x: edge, anchor: "end" } as const;
  if (x - width / 2 < 0) return { x: 0, anchor: "start" } as const;
  return { x, anchor: "middle" } as const;
}
