import type { SVGAttributes } from "preact";

const hatching = { stroke: "var(--nodata)", opacity: 0.3 };
const dot = { "stroke-linecap": "round" } as const;
// A line that is moved by half its width begins at the edge of a pixel: it is sharp.
const [half, threeQuarters] = ["translate(0.5 0.5)", "translate(0.75 0.75)"];

/** How lines and areas are drawn, in pictures, on paper and in legends. Dots are strokes without a length. */
export const inks = {
  evening: { fill: "var(--evening)" },
  night: { fill: "var(--night)" },
  // It has a colour on paper only, by report.css: on the screen its hatching is enough.
  holiday: {},
  "holiday-hatching": { stroke: "var(--hairline)" },
  missing: { fill: "var(--nodata-soft)" },
  "missing-hatching": hatching,
  excluded: { fill: "var(--nodata-soft)" },
  "excluded-hatching": hatching,
  // An edge only: a column that is filled would be taken for a band.
  marked: { stroke: "var(--accent)", "stroke-width": 2 },
  grid: { stroke: "var(--grid)", transform: half },
  maxima: { stroke: "var(--line)", "stroke-linecap": "square", "stroke-width": 2, opacity: 0.55 },
  excess: { fill: "var(--alarm)", opacity: 0.22 },
  difference: { fill: "var(--level)", opacity: 0.25 },
  "difference-second": { fill: "var(--second)", opacity: 0.25 },
  band: { fill: "var(--band)" },
  middle: { stroke: "var(--muted)", transform: half },
  level: { stroke: "var(--level)", "stroke-width": 1.5, transform: threeQuarters },
  second: { stroke: "var(--second)", "stroke-dasharray": "4 2", "stroke-width": 1.5 },
  lonely: { stroke: "var(--level)", "stroke-width": 4, ...dot },
  // It takes the colour from what is drawn below.
  grey: { fill: "grey" },
  limit: { stroke: "var(--limit)", "stroke-width": 2 },
  "limit-thin": { stroke: "var(--limit)", opacity: 0.5 },
  "over-ground": { stroke: "var(--surface)", "stroke-width": 7, ...dot },
  over: { stroke: "var(--alarm)", "stroke-width": 5, ...dot },
  "over-dense": { stroke: "var(--alarm)", "stroke-width": 4, ...dot },
  "over-rug": { stroke: "var(--alarm)", "stroke-width": 8 },
  "reference-ground": { stroke: "var(--surface)", "stroke-width": 6 },
  reference: { stroke: "var(--accent)", "stroke-width": 4 },
  "reference-over": { stroke: "var(--alarm)", "stroke-width": 4 },
  clock: { stroke: "var(--text)", "stroke-dasharray": "4 3" },
  edge: { stroke: "var(--hairline)" },
  // Red on a white ring is seen on every colour of the scales, in both themes.
  exceedance: { fill: "#b3261e", stroke: "#ffffff", "stroke-width": 1.5 },
  unlimited: { fill: "var(--nodata-soft)", stroke: "var(--nodata)", "stroke-dasharray": "2 2" },
  bar: { fill: "var(--level)", opacity: 0.55 },
  curve: { fill: "none", stroke: "var(--text)", "stroke-width": 2 },
  point: { fill: "var(--surface)", stroke: "var(--text)", "stroke-width": 2 },
} as const satisfies Readonly<Record<string, SVGAttributes>>;

export type Ink = keyof typeof inks;

/** A path and how it is drawn. */
export type Layer = readonly [ink: Ink, path: string];

/** Paths above each other, the lowest first. Each is cut by itself: a group that is cut would blend with none below. */
export function Layers(props: { readonly layers: readonly Layer[]; readonly clip?: string }) {
  const { layers, clip } = props;
  return layers.map(
    ([ink, path]) =>
      path !== "" && <path key={ink} class={ink} clip-path={clip} {...inks[ink]} d={path} />,
  );
}
