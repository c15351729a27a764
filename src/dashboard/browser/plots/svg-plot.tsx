import "./svg-plot.css";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useElementWidth } from "./use-element-width.ts";

/** A picture as wide as its place, with its summary as its name. It is drawn once the width is known. */
export function SvgPlot(props: {
  /** One sentence that says what the picture shows. */
  readonly summary: string;
  readonly height: number | ((width: number) => number);
  /** A fixed width, for paper; else all that there is. */
  readonly width?: number | undefined;
  readonly children: (width: number) => ComponentChildren;
}) {
  const { summary, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const measured = useElementWidth(place);
  const width = props.width ?? measured ?? 0;
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
