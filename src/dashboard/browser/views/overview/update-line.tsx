import "./update-line.css";
import { localClockSeconds, offsetText, type TimeZone, zoneOf } from "../../time/local-time.ts";
import type { Polling } from "../../state/use-polling.ts";

/** When the levels were last read, and whether they are read again. */
export function UpdateLine(props: {
  /** In milliseconds; null before the first answer. */
  readonly answeredAt: number | null;
  /** The clock of the time; null: the viewer's own, with its offset. */
  readonly zone: TimeZone | null;
  readonly polling: Polling;
  readonly reload: () => void;
}) {
  const { answeredAt, zone, polling, reload } = props;
  const { isPaused, isLive, setPaused } = polling;
  return (
    <div class="row update-line small muted no-print">
      {answeredAt !== null && (
        <span>Updated {zone === null ? viewersClock(answeredAt) : clockOf(answeredAt, zone)}</span>
      )}
      {!isLive && <span>Not again by itself: the newest sample is older than a day.</span>}
      {isLive && (
        <button
          type="button"
          aria-label={isPaused ? "Resume updates" : "Pause updates"}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? "Resume" : "Pause"}
        </button>
      )}
      {(isPaused || !isLive) && (
        <button type="button" onClick={reload}>
          Update
        </button>
      )}
    </div>
  );
}

/** `14:05:10 (UTC+1)`, as the viewer's own clock shows it: projects of many zones have one answer. */
function viewersClock(milliseconds: number): string {
  const zone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const offset = offsetText(Math.floor(milliseconds / 1000), zone);
  return `${clockOf(milliseconds, zone)} (${offset})`;
}

function clockOf(milliseconds: number, zone: TimeZone): string {
  return localClockSeconds(Math.floor(milliseconds / 1000), zone);
}
