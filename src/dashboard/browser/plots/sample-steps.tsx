import type { Signal } from "@preact/signals";
import { secondOfClock } from "../time/range.ts";
import { localIso } from "../time/local-time.ts";
import type { LevelPicture } from "./level-picture.ts";
import { nearestPoint } from "./level-data.ts";
import { plotAction } from "./level-keys.ts";

const around = 2 * 3600;

/** Goes from sample to sample without a keyboard, and to a time; one outside the range is shown with hours around. */
export function SampleSteps(props: {
  readonly cursor: Signal<number | null>;
  readonly picture: LevelPicture;
  readonly onZoom?: ((first: number, last: number) => void) | undefined;
}) {
  const { cursor, picture, onZoom } = props;
  const { range, zone, data } = picture;
  const second = cursor.value;
  const step = (key: "ArrowLeft" | "ArrowRight") => {
    const index = second === null ? -1 : nearestPoint(data.points, second);
    const action = plotAction({ key, shiftKey: false }, data.points, index);
    if (action?.kind === "point") cursor.value = data.points[action.index]?.second ?? null;
  };
  const goTo = (text: string) => {
    const time = secondOfClock(text, zone);
    if (time === null) return;
    cursor.value = time;
    if (time < range.first || time > range.last) onZoom?.(time - around, time + around - 1);
  };
  return (
    <div class="row no-print">
      <button type="button" aria-label="Previous sample" onClick={() => step("ArrowLeft")}>
        ◀
      </button>
      <button type="button" aria-label="Next sample" onClick={() => step("ArrowRight")}>
        ▶
      </button>
      <label class="row small">
        Go to
        <input
          type="datetime-local"
          aria-label="Go to time"
          value={second === null ? "" : localIso(second, zone).slice(0, 16)}
          onChange={(event) => goTo(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
