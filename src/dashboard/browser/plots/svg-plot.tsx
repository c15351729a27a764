import "./svg-plot.css";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useElementWidth } from "./use-element-width.ts";

/** A line across a picture, with its value to the left. */
export function GridLine(props: {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly children: ComponentChildren;
}) {
  const { left, right, y, children } = props;
  return (
    <g>
      <line class="plot-grid" x1={left} x2={right} y1={y} y2={y} />
      <text class="plot-label" x={left - 6} y={y + 4} text-anchor="end">
        {children}
      </text>
    </g>
  );
}

/** Texts of an axis at one height, around their places unless they have another anchor. */
export function AxisLabels(props: {
  readonly y: number;
  readonly texts: readonly (readonly [x: number, text: string, anchor?: "start" | "end"])[];
}) {
  return props.texts.map(([x, text, anchor = "middle"]) => (
    <text key={x} class="plot-label" x={x} y={props.y} text-anchor={anchor}>
      {text}
    </text>
  ));
}

/** A column that says what it shows to a pointer anywhere in its height. */
export function Column(props: {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly children: ComponentChildren;
}) {
  const { title, x, width, top, bottom } = props;
  return (
    <g>
      <title>{title}</title>
      <rect fill="transparent" x={x} y={top} width={width} height={bottom - top} />
      {props.children}
    </g>
  );
}

/** A picture as wide as its place, with its summary as its name. It is drawn once the width is known. */
export function SvgPlot(props: {
  /** One sentence that says what the picture shows. */
  readonly summary: string;
  readonly height: number | ((width: number) => number);
  readonly children: (width: number) => ComponentChildren;
}) {
  const { summary, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const width = useElementWidth(place);
  const height = typeof props.height === "number" ? props.height : props.height(width);
  return (
    <div ref={place}>
      {width > 0 && (
        <svg
          class="svg-plot"
          role="img"
          aria-label={summary}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {children(width)}
        </svg>
      )}
    </div>
  );
}
