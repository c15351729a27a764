import "./svg-plot.css";
import type { ComponentChildren, SVGAttributes } from "preact";
import { useRef } from "preact/hooks";
import { useElementWidth } from "./use-element-width.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lines across a picture, each with its value to the left. */
export function GridLines(props: {
  readonly left: number;
  readonly right: number;
  readonly lines: readonly (readonly [y: number, text: string])[];
}) {
  const { left, right, lines } = props;
  return lines.map(([y, text]) => (
    <g key={text}>
      <line class="plot-grid" x1={left} x2={right} y1={y} y2={y} />
      <Labels labels={[{ text, x: left - 6, y: y + 4, anchor: "end" }]} />
    </g>
  ));
}

/** A text in a picture, at its lower left corner unless it has another anchor. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor?: "start" | "middle" | "end" | undefined;
  /** Its class, where that is not the one of all. */
  readonly kind?: string;
}

/** Texts in a picture. */
export function Labels(props: { readonly labels: readonly Label[]; readonly kind?: string }) {
  return props.labels.map(({ text, x, y, anchor, kind = props.kind ?? "plot-label" }, index) => (
    <text key={index} class={kind} x={x} y={y} text-anchor={anchor}>
      {text}
    </text>
  ));
}

/** Texts of an axis at one height, around their places unless they have another anchor. */
export function AxisLabels(props: {
  readonly y: number;
  readonly texts: readonly (readonly [x: number, text: string, anchor?: Label["anchor"]])[];
}) {
  const { y, texts } = props;
  const labels = texts.map(([x, text, anchor = "middle"]): Label => ({ text, x, y, anchor }));
  return <Labels labels={labels} />;
}

/** Bars in columns. A column says what it shows to a pointer anywhere in its height. */
export function Bars(props: {
  readonly ink: SVGAttributes<SVGRectElement>;
  readonly top: number;
  readonly bottom: number;
  /** Pixels between two bars. */
  readonly gap?: number;
  readonly bars: readonly (Box & { readonly title: string })[];
}) {
  const { ink, top, bottom, gap = 0, bars } = props;
  return bars.map(({ title, x, y, width, height }) => (
    <g key={x}>
      <title>{title}</title>
      <rect fill="transparent" x={x} y={top} width={width} height={bottom - top} />
      <rect {...ink} x={x + gap / 2} y={y} width={Math.max(1, width - gap)} height={height} />
    </g>
  ));
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
