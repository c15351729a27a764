import "./update-line.css";
import type { Polling } from "./use-polling.ts";

/** When the levels were last read, and whether they are read again. */
export function UpdateLine(props: {
  /** In milliseconds; null before the first answer. */
  readonly answeredAt: number | null;
  readonly polling: Polling;
  readonly reload: () => void;
}) {
  const { answeredAt, polling, reload } = props;
  const { isPaused, isLive, setPaused } = polling;
  return (
    <div class="row update-line small muted no-print">
      {answeredAt !== null && <span>Updated {viewersClock(answeredAt)}</span>}
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

/** `14:05:10` as the viewer's own clock shows it: it tells how old the page is, not when something was measured. */
function viewersClock(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}
