import { secondOfClock } from "../time/range.ts";
import { localIso } from "../time/local-time.ts";
import { nearestPoint } from "./level-data.ts";
import { stepFrom } from "./level-keys.ts";
import type { PlotParts } from "./level-plot-props.ts";

const around = 2 * 3600;

/** Goes from sample to sample without a keyboard, and to a time; one outside the range is shown with hours around. */
export function SampleSteps({ cursor, picture, onZoom }: PlotParts) {
  const { range, zone, data } = picture;
  const second = cursor.value;
  const go = (direction: -1 | 1) => {
    const next = stepFrom(data.points, nearestPoint(data.points, second), direction);
    cursor.value = data.points[next]?.second ?? second;
  };
  const goTo = (text: string) => {
    const time = secondOfClock(text, zone);
    if (time === null) return;
    cursor.value = time;
    if (time < range.first || time > range.last) onZoom?.(time - around, time + around - 1);
  };
  return (
    <div class="row no-print">
      <button type="button" aria-label="Previous sample" onClick={() => go(-1)}>
        ◀
      </button>
      <button type="button" aria-label="Next sample" onClick={() => go(1)}>
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
