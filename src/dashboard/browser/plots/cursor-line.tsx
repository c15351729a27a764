import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Seconds } from "../time/range.ts";

/** The cursor that plots share, in a place that holds a range of time from edge to edge. */
export function CursorLine(props: {
  readonly cursor: Signal<number | null>;
  readonly range: Seconds;
}) {
  const { cursor, range } = props;
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      cursor.subscribe((second) => {
        const share =
          second === null ? -1 : (second - range.first) / (range.last - range.first + 1);
        if (line.current === null) return;
        line.current.hidden = share < 0 || share > 1;
        line.current.style.setProperty("left", `${share * 100}%`);
      }),
    [cursor, range],
  );
  return <div class="cursor-line" aria-hidden="true" ref={line} hidden />;
}
