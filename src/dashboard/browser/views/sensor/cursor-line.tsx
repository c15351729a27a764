import { type Signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";

/** The cursor of the level plot, over a picture with the same range of time from edge to edge. */
export function CursorLine(props: {
  readonly cursor: Signal<number | null>;
  readonly range: { readonly first: number; readonly last: number };
}) {
  const line = useRef<HTMLDivElement>(null);
  const range = useRef(props.range);
  range.current = props.range;
  useSignalEffect(() => {
    const { first, last } = range.current;
    const second = props.cursor.value;
    const share = second === null ? -1 : (second - first) / (last - first + 1);
    if (line.current === null) return;
    line.current.hidden = share < 0 || share > 1;
    line.current.style.setProperty("left", `${share * 100}%`);
  });
  return (
    <div class="cursor-track" aria-hidden="true">
      <div class="cursor-line" ref={line} hidden />
    </div>
  );
}
